import { useEffect, useMemo, useState } from 'react'
import { type Flow, useScreen } from '../../../live/screen-state.ts'
import { useLive } from '../../../live/store.ts'
import { useNow } from '../../../live/use-live.ts'
import { filterRows, inMarket, type RfqFilter } from './filters.ts'
import { loadPins, usePins } from './pins.ts'
import { type RfqRow, rowsOf } from './rfq-rows.ts'

export type RfqRows = {
  /** Of the chosen flow, currency and venue, before the chips. */
  readonly inMarket: readonly RfqRow[]
  /** To the minute: what has traded today is asked of the day. */
  readonly now: number
  readonly shown: readonly RfqRow[]
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
  const now = useNow(MINUTE_MS)
  const currency = useScreen((state) => state.currency)
  const venue = useScreen((state) => state.venue)
  const [chosen, setFilter] = useState<RfqFilter>('ALL')
  const [strategies, setStrategies] = useState<readonly string[]>([])
  const [products, setProducts] = useState<readonly string[]>([])
  const [text, setText] = useState('')
  const filter = filtersOf[flow].includes(chosen) ? chosen : 'ALL'
  const market = useMemo(() => inMarket(all, { currency, venue }), [all, currency, venue])
  const shown = useMemo(
    () => filterRows(market, { filter, strategies, products, text }, now),
    [market, filter, strategies, products, text, now],
  )
  const clear = () => {
    setText('')
    setFilter('ALL')
    setStrategies([])
    setProducts([])
  }
  return { inMarket: market, now, shown, flow, filter, setFilter, strategies, setStrategies, products, setProducts, text, setText, clear }
}

function useAllRows(flow: Flow): readonly RfqRow[] {
  const pins = usePins((state) => state.pins)
  useEffect(loadPins, [])
  const pinned = useMemo(() => new Set(Object.keys(pins)), [pins])
  const rfqs = useLive((live) => live.rfqs)
  const levelsByRfq = useLive((live) => live.levelsByRfq)
  const ordersByRfq = useLive((live) => live.ordersByRfq)
  const tradesByRfq = useLive((live) => live.tradesByRfq)
  const marks = useLive((live) => live.marks)
  return useMemo(
    () => rowsOf({ rfqs, levelsByRfq, ordersByRfq, tradesByRfq, marks }, pinned, ({ audience }) => flow === 'ALL' || flow === audience),
    [rfqs, levelsByRfq, ordersByRfq, tradesByRfq, marks, pinned, flow],
  )
}
