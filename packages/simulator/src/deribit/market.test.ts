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

const usd = (market: Market, row: InstrumentRow): number => market.value(row).mark * market.value(row).forward

describe('the simulated market', { timeout: 60_000 }, () => {
  it('offers no butterfly below zero, and no spread above its width', () => {
    fc.assert(
      fc.property(moments, (moment) => {
        const { market } = marketAt(moment)
        for (const calls of [...smiles(market, 'BTC').values(), ...smiles(market, 'ETH').values()]) {
          const slopes = calls
            .slice(1)
            .map((row, index) => (usd(market, row) - usd(market, calls[index]!)) / (row.strike! - calls[index]!.strike!))
          slopes.forEach((slope, index) => {
            expect(slope, calls[index]!.instrument_name).toBeGreaterThanOrEqual(-1 - 1e-9)
            expect(slope, calls[index]!.instrument_name).toBeLessThanOrEqual(1e-9)
            if (index > 0) expect(slope, calls[index]!.instrument_name).toBeGreaterThanOrEqual(slopes[index - 1]! - 1e-9)
          })
        }
      }),
      { numRuns: 25 },
    )
  })

  it('never prices a later expiry lower at equal moneyness', () => {
    fc.assert(
      fc.property(moments, (moment) => {
        const { market, at } = marketAt(moment)
        for (const currency of ['BTC', 'ETH']) {
          const expiries = [...smiles(market, currency).values()]
          for (let index = 1; index < expiries.length; index += 1) {
            for (const row of expiries[index - 1]!) {
              const later = varianceAt(market, expiries[index]!, Math.log(row.strike! / market.value(row).forward), at)
              if (later !== undefined) expect(later, row.instrument_name).toBeGreaterThanOrEqual(variance(market, row, at) * 0.995)
            }
          }
        }
      }),
      { numRuns: 25 },
    )
  })

  it('keeps put-call parity in coin', () => {
    fc.assert(
      fc.property(moments, (moment) => {
        const { market } = marketAt(moment)
        for (const call of options(market).filter((row) => row.option_type === 'call')) {
          const put = market.instrument(call.instrument_name.replace(/C$/, 'P'))!
          const { forward } = market.value(call)
          expect(market.value(call).mark - market.value(put).mark).toBeCloseTo(1 - call.strike! / forward, 9)
        }
      }),
      { numRuns: 10 },
    )
  })

  it('quotes every contract on its tick, around its mark and inside its band', () => {
    fc.assert(
      fc.property(moments, (moment) => {
        const { market, at } = marketAt(moment)
        for (const row of market.instruments()) {
          const ticker = tickerOf(row, market.value(row), at)
          const { mark } = market.value(row)
          const name = row.instrument_name
          expect(ticker.best_bid_price, name).toBeLessThanOrEqual(mark)
          expect(ticker.best_ask_price, name).toBeGreaterThanOrEqual(mark)
          expect(ticker.max_price, name).toBeGreaterThan(ticker.min_price)
          expect(ticker.best_bid_price === 0 || ticker.best_bid_price >= ticker.min_price, name).toBe(true)
          expect(ticker.best_ask_price, name).toBeLessThanOrEqual(ticker.max_price)
          for (const price of [ticker.best_bid_price, ticker.best_ask_price]) expectOnTick(row, price)
        }
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
    for (let day = 0; day < 1_461; day += 1) {
      const now = Date.UTC(2026, 0, 1, day % 24) + day * 86_400_000
      const listed = optionExpiries(now).map(({ at }) => at)
      expect(new Set(listed).size).toBe(listed.length)
      expect(listed.length).toBeGreaterThanOrEqual(10)
      listed.forEach((at) => {
        expect(at).toBeGreaterThan(now)
        expect(at % 86_400_000).toBe(8 * 3_600_000)
      })
    }
  })
})

const variance = (market: Market, row: InstrumentRow, at: number): number =>
  market.value(row).option!.iv ** 2 * (row.expiration_timestamp - at)

/** The total variance of a smile at a moneyness between its listed strikes; undefined outside them. */
function varianceAt(market: Market, calls: readonly InstrumentRow[], moneyness: number, at: number): number | undefined {
  const points = calls.map((row) => ({ k: Math.log(row.strike! / market.value(row).forward), w: variance(market, row, at) }))
  const after = points.findIndex((point) => point.k >= moneyness)
  if (after <= 0) return undefined
  const [left, right] = [points[after - 1]!, points[after]!]
  return left.w + ((moneyness - left.k) / (right.k - left.k)) * (right.w - left.w)
}

function expectOnTick(row: InstrumentRow, price: number): void {
  const tick = row.tick_size_steps.reduce((size, step) => (price > step.above_price ? step.tick_size : size), row.tick_size)
  expect(Math.abs(price / tick - Math.round(price / tick)), `${row.instrument_name} ${price}`).toBeLessThan(1e-6)
}
