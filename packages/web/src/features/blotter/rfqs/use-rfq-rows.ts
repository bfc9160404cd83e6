import { useEffect, useMemo, useRef, useState } from 'react'
import { type Flow, useScreen } from '../../../live/screen-state.ts'
import { useSeenVenues } from '../../../live/open-markets.ts'
import { useLive } from '../../../live/store.ts'
import { keptNames, keptText, useKept } from '../../../live/use-kept-setting.ts'
import { useUser } from '../../../live/session.ts'
import { useIsLoaded, useNow } from '../../../live/use-live.ts'
import { type Landing, landingOf } from './landing.ts'
import { filterRows, inMarket, type RfqFilter } from './filters.ts'
import { filterQueue, isQueueFilter, type QueueFilter } from '../queue/queue-filters.ts'
import type { QueueRow } from '../queue/queue-rows.ts'
import { useQueue } from '../queue/use-queue.ts'
import { freshPins, loadPins, usePins } from '../row/pins.ts'
import { type RfqRow, rowsOf } from '../row/rfq-rows.ts'

export type ChosenFilter = RfqFilter | QueueFilter

export type RfqRows = {
  /** Rows of the chosen flow, currency and venue, before the chips. */
  readonly inMarket: readonly RfqRow[]
  /** Precise to the minute, because "traded today" depends on the day. */
  readonly now: number
  readonly shown: readonly RfqRow[]
  /** The RFQs that the desk was asked to quote, with their states. Empty in other flows. */
  readonly queue: readonly QueueRow[]
  /** Those that pass the filters, if the queue is shown. */
  readonly shownQueue: readonly QueueRow[] | undefined
  readonly flow: Flow
  readonly filter: ChosenFilter
  readonly setFilter: (filter: ChosenFilter) => void
  readonly strategies: readonly string[]
  readonly setStrategies: (strategies: readonly string[]) => void
  readonly products: readonly string[]
  readonly setProducts: (products: readonly string[]) => void
  readonly text: string
  readonly setText: (text: string) => void
  readonly clear: () => void
}

/** The chips of each flow, for both roles. Order books also have "Traded today". */
export const filtersOf: Readonly<Record<Flow, readonly RfqFilter[]>> = {
  ALL: ['ALL', 'I_QUOTE', 'MINE', 'PINNED'],
  DIRECT: ['ALL', 'I_QUOTE', 'MINE', 'PINNED'],
  ORDER_BOOK: ['ALL', 'I_QUOTE', 'MINE', 'PINNED', 'TRADED'],
}

const MINUTE_MS = 60_000
/** The choice between all RFQs and the queue is stored. Narrower filters are temporary. */
const homes = ['ALL', 'I_QUOTE'] as const

const SECOND_MS = 1_000
const noQueue: readonly RfqRow[] = []
const noNames: readonly string[] = []

/** The rows that pass the filters on the screen. */
export function useRfqRows(): RfqRows {
  const flow = useScreen((state) => state.flow)
  const all = useAllRows(flow)
  const now = useNow(MINUTE_MS)
  const currency = useScreen((state) => state.currency)
  const venue = useScreen((state) => state.venue)
  const [kept, setHome] = useKept<Landing | undefined>('rfq-home', undefined, keptText(homes))
  const landing = useLanding(all)
  const home = kept ?? (flow === 'DIRECT' ? landing : 'ALL')
  const [picked, choose] = useState<ChosenFilter>()
  const chosen = picked ?? home
  const setFilter = (next: ChosenFilter) => {
    choose(next)
    setHome(next === 'I_QUOTE' || isQueueFilter(next) ? 'I_QUOTE' : 'ALL')
  }
  const [strategies, setStrategies] = useKept('filter-strategies', noNames, keptNames)
  const [products, setProducts] = useKept('filter-products', noNames, keptNames)
  const [text, setText] = useKept('filter-text', '', (value) => (typeof value === 'string' ? value : undefined))
  const filter = isOffered(chosen, flow) ? chosen : 'ALL'
  const market = useMemo(() => inMarket(all, { currency, venue }), [all, currency, venue])
  const among = isQueueFilter(filter) ? 'I_QUOTE' : filter
  const passed = useMemo(
    () => filterRows(market, { filter: among, strategies, products, text }, now),
    [market, among, strategies, products, text, now],
  )
  const queue = useQueue(flow === 'DIRECT' ? market : noQueue)
  const shownQueue = useShownQueue(queue, passed, flow === 'DIRECT' ? filter : 'ALL')
  const shown = useMemo(() => shownQueue?.map(({ row }) => row) ?? passed, [shownQueue, passed])
  const clear = () => {
    setText('')
    // Resets to the default without storing a choice: for a maker the queue is not a filter, but in an order book it is.
    choose(flow === 'DIRECT' ? undefined : 'ALL')
    setStrategies([])
    setProducts([])
  }
  const chips = { filter, setFilter, strategies, setStrategies, products, setProducts, text, setText, clear }
  return { inMarket: market, now, shown, queue, shownQueue, flow, ...chips }
}

/** Decided once, when the RFQs have loaded, so that the table does not change while it is being read. */
function useLanding(rows: readonly RfqRow[]): Landing {
  const isMaker = useUser().trading_desk?.is_maker === true
  const isLoaded = useIsLoaded('rfqs', 'DIRECT')
  const judged = useRef<Landing>(undefined)
  if (isLoaded) judged.current ??= landingOf(isMaker, rows)
  return judged.current ?? landingOf(isMaker, [])
}

const isOffered = (filter: ChosenFilter, flow: Flow): boolean =>
  isQueueFilter(filter) ? flow === 'DIRECT' : filtersOf[flow].includes(filter)

/** The part of the queue that passes the other filters. Undefined if another list is shown. */
function useShownQueue(queue: readonly QueueRow[], passed: readonly RfqRow[], filter: ChosenFilter): readonly QueueRow[] | undefined {
  const now = useNow(SECOND_MS)
  const second = filter === 'SOON' ? now : 0
  return useMemo(() => {
    if (filter !== 'I_QUOTE' && !isQueueFilter(filter)) return undefined
    const ids = new Set(passed.map(({ id }) => id))
    const among = queue.filter(({ id }) => ids.has(id))
    return isQueueFilter(filter) ? filterQueue(among, filter, second) : among
  }, [queue, passed, filter, second])
}

function useAllRows(flow: Flow): readonly RfqRow[] {
  const pins = usePins((state) => state.pins)
  useEffect(loadPins, [])
  const now = useNow(MINUTE_MS)
  const pinned = useMemo(() => new Set(Object.keys(freshPins(pins, now))), [pins, now])
  const rfqs = useLive((live) => live.rfqs)
  const levelsByRfq = useLive((live) => live.levelsByRfq)
  const ordersByRfq = useLive((live) => live.ordersByRfq)
  const tradesByRfq = useLive((live) => live.tradesByRfq)
  const marks = useLive((live) => live.marks)
  const seen = useSeenVenues()
  // The desk's own RFQs are included at every venue.
  const all = useMemo(
    () => rowsOf({ rfqs, levelsByRfq, ordersByRfq, tradesByRfq, marks }, pinned, ({ audience }) => flow === 'ALL' || flow === audience),
    [rfqs, levelsByRfq, ordersByRfq, tradesByRfq, marks, pinned, flow],
  )
  return useMemo(() => all.filter(({ role, rfq }) => role !== undefined || seen(rfq.venue)), [all, seen])
}
