/** The venue's candles. It has none longer than an hour, so longer candles are combined from hourly ones, starting at 00:00 UTC. */
import type { Candle, CandleQuery } from '../port/perpetuals-port.ts'
import type { VenueAnswer } from '../port/venue-answers.ts'
import { refused } from './answers.ts'
import type { Api } from './api.ts'
import { CANDLES_PER_CALL } from './limits.ts'
import { oldestFirst, readList } from './lists.ts'
import { candleFromWire } from './market-wire.ts'

const MINUTE_MS = 60_000
const LONGEST = 60

type Read = VenueAnswer<readonly Candle[]>

export async function readCandles(api: Api, query: CandleQuery): Promise<Read> {
  const { minutes, from, to } = query
  const length = minutes * MINUTE_MS
  if ((to - from) / length > CANDLES_PER_CALL)
    return refused(`At most ${CANDLES_PER_CALL} candles can be read at once. Request a shorter period or a longer resolution.`, 'CANDLES')
  if (minutes <= LONGEST) return readOnce(api, query)
  const hours: Candle[] = []
  const step = CANDLES_PER_CALL * LONGEST * MINUTE_MS
  // Starts early enough that the first candle is complete.
  for (let start = Math.floor(from / length) * length; start < to; start += step) {
    const read = await readOnce(api, { ...query, minutes: LONGEST, from: start, to: Math.min(to, start + step - 1) })
    if (read.outcome !== 'DONE') return read
    hours.push(...read.value)
  }
  return { outcome: 'DONE', value: joinedTo(length, hours) }
}

async function readOnce(api: Api, { market, minutes, from, to }: CandleQuery): Promise<Read> {
  const query = { symbol: market, resolution: String(minutes), start_at: String(from), end_at: String(to) }
  return oldestFirst(await readList((asked) => api.read('/markets/klines', asked), query, candleFromWire))
}

/** Joins consecutive candles, oldest first. */
export function joinedTo(length: number, candles: readonly Candle[]): readonly Candle[] {
  const joined = new Map<number, Candle>()
  for (const candle of candles) {
    const at = Math.floor(candle.at / length) * length
    const before = joined.get(at)
    joined.set(at, before === undefined ? { ...candle, at } : withNext(before, candle))
  }
  return [...joined.values()]
}

const withNext = (before: Candle, next: Candle): Candle => ({
  ...{ at: before.at, open: before.open, close: next.close },
  high: Math.max(before.high, next.high),
  low: Math.min(before.low, next.low),
  volume: before.volume + next.volume,
})
