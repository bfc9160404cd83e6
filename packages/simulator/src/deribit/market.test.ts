import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { formatExpiry, optionExpiries } from '../exchange/calendar.ts'
import type { InstrumentRow } from './chain.ts'
import { createMarket, type Market } from './market.ts'
import { tickerOf } from './ticker.ts'

const NOON = Date.UTC(2026, 10, 21, 12)

const moments = fc.record({
  seed: fc.integer({ min: 0, max: 2 ** 31 - 1 }),
  minutes: fc.integer({ min: 0, max: 3 * 24 * 60 }),
  speed: fc.constantFrom(1, 20),
})

/** The market of a seed some minutes after noon, having moved in twenty steps. */
function marketAt({ seed, minutes, speed }: { seed: number; minutes: number; speed: number }): {
  readonly market: Market
  readonly at: number
} {
  let at = NOON
  const market = createMarket({ seed, now: () => at, speed })
  for (let step = 0; step < 20; step += 1) {
    at += (minutes / 20) * 60_000
    market.step((minutes / 20) * 60_000)
  }
  return { market, at }
}

const options = (market: Market): readonly InstrumentRow[] => market.instruments().filter((row) => row.kind === 'option')

/** Calls of one currency by expiry, by strike. */
function smiles(market: Market, currency: string): ReadonlyMap<number, readonly InstrumentRow[]> {
  const calls = options(market).filter((row) => row.base_currency === currency && row.option_type === 'call')
  return Map.groupBy(calls, (row) => row.expiration_timestamp)
}

describe('the simulated market', { timeout: 60_000 }, () => {
  it('offers no butterfly below zero, and no spread above its width', () => {
    fc.assert(
      fc.property(moments, (moment) => {
        const { market } = marketAt(moment)
        const wrong = [...smiles(market, 'BTC').values(), ...smiles(market, 'ETH').values()].flatMap((calls) => {
          const usd = calls.map((row) => market.value(row)).map(({ mark, forward }) => mark * forward)
          const slopes = calls.slice(1).map((row, index) => (usd[index + 1]! - usd[index]!) / (row.strike! - calls[index]!.strike!))
          return slopes.flatMap((slope, index) => {
            const least = Math.max(-1, slopes[index - 1] ?? -1) - 1e-9
            return slope >= least && slope <= 1e-9 ? [] : [`${calls[index]!.instrument_name} has the slope ${slope}`]
          })
        })
        expect(wrong).toEqual([])
      }),
      { numRuns: 25 },
    )
  })

  it('never prices a later expiry lower at equal moneyness', () => {
    fc.assert(
      fc.property(moments, (moment) => {
        const { market, at } = marketAt(moment)
        for (const currency of ['BTC', 'ETH']) {
          const expiries = [...smiles(market, currency).values()].map((calls) => calls.map((row) => pointOf(market, row, at)))
          const wrong = expiries.slice(1).flatMap((later, index) =>
            expiries[index]!.flatMap(({ name, k, w }) => {
              const then = varianceAt(later, k)
              return then === undefined || then >= w * 0.995 ? [] : [`${name} has the variance ${w}, and later ${then}`]
            }),
          )
          expect(wrong).toEqual([])
        }
      }),
      { numRuns: 25 },
    )
  })

  it('keeps put-call parity in coin', () => {
    fc.assert(
      fc.property(moments, (moment) => {
        const { market } = marketAt(moment)
        const wrong = options(market).filter((call) => {
          if (call.option_type !== 'call') return false
          const put = market.instrument(call.instrument_name.replace(/C$/, 'P'))!
          const { mark, forward } = market.value(call)
          return Math.abs(mark - market.value(put).mark - (1 - call.strike! / forward)) > 1e-9
        })
        expect(wrong.map((call) => call.instrument_name)).toEqual([])
      }),
      { numRuns: 10 },
    )
  })

  it('quotes every contract on its tick, around its mark and inside its band', () => {
    fc.assert(
      fc.property(moments, (moment) => {
        const { market, at } = marketAt(moment)
        const wrong = market.instruments().filter((row) => {
          const value = market.value(row)
          const { best_bid_price: bid, best_ask_price: ask, min_price: least, max_price: most } = tickerOf(row, value, at)
          const isAroundMark = bid <= value.mark && ask >= value.mark
          const isInBand = least < most && (bid === 0 || bid >= least) && ask <= most
          return !(isAroundMark && isInBand && isOnTick(row, bid) && isOnTick(row, ask))
        })
        expect(wrong.map((row) => ({ row, ticker: tickerOf(row, market.value(row), at) }))).toEqual([])
      }),
      { numRuns: 10 },
    )
  })

  it('is the same market for the same seed', () => {
    const run = (seed: number): number[] => {
      const market = createMarket({ seed, now: () => NOON, speed: 1 })
      return Array.from({ length: 50 }, () => (market.step(1_000), market.index('BTC')))
    }
    expect(run(7)).toEqual(run(7))
    expect(run(7)).not.toEqual(run(8))
  })

  it('lists the same contracts under the same ids after a restart, and never takes one away before it expires', () => {
    const ids = (at: number): Map<string, number> =>
      new Map(
        createMarket({ seed: 1, now: () => at, speed: 1 })
          .instruments()
          .map((row) => [row.instrument_name, row.instrument_id]),
      )
    const today = ids(NOON)
    expect(new Set(today.values()).size).toBe(today.size)
    for (const days of [1, 5, 30]) {
      const later = ids(NOON + days * 86_400_000)
      const gone = [...today].filter(([name, id]) => later.get(name) !== id).map(([name]) => name)
      const rows = createMarket({ seed: 1, now: () => NOON, speed: 1 })
      gone.forEach((name) => expect(rows.instrument(name)!.expiration_timestamp, name).toBeLessThanOrEqual(NOON + days * 86_400_000))
    }
  })
})

describe('the calendar of expiries', () => {
  it('lists dailies, weeklies, monthlies and quarterlies, all at 08:00 UTC', () => {
    expect(optionExpiries(NOON).map(({ at, period }) => `${formatExpiry(at)} ${period}`)).toEqual([
      '22NOV26 day',
      '23NOV26 day',
      '24NOV26 day',
      '27NOV26 month',
      '4DEC26 week',
      '11DEC26 week',
      '18DEC26 week',
      '25DEC26 month',
      '29JAN27 month',
      '26MAR27 month',
      '25JUN27 month',
      '24SEP27 month',
    ])
  })

  it('has no expiry in the past, none twice, and all at eight, on every day of four years', () => {
    const days = Array.from({ length: 1_461 }, (_, day) => Date.UTC(2026, 0, 1, day % 24) + day * 86_400_000)
    const wrong = days.filter((now) => {
      const listed = optionExpiries(now).map(({ at }) => at)
      const areAllAtEight = listed.every((at) => at > now && at % 86_400_000 === 8 * 3_600_000)
      return !areAllAtEight || listed.length < 10 || new Set(listed).size !== listed.length
    })
    expect(wrong).toEqual([])
  })
})

/** A point of a smile: the moneyness and the total variance. */
type Point = { readonly name: string; readonly k: number; readonly w: number }

function pointOf(market: Market, row: InstrumentRow, at: number): Point {
  const { forward, option } = market.value(row)
  return { name: row.instrument_name, k: Math.log(row.strike! / forward), w: option!.iv ** 2 * (row.expiration_timestamp - at) }
}

/** The total variance of a smile at a moneyness between its listed strikes; undefined outside them. */
function varianceAt(points: readonly Point[], moneyness: number): number | undefined {
  const after = points.findIndex((point) => point.k >= moneyness)
  if (after <= 0) return undefined
  const [left, right] = [points[after - 1]!, points[after]!]
  return left.w + ((moneyness - left.k) / (right.k - left.k)) * (right.w - left.w)
}

function isOnTick(row: InstrumentRow, price: number): boolean {
  const tick = row.tick_size_steps.reduce((size, step) => (price > step.above_price ? step.tick_size : size), row.tick_size)
  return Math.abs(price / tick - Math.round(price / tick)) < 1e-6
}
