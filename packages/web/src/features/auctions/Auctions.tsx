import { Gavel } from 'lucide-react'
import { useEffect, useMemo, useState } from 'react'
import { Button } from '../../components/Button.tsx'
import { Chip } from '../../components/Chip.tsx'
import { Empty } from '../../components/Empty.tsx'
import { EmptyScreen } from '../../components/EmptyScreen.tsx'
import { Input } from '../../components/Input.tsx'
import { Loaded } from '../../components/Loaded.tsx'
import { Pane } from '../../components/Panes.tsx'
import { ScreenBar } from '../../components/ScreenBar.tsx'
import { Segmented } from '../../components/Segmented.tsx'
import { useIsNarrow } from '../../components/use-media.ts'
import { useNow } from '../../live/use-live.ts'
import { useUser } from '../../live/session.ts'
import { type AuctionTab, countOf, firstTab, rowsOf, shownRows } from './auction-rows.ts'
import { useAuctions } from './auction-store.ts'
import { clearingBefore } from './bid-scale.ts'
import { PhoneAuctions } from './PhoneAuctions.tsx'
import { Timetable } from './Timetable.tsx'
import { usePinned, useSelection } from './use-selection.ts'
import { TradingDesk } from '../market-data/TradingDesk.tsx'
import { AuctionPanel } from './AuctionPanel.tsx'
import { AuctionTable } from './AuctionTable.tsx'
import { AuctionTicket } from './AuctionTicket.tsx'
import { connectAuctions } from './connect-auctions.ts'
import { NextAuction } from './NextAuction.tsx'
import { useModels } from './use-models.ts'

const ticketPx = { keptAs: 'auction-ticket-width', least: 330, usual: 372, most: 560 } as const
const tabs = ['LIVE', 'MINE', 'UPCOMING', 'SETTLED'] as const
const tabNames: Readonly<Record<AuctionTab, string>> = { LIVE: 'Live', MINE: 'My bids', UPCOMING: 'Upcoming', SETTLED: 'Settled' }
const EVERY_COIN = 'All'
const REDRAW_MS = 10_000

/** Defi Auctions: options that vaults sell on a chain, and the desk’s sealed bids for them. */
export function Auctions() {
  const { id: userId } = useUser()
  useEffect(connectAuctions, [userId])
  const { loading, notHeld } = useAuctions('loading', 'notHeld')
  if (notHeld !== undefined) return <EmptyScreen icon={Gavel} title="Defi Auctions not available" text={notHeld} />
  return (
    <Loaded what="the auctions" of={loading}>
      <LoadedAuctions />
    </Loaded>
  )
}

function LoadedAuctions() {
  const { auctions, bids, trades, loading } = useAuctions('auctions', 'bids', 'trades', 'loading')
  const rows = useMemo(() => rowsOf(auctions.values(), bids.values(), trades.values()), [auctions, bids, trades])
  const { tab, chosen: selected, setTab, choose } = useSelection(rows)
  const [coin, setCoin] = useState(EVERY_COIN)
  const [text, setText] = useState('')
  const shown = useMemo(() => shownRows(rows, { tab, text, underlying: coin === EVERY_COIN ? undefined : coin }), [rows, tab, text, coin])
  const chosen = selected ?? shown[0]
  usePinned(selected, chosen, choose)
  const models = useModels(useMemo(() => rows.map(({ auction }) => auction), [rows]))
  const now = useNow(REDRAW_MS)
  const before = useMemo(() => chosen && clearingBefore(chosen.auction, { rows, models, now }), [chosen, rows, models, now])
  const lists = tabs.map((one) => (
    <Chip key={one} isOn={tab === one} count={countOf(rows, one)} onClick={() => setTab(one)}>
      {tabNames[one]}
    </Chip>
  ))
  const ticket = chosen && <AuctionTicket key={chosen.auction.id} row={chosen} model={models.get(chosen.auction.id)} before={before} />
  const toFirst = <Button onClick={() => setTab(firstTab(rows))}>Show auctions</Button>
  if (useIsNarrow()) return <PhoneAuctions {...{ rows, shown, chosen, lists, ticket, toFirst }} onChoose={choose} />
  const filters = (
    <>
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
    </>
  )
  const nothing = { title: 'No auction selected', text: 'Select an auction in the list to bid in it or to see its result.' }
  return (
    <TradingDesk
      ticket={<Pane data-ticket>{ticket ?? <Empty icon={Gavel} {...nothing} action={toFirst} />}</Pane>}
      ticketPx={ticketPx}
      feeds={['AUCTIONS']}
      behind={{ what: 'The auctions', of: loading }}
    >
      <ScreenBar end={filters}>
        {lists}
        <NextAuction rows={rows} />
      </ScreenBar>
      <AuctionTable rows={shown} models={models} tab={tab} chosen={chosen?.auction.id} onChoose={choose} onTab={setTab} />
      <Timetable rows={rows} onChoose={choose} />
      <AuctionPanel rows={rows} onChoose={choose} />
    </TradingDesk>
  )
}
