import { useEffect, useMemo, useState } from 'react'
import { type Flow, useScreen } from '../../app/screen-state.ts'
import { useGroupLive } from '../../live/group-store.ts'
import { useLive } from '../../live/store.ts'
import { useNow } from '../../live/use-live.ts'
import { marketRowsOf } from '../group-rfq/market-rows.ts'
import { loadPins, usePins } from './pins.ts'
import { rowsOf } from './rfq-rows.ts'
import { filterRows, inMarket, newestFirst, type RfqFilter, unifyDirect, unifyMarket, type UnifiedRow } from './unified-rows.ts'

export type RfqRows = {
  /** Of the chosen flow, currency and venue, before the chips. */
  readonly inMarket: readonly UnifiedRow[]
  readonly shown: readonly UnifiedRow[]
  readonly flow: Flow
  readonly filter: RfqFilter
  readonly setFilter: (filter: RfqFilter) => void
  readonly strategies: readonly string[]
  readonly setStrategies: (strategies: readonly string[]) => void
  readonly products: readonly string[]
  readonly setProducts: (products: readonly string[]) => void
  readonly text: string
  readonly setText: (text: string) => void
  readonly clear: () => void
}

/** The chips of each flow, of both roles in each; an order book tells besides what has traded today. */
export const filtersOf: Readonly<Record<Flow, readonly RfqFilter[]>> = {
  ALL: ['ALL', 'I_QUOTE', 'MINE', 'PINNED'],
  DIRECT: ['ALL', 'I_QUOTE', 'MINE', 'PINNED'],
  ORDER_BOOK: ['ALL', 'I_QUOTE', 'MINE', 'PINNED', 'TRADED'],
}

const MINUTE_MS = 60_000

/** The rows as filtered on the screen. */
export function useRfqRows(): RfqRows {
  const flow = useScreen((state) => state.flow)
  const all = useAllRows(flow)
  const currency = useScreen((state) => state.currency)
  const venue = useScreen((state) => state.venue)
  const [chosen, setFilter] = useState<RfqFilter>('ALL')
  const [strategies, setStrategies] = useState<readonly string[]>([])
  const [products, setProducts] = useState<readonly string[]>([])
  const [text, setText] = useState('')
  const filter = filtersOf[flow].includes(chosen) ? chosen : 'ALL'
  const market = useMemo(() => inMarket(all, { currency, venue }), [all, currency, venue])
  const shown = useMemo(() => filterRows(market, { filter, strategies, products, text }), [market, filter, strategies, products, text])
  const clear = () => {
    setText('')
    setFilter('ALL')
    setStrategies([])
    setProducts([])
  }
  return { inMarket: market, shown, flow, filter, setFilter, strategies, setStrategies, products, setProducts, text, setText, clear }
}

function useAllRows(flow: Flow): readonly UnifiedRow[] {
  const pins = usePins((state) => state.pins)
  useEffect(loadPins, [])
  const pinned = useMemo(() => new Set(Object.keys(pins)), [pins])
  const direct = useDirectRows(pinned, flow !== 'ORDER_BOOK')
  const markets = useMarketRows(pinned, flow !== 'DIRECT')
  return useMemo(
    () => (flow === 'ALL' ? newestFirst([...direct, ...markets]) : flow === 'DIRECT' ? direct : markets),
    [direct, markets, flow],
  )
}

const none: readonly UnifiedRow[] = []

function useDirectRows(pinned: ReadonlySet<string>, isWanted: boolean): readonly UnifiedRow[] {
  const rfqs = useLive((live) => live.rfqs)
  const quotesByRfq = useLive((live) => live.quotesByRfq)
  const ordersByRfq = useLive((live) => live.ordersByRfq)
  const marks = useLive((live) => live.marks)
  return useMemo(
    () => (isWanted ? rowsOf({ rfqs, quotesByRfq, ordersByRfq, marks }, pinned).map(unifyDirect) : none),
    [rfqs, quotesByRfq, ordersByRfq, marks, pinned, isWanted],
  )
}

function useMarketRows(pinned: ReadonlySet<string>, isWanted: boolean): readonly UnifiedRow[] {
  const markets = useGroupLive((live) => live.markets)
  const bookByMarket = useGroupLive((live) => live.bookByMarket)
  const quotesByMarket = useGroupLive((live) => live.quotesByMarket)
  const tradesByMarket = useGroupLive((live) => live.tradesByMarket)
  const marks = useLive((live) => live.marks)
  const now = useNow(MINUTE_MS)
  return useMemo(
    () =>
      isWanted
        ? marketRowsOf({ markets, bookByMarket, quotesByMarket, tradesByMarket, marks }, pinned).map((row) => unifyMarket(row, now))
        : none,
    [markets, bookByMarket, quotesByMarket, tradesByMarket, marks, pinned, now, isWanted],
  )
}
