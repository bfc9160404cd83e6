/**
 * Marks and Greeks as texts of the API: pure. Prices of one contract have the digits of its tick, Greeks have eight, volatilities are in per cent.
 */
import { formatPrice, PRICE_DECIMALS, priceFromNumber, priceToNumber, type Instrument, type Mark, type Price } from '@parley/core'
import type { GreeksView, InstrumentView, MarkView } from '@parley/contracts'
import type { MarketData } from './market-data.ts'

type GreekFigures = NonNullable<Mark['greeks']>

const NO_GREEKS: GreekFigures = { delta: 0, gamma: 0, vega: 0, theta: 0 }

export const greeksView = ({ delta, gamma, vega, theta }: GreekFigures): GreeksView => ({
  delta: fixed(delta, 8),
  gamma: fixed(gamma, 8),
  theta: fixed(theta, 8),
  vega: fixed(vega, 8),
})

/** A future moves with its underlying: a linear one by one coin, an inverse one by its dollars in coin. */
export function greeksOf(instrument: Instrument, mark: Mark): GreekFigures {
  if (mark.greeks !== undefined) return mark.greeks
  if (instrument.kind === 'OPTION') return NO_GREEKS
  return { ...NO_GREEKS, delta: instrument.marginKind === 'INVERSE' && mark.markPrice > 0 ? 1 / mark.markPrice : 1 }
}

/** `toFixed` without a negative zero. */
export function fixed(value: number, decimals: number): string {
  const text = value.toFixed(decimals)
  return value < 0 && Number(text) === 0 ? text.slice(1) : text
}

/** Rounded to the tick, so that a bot can quote it unchanged. */
export function onTick(value: number, tickSize: Price): string {
  const tick = priceToNumber(tickSize)
  return formatPrice((Math.round(value / tick) * tickSize || 0) as Price, decimalsOf(tickSize))
}

/** Computed by counting and not from a text, because every published price needs it. */
function decimalsOf(tickSize: Price): number {
  let decimals = PRICE_DECIMALS
  for (let step = 10; decimals > 0 && tickSize % step === 0; step *= 10) decimals -= 1
  return decimals
}

/** All the digits of a price, without trailing zeros; null if there is no price. */
export function trimmed(value: number | undefined): string | null {
  const price = value === undefined ? undefined : priceFromNumber(value)
  return price === undefined ? null : formatPrice(price)
}

export const orNull = <T>(value: T | undefined, text: (value: T) => string): string | null => (value === undefined ? null : text(value))
export const percent = (fraction: number | undefined): string | null => orNull(fraction, (value) => fixed(value * 100, 2))

export function markView(instrument: Instrument, mark: Mark): MarkView {
  const price = (value: number | undefined) => orNull(value, (known) => onTick(known, instrument.tickSize))
  const greeks = instrument.kind === 'OPTION' ? mark.greeks : greeksOf(instrument, mark)
  return {
    instrument_id: instrument.id,
    mark_price: trimmed(mark.markPrice) ?? '0',
    mark_iv: percent(mark.markIv),
    bid_price: price(mark.bidPrice),
    ask_price: price(mark.askPrice),
    bid_iv: percent(mark.bidIv),
    ask_iv: percent(mark.askIv),
    underlying_price: trimmed(mark.underlyingPrice) ?? '0',
    delta: orNull(greeks?.delta, (value) => fixed(value, 8)),
    gamma: orNull(greeks?.gamma, (value) => fixed(value, 8)),
    vega: orNull(greeks?.vega, (value) => fixed(value, 8)),
    theta: orNull(greeks?.theta, (value) => fixed(value, 8)),
    min_price: price(mark.minPrice),
    max_price: price(mark.maxPrice),
  }
}

export function instrumentGreeks(instrument: Instrument, mark: Mark): NonNullable<InstrumentView['greeks']> {
  const { mark_price, mark_iv, bid_price, ask_price, bid_iv, ask_iv, underlying_price } = markView(instrument, mark)
  return {
    ...greeksView(greeksOf(instrument, mark)),
    mark_price,
    mark_iv,
    best_bid_price: bid_price,
    best_ask_price: ask_price,
    best_bid_iv: bid_iv,
    best_ask_iv: ask_iv,
    underlying_price,
  }
}

/** An open RFQ with the venue's current volatilities of its legs. */
export function withVolatilities<View extends { readonly legs: readonly { readonly instrument_id: number }[] }>(
  view: View,
  marketData: Pick<MarketData, 'mark'>,
) {
  const legs = view.legs.map((leg) => {
    const { markIv, bidIv, askIv } = marketData.mark(leg.instrument_id) ?? {}
    return { ...leg, mark_price_iv: percent(markIv), best_bid_iv: percent(bidIv), best_ask_iv: percent(askIv) }
  })
  return { ...view, legs }
}
