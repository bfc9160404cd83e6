import { describe, expect, it } from 'vitest'
import { createMarkReader } from '../deribit/mark.ts'
import { createMarket } from '../deribit/market.ts'
import { tickerOf } from '../deribit/ticker.ts'
import { readVenueMarks } from './venue-marks.ts'

const NOON = Date.UTC(2026, 10, 21, 12)

function venueAt(start: number) {
  const clock = { at: start }
  const market = createMarket({ seed: 23, now: () => clock.at, speed: 1 })
  const marks = readVenueMarks({ DBT: createMarkReader(market, () => clock.at) }, market.walk)
  const markOf = (name: string) => marks({ id: market.instrument(name)?.instrument_id ?? 0, venue: 'DBT', venue_instrument_name: name })
  return { clock, market, markOf }
}

describe('a mark that a desk reads at the venue', { timeout: 60_000 }, () => {
  it('is what the venue publishes for the contract, under our own id', () => {
    const { clock, market, markOf } = venueAt(NOON)
    for (const row of market.instruments()) {
      const ticker = tickerOf(row, market.value(row), clock.at)
      expect(markOf(row.instrument_name)).toMatchObject({
        instrumentId: row.instrument_id,
        markPrice: ticker.mark_price,
        indexPrice: ticker.index_price,
        minPrice: ticker.min_price,
        maxPrice: ticker.max_price,
        at: NOON,
      })
    }
  })

  it('has the Greeks of an option, and of a future its delta in coin', () => {
    const { clock, market, markOf } = venueAt(NOON)
    const option = market.instruments().find((row) => row.kind === 'option')!
    const { delta, gamma, vega, theta } = tickerOf(option, market.value(option), clock.at).greeks!
    expect(markOf(option.instrument_name)?.greeks).toEqual({ delta, gamma, vega, theta })
    const future = markOf('BTC-PERPETUAL')!
    expect(future.greeks).toEqual({ delta: 1 / future.markPrice, gamma: 0, vega: 0, theta: 0 })
  })

  it('is cached only until prices move', () => {
    const { clock, market, markOf } = venueAt(NOON)
    const first = markOf('BTC-PERPETUAL')
    clock.at += 1_000
    expect(markOf('BTC-PERPETUAL')).toBe(first)
    market.step(60_000)
    expect(markOf('BTC-PERPETUAL')).toMatchObject({ at: NOON + 1_000 })
    expect(markOf('BTC-PERPETUAL')?.markPrice).not.toBe(first?.markPrice)
  })

  it('is undefined for unlisted and expired instruments', () => {
    const { clock, market, markOf } = venueAt(NOON)
    expect(markOf('BTC-1JAN20-100-C')).toBeUndefined()
    const soon = market.instruments().reduce((first, row) => (row.expiration_timestamp < first.expiration_timestamp ? row : first))
    const id = soon.instrument_id
    expect(markOf(soon.instrument_name)).toMatchObject({ instrumentId: id })
    clock.at = soon.expiration_timestamp + 1_000
    market.step(1_000)
    expect(market.instrument(soon.instrument_name)).toBeUndefined()
    expect(markOf(soon.instrument_name)).toBeUndefined()
  })
})
