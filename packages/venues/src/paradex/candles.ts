/** The venue's candles. It has none longer than an hour, so longer candles are combined from hourly ones, starting at 00:00 UTC. */
import type { Candle, CandleQuery } from '../port/perpetuals-port.ts'
import type { VenueAnswer } from '../port/venue-answers.ts'
import { refused, type ApiAnswer } from './answers.ts'
import type { Query } from './http.ts'
import { CANDLES_PER_CALL } from './limits.ts'
import { oldestFirst, readList } from './lists.ts'
import { candleFromWire } from './market-wire.ts'

const MINUTE_MS = 60_000
const LONGEST = 60

type Read = VenueAnswer<readonly Candle[]>
type Ask = (path: string, query: Query) => Promise<ApiAnswer>

export async function readCandles(ask: Ask, query: CandleQuery): Promise<Read> {
  const { minutes, from, to } = query
  const length = minutes * MINUTE_MS
  if ((to - from) / length > CANDLES_PER_CALL)
    return refused(`At most ${CANDLES_PER_CALL} candles can be read at once. Request a shorter period or a longer resolution.`, 'CANDLES')
  if (minutes <= LONGEST) return readOnce(ask, query)
  const hours: Candle[] = []
  const step = CANDLES_PER_CALL * LONGEST * MINUTE_MS
  // Starts early enough that the first candle is complete.
  for (let start = Math.floor(from / length) * length; start < to; start += step) {
    const read = await readOnce(ask, { ...query, minutes: LONGEST, from: start, to: Math.min(to, start + step - 1) })
    if (read.outcome !== 'DONE') return read
    hours.push(...read.value)
  }
  return { outcome: 'DONE', value: joinedTo(length, hours) }
}

async function readOnce(ask: Ask, { market, minutes, from, to }: CandleQuery): Promise<Read> {
  const query = { symbol: market, resolution: String(minutes), start_at: String(from), end_at: String(to) }
  return oldestFirst(await readList((asked) => ask('/markets/klines', asked), query, candleFromWire))
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
