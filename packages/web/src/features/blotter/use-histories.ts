/** The history of every flow with live changes, as the tabs show it. */
import {
  type AnyOrder,
  type AnyTapeTrade,
  type AnyTrade,
  type Rfq,
  rfqLists,
  tapeLists,
  tradeLists,
  type TradingFlow,
} from '@parley/client'
import { useMemo } from 'react'
import { useTimeZone } from '../../components/time-zone.ts'
import { useOrderBookBase } from '../../live/order-book-base.ts'
import { useSpreadDeals } from '../../live/spread-deals.ts'
import { filledAt } from '../../live/store.ts'
import { type HistorySource, type History, useHistory } from '../../live/use-history.ts'
import { useRfqs, useTape, useTrades } from '../../live/use-live.ts'
import { useSnapshot } from '../../live/use-snapshot.ts'
import { type FlowChoice, isChosen } from './flow-choice.ts'
import { mergeLists } from './merge-lists.ts'
import { isWithin, momentsOf, usePeriod } from './period.ts'

const executedAt = (trade: AnyTrade): number => trade.executedAt
export const createdAt = (one: Rfq | AnyOrder): number => one.createdAt

type Of<Row> = {
  readonly since: readonly Row[]
  readonly at: (row: Row) => number
  readonly choice: FlowChoice
  readonly moments: Moments
  /** The time by which the server sorts the list. */
  readonly listedAt?: (row: Row) => number
  /** Spreads join the list when their code is loaded, so that the list does not have to wait for it. */
  readonly spreads?: 'JOIN_LATER'
}
type Moments = ReturnType<typeof momentsOf>

/** A stable object while the period does not change, because lists reload when it does. */
export function useMoments(): Moments {
  // Days begin at other times in another zone.
  useTimeZone()
  const { start, end } = momentsOf(usePeriod())
  return useMemo(() => (start === undefined || end === undefined ? everyDay : { start, end }), [start, end])
}
const everyDay: Moments = {}

/** A list of spreads while its code is loading. */
export const notYet: HistorySource<never> = { audience: 'SPREADS', call: undefined, query: {}, rowsOf: () => [] }

/** Merges the published lists of one kind. Their number must not change. */
export function useLists<Row extends Rfq | AnyOrder | AnyTapeTrade>(
  name: string,
  listings: readonly HistorySource<Row>[],
  { since, at, choice, moments, listedAt = at, spreads }: Of<Row>,
): History<Row> {
  const base = useOrderBookBase()
  const { start = '', end = '' } = moments
  const read = listings.map((listing, place) => {
    // Live rows of an audience are added to its first list. Its other lists contain only history.
    const isFirst = listings.findIndex(({ audience }) => audience === listing.audience) === place
    const key = `${name} ${place} ${base} ${start} ${end} ${listing.call === undefined}`
    // oxlint-disable-next-line react/rules-of-hooks -- A caller has the same number of lists at every render, so React meets the same hooks.
    return useOneList(listing, key, isFirst ? since : none, { at, listedAt, moments })
  })
  const lists = useSnapshot(read, read)
  return useMemo(() => {
    const isLate = (list: History<Row>, audience: TradingFlow) =>
      spreads === 'JOIN_LATER' && choice === 'ALL' && audience === 'SPREADS' && list.rows.state === 'LOADING'
    const audienceAt = (place: number): TradingFlow => listings[place]!.audience
    return mergeLists(
      lists.filter((list, place) => isChosen(choice, audienceAt(place)) && !isLate(list, audienceAt(place))),
      at,
    )
  }, [lists, listings, choice, spreads, at])
}

/** One list with the live rows of its audience. If the spreads code could not be loaded, the list has failed. */
function useOneList<Row extends Rfq | AnyOrder | AnyTapeTrade>(
  listing: HistorySource<Row>,
  key: string,
  live: readonly Row[],
  { at, listedAt, moments }: Required<Pick<Of<Row>, 'at' | 'listedAt' | 'moments'>>,
): History<Row> {
  const { audience, call } = listing
  const failed = useSpreadDeals((deals) => deals.failed)
  const own = useMemo(
    () => live.filter((row) => row.audience === audience && isWithin(listedAt(row), moments)),
    [live, audience, listedAt, moments],
  )
  const list = useHistory(listing, key, own, at)
  return useMemo(() => (call === undefined && failed !== undefined ? { rows: failed, more: undefined } : list), [call, failed, list])
}

const none: readonly never[] = []

/** The desk's own trades. `every` requests the largest page size, for sums. */
export function useTradeHistory(choice: FlowChoice, every?: number): History<AnyTrade> {
  const base = useOrderBookBase()
  const trades = useTrades()
  const { trades: spreadTrades, calls: spreads } = useSpreadDeals()
  const since = useMemo((): readonly AnyTrade[] => [...trades.values(), ...spreadTrades.values()], [trades, spreadTrades])
  const chosen = useMoments()
  const moments = every === undefined ? chosen : everyDay
  const lists = useMemo((): readonly HistorySource<AnyTrade>[] => {
    const wanted = { ...moments, ...(every === undefined ? {} : { pageSize: every }) }
    return [...tradeLists({ base, ...wanted }), spreads?.spreadTradeList(wanted) ?? notYet]
  }, [base, moments, every, spreads])
  return useLists('trades', lists, { since, at: executedAt, choice, moments })
}

/** The trades of all desks. */
export function useTapeHistory(choice: FlowChoice): History<AnyTapeTrade> {
  const base = useOrderBookBase()
  const tape = useTape()
  const { tape: spreadTape, calls: spreads } = useSpreadDeals()
  const since = useMemo((): readonly AnyTapeTrade[] => [...tape, ...spreadTape], [tape, spreadTape])
  const moments = useMoments()
  return useLists(
    'tape',
    useMemo(
      (): readonly HistorySource<AnyTapeTrade>[] => [...tapeLists({ base, ...moments }), spreads?.spreadTapeList(moments) ?? notYet],
      [base, moments, spreads],
    ),
    { since, at: filledAt, choice, moments, spreads: 'JOIN_LATER' },
  )
}

/** Closed RFQs, closed order books, and order books in which the desk's part is filled. */
export function useRfqHistory(choice: FlowChoice): History<Rfq> {
  const base = useOrderBookBase()
  const rfqs = useRfqs()
  const since = useMemo(() => [...rfqs.values()].filter(isPast), [rfqs])
  const moments = useMoments()
  return useLists(
    'rfqs',
    useMemo(() => rfqLists('CLOSED', { base, ...moments }), [base, moments]),
    { since, at: createdAt, choice, moments, listedAt: rfqListedAt },
  )
}

/** Order books are sorted by their latest activity. */
const rfqListedAt = ({ audience, createdAt: at, updatedAt }: Rfq): number => (audience === 'ORDER_BOOK' ? updatedAt : at)

const isPast = ({ state, part }: Rfq): boolean => state === 'CLOSED' || part?.status === 'FILLED' || part?.status === 'COMPLETED'
