import { Gavel } from 'lucide-react'
import { useEffect, useMemo, useState } from 'react'
import { Button } from '../../components/Button.tsx'
import { Chip } from '../../components/Chip.tsx'
import { CouldNotLoad } from '../../components/CouldNotLoad.tsx'
import { DeskLayout } from '../../components/DeskLayout.tsx'
import { Empty } from '../../components/Empty.tsx'
import { Input } from '../../components/Input.tsx'
import { navigate } from '../../components/router.ts'
import { Segmented } from '../../components/Segmented.tsx'
import { Skeleton } from '../../components/Skeleton.tsx'
import { useIsNarrow } from '../../components/use-media.ts'
import { usePanelSize } from '../../live/use-panel-size.ts'
import { useUser } from '../../live/session.ts'
import { type AuctionRow, type AuctionTab, countOf, firstTab, rowsOf, shownRows } from './auction-rows.ts'
import { useAuctions } from './auction-store.ts'
import { resultText } from './auction-text.ts'
import { BehindBar } from '../market-data/BehindBar.tsx'
import { FeedLine } from '../market-data/FeedLine.tsx'
import { AuctionTable } from './AuctionTable.tsx'
import { AuctionTicket } from './AuctionTicket.tsx'
import styles from './Auctions.module.css'
import { connectAuctions, readAuctions } from './connect-auctions.ts'
import { NextAuction } from './NextAuction.tsx'
import { useModels } from './use-models.ts'

const ticketPx = { least: 330, usual: 372, most: 560 } as const
const tabs: readonly { readonly tab: AuctionTab; readonly name: string }[] = [
  { tab: 'LIVE', name: 'Live' },
  { tab: 'MINE', name: 'My bids' },
  { tab: 'UPCOMING', name: 'Upcoming' },
  { tab: 'SETTLED', name: 'Settled' },
]
const EVERY_COIN = 'All'

/** Defi Auctions: options that vaults sell on a chain, and the desk's sealed bids for them. */
export function Auctions() {
  if (!useIsNarrow()) return <DeskAuctions />
  return (
    <Empty
      icon={Gavel}
      title="Defi Auctions need a wider screen"
      text="Bidding needs at least 900 pixels. Bids already sent stay in until their auction closes."
      action={<ToMarkets />}
    />
  )
}

const ToMarkets = () => <Button onClick={() => navigate('/rfqs')}>Go to Unified Markets</Button>

function useRows(): readonly AuctionRow[] {
  const auctions = useAuctions((held) => held.auctions)
  const bids = useAuctions((held) => held.bids)
  const trades = useAuctions((held) => held.trades)
  return useMemo(() => rowsOf(auctions.values(), bids.values(), trades.values()), [auctions, bids, trades])
}

function DeskAuctions() {
  const { id: userId } = useUser()
  useEffect(connectAuctions, [userId])
  const loading = useAuctions((held) => held.loading)
  const notHeld = useAuctions((held) => held.notHeld)
  if (notHeld !== undefined) return <Empty icon={Gavel} title="Defi Auctions not available" text={notHeld} action={<ToMarkets />} />
  if (loading.state === 'LOADING') return <Skeleton lines={8} label="Loading auctions" />
  if (loading.state === 'FAILED') return <CouldNotLoad what="the auctions" words={loading.words} retry={loading.retry} />
  return <LoadedAuctions />
}

function LoadedAuctions() {
  const rows = useRows()
  const [tab, setTab] = useState(() => firstTab(rows))
  const [coin, setCoin] = useState(EVERY_COIN)
  const [text, setText] = useState('')
  const [chosenId, choose] = useState<number>()
  const ticketSize = usePanelSize('auction-ticket-width', ticketPx)
  const shown = useMemo(() => shownRows(rows, { tab, text, underlying: coin === EVERY_COIN ? undefined : coin }), [rows, tab, text, coin])
  const chosen = rows.find(({ auction }) => auction.id === chosenId) ?? shown[0]
  const models = useModels(useMemo(() => rows.map(({ auction }) => auction), [rows]))
  const coins = [EVERY_COIN, ...new Set(rows.map(({ auction }) => auction.option.underlying))]
  const behind = useAuctions((held) => held.behind)
  return (
    <DeskLayout
      ticket={
        <div className={styles['ticket']} data-ticket>
          {chosen === undefined ? (
            <Empty
              icon={Gavel}
              title="No auction selected"
              text="Select an auction in the list to bid in it or to see its result."
              action={<Button onClick={() => setTab(firstTab(rows))}>Show auctions</Button>}
            />
          ) : (
            <AuctionTicket key={chosen.auction.id} row={chosen} model={models.get(chosen.auction.id)} />
          )}
        </div>
      }
      ticketSize={ticketSize}
    >
      <FeedLine of={['AUCTIONS']} />
      <BehindBar what="The auctions" behind={behind} onRetry={() => void readAuctions()} />
      <div className={styles['bar']}>
        {tabs.map(({ tab: one, name }) => (
          <Chip key={one} isOn={tab === one} count={countOf(rows, one)} onClick={() => setTab(one)}>
            {name}
          </Chip>
        ))}
        <NextAuction rows={rows} />
        <span className={styles['space']} />
        <Segmented label="Currency" value={coin} options={coins.map((value) => ({ value, label: value }))} onChange={setCoin} />
        <Input
          size="small"
          aria-label="Filter by vault or structure"
          placeholder="Filter by vault or structure"
          value={text}
          onChange={(event) => setText(event.target.value)}
        />
      </div>
      <AuctionTable rows={shown} models={models} tab={tab} chosen={chosen?.auction.id} onChoose={choose} onTab={setTab} />
      <LastResult rows={rows} />
    </DeskLayout>
  )
}

/** The most recent result of an auction in which the desk has bid. */
function LastResult({ rows }: { readonly rows: readonly AuctionRow[] }) {
  const last = rows
    .filter((row) => row.bid !== undefined && row.auction.status === 'EXPIRED')
    .toSorted((a, b) => b.auction.ends_at - a.auction.ends_at)
    .find((row) => resultText(row) !== undefined)
  if (last === undefined) return null
  return (
    <p className={styles['result']} role="status">
      <b>{last.auction.description}</b> {resultText(last)}
    </p>
  )
}
