/** Converts the wire's mark to core's type, for charts and for rules that are checked before sending. */
import type { MarkView } from '@parley/contracts'
import type { Mark } from '@parley/core'

export function markFromWire(view: MarkView | undefined, indexPrice: number, at: number): Mark | undefined {
  if (view === undefined) return undefined
  const known = (text: string | null, scale = 1) => (text === null ? undefined : Number(text) * scale)
  const optional = {
    markIv: known(view.mark_iv, 0.01),
    bidPrice: known(view.bid_price),
    askPrice: known(view.ask_price),
    bidIv: known(view.bid_iv, 0.01),
    askIv: known(view.ask_iv, 0.01),
    minPrice: known(view.min_price),
    maxPrice: known(view.max_price),
    greeks:
      view.delta === null
        ? undefined
        : { delta: Number(view.delta), gamma: Number(view.gamma ?? 0), vega: Number(view.vega ?? 0), theta: Number(view.theta ?? 0) },
  }
  const present = Object.fromEntries(Object.entries(optional).filter(([, value]) => value !== undefined))
  return {
    instrumentId: view.instrument_id,
    markPrice: Number(view.mark_price),
    underlyingPrice: Number(view.underlying_price),
    indexPrice,
    at,
    ...present,
  }
}
