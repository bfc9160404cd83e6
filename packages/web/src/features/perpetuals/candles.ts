/** Updates candles with trades: a trade extends the last candle or starts the next one. Pure. */
import type { Candle, FundingRate } from './model.ts'

/** The resolutions of the server that the chart offers. */
export const resolutions = ['1', '5', '15', '60', '240', '1440'] as const
export type Resolution = (typeof resolutions)[number]
export const resolutionLabels: Readonly<Record<Resolution, string>> = {
  '1': '1m',
  '5': '5m',
  '15': '15m',
  '60': '1h',
  '240': '4h',
  '1440': '1D',
}
const MINUTE_MS = 60_000
const DAY_MS = 1_440 * MINUTE_MS

export const periodMs = (resolution: Resolution): number => Number(resolution) * MINUTE_MS

/** The start of the candle that contains a time. */
export const beginOf = (at: number, resolution: Resolution): number => Math.floor(at / periodMs(resolution)) * periodMs(resolution)

/** Trades older than the last candle are already included. */
export function withTrade(
  candles: readonly Candle[],
  trade: { readonly at: number; readonly price: number; readonly quantity: number },
  resolution: Resolution,
): readonly Candle[] {
  const begins = beginOf(trade.at, resolution)
  const last = candles.at(-1)
  if (last !== undefined && begins < last.at) return candles
  if (last === undefined || begins > last.at) {
    const { price, quantity } = trade
    const fresh: Candle = { at: begins, open: price, high: price, low: price, close: price, volume: quantity }
    return [...candles, fresh]
  }
  const grown: Candle = {
    ...last,
    high: Math.max(last.high, trade.price),
    low: Math.min(last.low, trade.price),
    close: trade.price,
    volume: last.volume + trade.quantity,
  }
  return [...candles.slice(0, -1), grown]
}

/** The last funding rate within each candle. Candles without one are left out. */
export function ratesByCandle(candles: readonly Candle[], rates: readonly FundingRate[], resolution: Resolution): readonly FundingRate[] {
  const last = new Map<number, number>()
  for (const { at, rate } of rates) last.set(beginOf(at, resolution), rate)
  return candles.flatMap(({ at }) => {
    const rate = last.get(at)
    return rate === undefined ? [] : [{ at, rate }]
  })
}

export type DayRange = { readonly low: number; readonly high: number }

/** The lowest and highest price of the last 24 hours. Undefined if there was no trade. */
export function dayRange(candles: readonly Candle[], now: number): DayRange | undefined {
  const day = candles.filter(({ at }) => at > now - DAY_MS)
  if (day.length === 0) return undefined
  return { low: Math.min(...day.map(({ low }) => low)), high: Math.max(...day.map(({ high }) => high)) }
}
