/** Candles of the simulated venue: minutes as they pass, hours for earlier times, and a backward random walk for a venue that has just started. */
import type { Random } from '../exchange/random.ts'

export type Minute = { readonly at: number; open: number; high: number; low: number; close: number; volume: number }
export type Past = { readonly minutes: number; readonly days: number }

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const MAX_MINUTES = 2 * 1_440
const MAX_HOURS = 400 * 24
const VOLATILITY_PER_MINUTE = 0.0006

/** Minutes as they pass; when they become too old, they are merged into hours. */
export function createCandles(now: () => number) {
  const minutes = new Map<string, Minute[]>()
  const hours = new Map<string, Minute[]>()
  const listOf = (of: Map<string, Minute[]>, symbol: string): Minute[] => {
    const own = of.get(symbol) ?? []
    of.set(symbol, own)
    return own
  }
  const fold = (symbol: string, minute: Minute): void => {
    const own = listOf(hours, symbol)
    const at = Math.floor(minute.at / HOUR_MS) * HOUR_MS
    const last = own.at(-1)
    if (last?.at !== at) own.push({ ...minute, at })
    else Object.assign(last, joined(last, minute))
    if (own.length > MAX_HOURS) own.shift()
  }
  return {
    minutes: (symbol: string): readonly Minute[] => minutes.get(symbol) ?? [],
    hours: (symbol: string): readonly Minute[] => hours.get(symbol) ?? [],
    begin: (symbol: string, past: Readonly<Record<'minutes' | 'hours', Minute[]>>): void => {
      minutes.set(symbol, past.minutes)
      hours.set(symbol, past.hours)
    },
    look: (symbol: string, price: number, size: number): void => {
      const at = Math.floor(now() / MINUTE_MS) * MINUTE_MS
      const own = listOf(minutes, symbol)
      const last = own.at(-1)
      if (last !== undefined && last.at >= at) return void Object.assign(last, joined(last, { ...pointAt(at, price), volume: size }))
      const open = last?.close ?? price
      own.push({ at, open, high: Math.max(open, price), low: Math.min(open, price), close: price, volume: size })
      if (own.length > MAX_MINUTES) fold(symbol, own.shift()!)
    },
  }
}

const pointAt = (at: number, price: number) => ({ at, open: price, high: price, low: price, close: price })

/** Joins two consecutive candles into one that begins with the first. */
export const joined = (first: Minute, { high, low, close, volume }: Minute): Minute => ({
  ...{ at: first.at, open: first.open, close },
  high: Math.max(first.high, high),
  low: Math.min(first.low, low),
  volume: first.volume + volume,
})

type Present = { readonly price: number; readonly volumePerMinute: number }

/** A walk backwards from the current price: minutes, and hours before those. The volume of each is the current usual volume. */
export function pastOf(present: Present, { minutes, days }: Past, now: number, random: Random): Record<'minutes' | 'hours', Minute[]> {
  const from = { minutes: Math.floor(now / MINUTE_MS) * MINUTE_MS, hours: 0 }
  const near = walkBack({ ...present, from: from.minutes, every: MINUTE_MS, count: Math.min(minutes, MAX_MINUTES - 1) }, random)
  const first = near[0]
  from.hours = Math.floor((first?.at ?? from.minutes) / HOUR_MS) * HOUR_MS
  const far = walkBack(
    { ...present, price: first?.open ?? present.price, from: from.hours, every: HOUR_MS, count: Math.min(24 * days, MAX_HOURS) },
    random,
  )
  return { minutes: near, hours: far }
}

type WalkBack = Present & { readonly from: number; readonly every: number; readonly count: number }

function walkBack({ price, volumePerMinute, from, every, count }: WalkBack, random: Random): Minute[] {
  const minutes = every / MINUTE_MS
  const volatility = VOLATILITY_PER_MINUTE * Math.sqrt(minutes)
  const past: Minute[] = []
  let close = price
  for (let ago = 1; ago <= count; ago += 1) {
    const open = close * Math.exp(volatility * random.normal())
    const [wickUp, wickDown] = [1, 1].map(() => Math.abs(volatility * random.normal()) / 2)
    const [high, low] = [Math.max(open, close) * (1 + wickUp!), Math.min(open, close) * (1 - wickDown!)]
    past.push({ at: from - ago * every, open, high, low, close, volume: minutes * volumePerMinute * (0.5 + random.next()) })
    close = open
  }
  return past.reverse()
}
