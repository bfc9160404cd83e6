/** A rolling window for each key: at most `most` within any `withinMs`. Pure except for its own memory; the time is an argument. */
import type { RollingRate } from '@parley/contracts'
import type { Echo } from '../cluster/echo.ts'

export type RollingLimit = {
  /** Takes one turn, or as many as a call weighs, or returns the milliseconds until there are that many. */
  take(key: string, nowMs: number, weight?: number): number | undefined
  /** Milliseconds until there is a turn, without taking it; undefined if there is one now. */
  wait(key: string, nowMs: number): number | undefined
  /** The turns taken at that time were not used. */
  giveBack(key: string, takenAtMs: number, weight?: number): void
}

const KEYS_MOST = 100_000
/** Times that have left the window are dropped in chunks of this size, so that the cost of a turn does not depend on the size of the window. */
const DROPPED_AT_ONCE = 1_000

/** Times of turns, ascending. Those before `first` have left the window. */
type Window = { times: number[]; first: number }

/** `rateOf` returns the rate of a key that has its own. */
export function createRollingLimit(common: RollingRate, rateOf: (key: string) => RollingRate | undefined = () => undefined): RollingLimit {
  const windows = new Map<string, Window>()

  const rolled = (key: string, nowMs: number): Window => {
    const { withinMs } = rateOf(key) ?? common
    const window = windows.get(key) ?? { times: [], first: 0 }
    while (window.first < window.times.length && window.times[window.first]! <= nowMs - withinMs) window.first += 1
    if (window.first >= DROPPED_AT_ONCE) {
      window.times = window.times.slice(window.first)
      window.first = 0
    }
    return window
  }
  /** No call weighs more than the whole rate. */
  const slotsOf = (key: string, weight: number): number => Math.min(weight, (rateOf(key) ?? common).most)
  const missing = (key: string, { times, first }: Window, nowMs: number, slots: number): number | undefined => {
    const { most, withinMs } = rateOf(key) ?? common
    // The turn that must leave the window before the next ones.
    const leaving = times.length - first + slots <= most ? undefined : times[times.length - most + slots - 1]
    return leaving === undefined ? undefined : leaving + withinMs - nowMs
  }

  return {
    wait: (key, nowMs) => missing(key, rolled(key, nowMs), nowMs, 1),
    take(key, nowMs, weight = 1) {
      const window = rolled(key, nowMs)
      // The least recently used key is dropped first, and the map keeps that order.
      windows.delete(key)
      if (windows.size >= KEYS_MOST) windows.delete(windows.keys().next().value!)
      windows.set(key, window)
      const slots = slotsOf(key, weight)
      const wait = missing(key, window, nowMs, slots)
      // If the clock goes back, a turn still counts as no older than the previous one.
      const at = Math.max(nowMs, window.times.at(-1) ?? nowMs)
      if (wait === undefined) for (let slot = 0; slot < slots; slot += 1) window.times.push(at)
      return wait
    },
    giveBack(key, takenAtMs, weight = 1) {
      const window = windows.get(key)
      for (let slot = slotsOf(key, weight); slot > 0; slot -= 1) {
        const place = window === undefined ? -1 : window.times.lastIndexOf(takenAtMs)
        if (window !== undefined && place >= window.first) window.times.splice(place, 1)
      }
    },
  }
}

type Turn = { readonly key: string; readonly at: number; readonly weight: number; readonly isGivenBack?: true }

/** Counts the turns at other gateways too. Those of the same few milliseconds may exceed the rate. */
export function echoedLimit(limit: RollingLimit, echo: Echo, name: string): RollingLimit {
  const publish = echo.on<Turn>(`rate ${name}`, ({ key, at, weight, isGivenBack }) => {
    if (isGivenBack === true) limit.giveBack(key, at, weight)
    else limit.take(key, at, weight)
  })
  return {
    wait: limit.wait,
    take(key, at, weight = 1) {
      const wait = limit.take(key, at, weight)
      if (wait === undefined) publish({ key, at, weight })
      return wait
    },
    giveBack(key, at, weight = 1) {
      limit.giveBack(key, at, weight)
      publish({ key, at, weight, isGivenBack: true })
    },
  }
}

/** The text that clients know, for every rate. */
export function ratelimitReached(waitMs: number): string {
  const seconds = Math.ceil(waitMs / 1000)
  return `Desk's ratelimit reached. Expected available in ${seconds} second${seconds === 1 ? '' : 's'}.`
}
