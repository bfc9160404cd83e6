import { useEffect, useMemo, useState } from 'react'
import { useScreen } from '../../app/screen-state.ts'
import { useLive } from '../../live/store.ts'
import { loadPins, usePins } from './pins.ts'
import { filterRows, inMarket, type RfqFilter, type RfqRow, rowsOf } from './rfq-rows.ts'

export type RfqRows = {
  /** Of the chosen currency and venue, before the chips. */
  readonly inMarket: readonly RfqRow[]
  readonly shown: readonly RfqRow[]
  readonly filter: RfqFilter
  readonly setFilter: (filter: RfqFilter) => void
  readonly strategies: readonly string[]
  readonly setStrategies: (strategies: readonly string[]) => void
  readonly text: string
  readonly setText: (text: string) => void
}

/** The rows as filtered on the screen. */
export function useRfqRows(): RfqRows {
  const rfqs = useLive((live) => live.rfqs)
  const quotesByRfq = useLive((live) => live.quotesByRfq)
  const ordersByRfq = useLive((live) => live.ordersByRfq)
  const marks = useLive((live) => live.marks)
  const pins = usePins((state) => state.pins)
  const currency = useScreen((state) => state.currency)
  const venue = useScreen((state) => state.venue)
  const [filter, setFilter] = useState<RfqFilter>('ALL')
  const [strategies, setStrategies] = useState<readonly string[]>([])
  const [text, setText] = useState('')
  useEffect(loadPins, [])
  const all = useMemo(
    () => rowsOf({ rfqs, quotesByRfq, ordersByRfq, marks }, new Set(Object.keys(pins))),
    [rfqs, quotesByRfq, ordersByRfq, marks, pins],
  )
  const market = useMemo(() => inMarket(all, { currency, venue }), [all, currency, venue])
  const shown = useMemo(() => filterRows(market, { filter, strategies, text }), [market, filter, strategies, text])
  return { inMarket: market, shown, filter, setFilter, strategies, setStrategies, text, setText }
}
