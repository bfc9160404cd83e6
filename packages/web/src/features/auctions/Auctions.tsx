import { Gavel } from 'lucide-react'
import { useEffect, useMemo, useState } from 'react'
import { Button } from '../../components/Button.tsx'
import { Chip } from '../../components/Chip.tsx'
import { CouldNotLoad } from '../../components/CouldNotLoad.tsx'
import { DeskLayout } from '../../components/DeskLayout.tsx'
import { Empty } from '../../components/Empty.tsx'
import { Input } from '../../components/Input.tsx'
import { Segmented } from '../../components/Segmented.tsx'
import { Skeleton } from '../../components/Skeleton.tsx'
import { ToMarkets } from '../../components/ToMarkets.tsx'
import { useIsNarrow } from '../../components/use-media.ts'
import { useNow } from '../../live/use-live.ts'
import { usePanelSize } from '../../live/use-panel-size.ts'
import { useUser } from '../../live/session.ts'
import { type AuctionRow, type AuctionTab, countOf, firstTab, rowsOf, shownRows } from './auction-rows.ts'
import { useAuctions } from './auction-store.ts'
import { clearingBefore } from './bid-scale.ts'
import { PhoneAuctions } from './PhoneAuctions.tsx'
import { Timetable } from './Timetable.tsx'
import { usePinned, useSelection } from './use-selection.ts'
import { BehindBar } from '../market-data/BehindBar.tsx'
import { FeedLine } from '../market-data/FeedLine.tsx'
import { AuctionPanel } from './AuctionPanel.tsx'
import { AuctionTable } from './AuctionTable.tsx'
import { AuctionTicket } from './AuctionTicket.tsx'
import styles from './Auctions.module.css'
import { connectAuctions } from './connect-auctions.ts'
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
const REDRAW_MS = 10_000

function useRows(): readonly AuctionRow[] {
  const auctions = useAuctions((held) => held.auctions)
  const bids = useAuctions((held) => held.bids)
  const trades = useAuctions((held) => held.trades)
  return useMemo(() => rowsOf(auctions.values(), bids.values(), trades.values()), [auctions, bids, trades])
}

/** Defi Auctions: options that vaults sell on a chain, and the desk’s sealed bids for them. */
export function Auctions() {
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
  const { tab, chosen: selected, setTab, choose } = useSelection(rows)
  const [coin, setCoin] = useState(EVERY_COIN)
  const [text, setText] = useState('')
  const shown = useMemo(() => shownRows(rows, { tab, text, underlying: coin === EVERY_COIN ? undefined : coin }), [rows, tab, text, coin])
  const chosen = selected ?? shown[0]
  usePinned(selected, chosen, choose)
  const models = useModels(useMemo(() => rows.map(({ auction }) => auction), [rows]))
  const now = useNow(REDRAW_MS)
  const before = useMemo(
    () => (chosen === undefined ? undefined : clearingBefore(chosen.auction, { rows, models, now })),
    [chosen, rows, models, now],
  )
  const ticketSize = usePanelSize('auction-ticket-width', ticketPx)
  const loading = useAuctions((held) => held.loading)
  const lists = tabs.map(({ tab: one, name }) => (
    <Chip key={one} isOn={tab === one} count={countOf(rows, one)} onClick={() => setTab(one)}>
      {name}
    </Chip>
  ))
  const ticket = chosen && <AuctionTicket key={chosen.auction.id} row={chosen} model={models.get(chosen.auction.id)} before={before} />
  const toFirst = <Button onClick={() => setTab(firstTab(rows))}>Show auctions</Button>
  if (useIsNarrow()) return <PhoneAuctions {...{ rows, shown, chosen, lists, ticket, toFirst }} onChoose={choose} />
  return (
    <DeskLayout
      ticket={
        <div className={styles['ticket']} data-ticket>
          {ticket ?? (
            <Empty
              icon={Gavel}
              title="No auction selected"
              text="Select an auction in the list to bid in it or to see its result."
              action={toFirst}
            />
          )}
        </div>
      }
      ticketSize={ticketSize}
    >
      <FeedLine of={['AUCTIONS']} />
      <BehindBar what="The auctions" of={loading} />
      <div className={styles['bar']}>
        {lists}
        <NextAuction rows={rows} />
        <span className={styles['space']} />
        <Segmented
          label="Currency"
          value={coin}
          options={[EVERY_COIN, ...new Set(rows.map(({ auction }) => auction.option.underlying))].map((value) => ({ value, label: value }))}
          onChange={setCoin}
        />
        <Input
          size="small"
          aria-label="Filter by vault or structure"
          placeholder="Filter by vault or structure"
          value={text}
          onChange={(event) => setText(event.target.value)}
        />
      </div>
      <AuctionTable rows={shown} models={models} tab={tab} chosen={chosen?.auction.id} onChoose={choose} onTab={setTab} />
      <Timetable rows={rows} onChoose={choose} />
      <AuctionPanel rows={rows} onChoose={choose} />
    </DeskLayout>
  )
}
