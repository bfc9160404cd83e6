import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { price } from '../decimal.ts'
import type { Instant } from '../ids.ts'
import { civilFromDays, dayOf, daysFromCivil, expiryOn, formatExpiry, formatVenueExpiry, parseExpiry } from './calendar.ts'
import { formatInstrumentName } from './instrument-name.ts'
import { parseInstrumentName } from './instrument-name.ts'

describe('3.12 expiries are days that end at 08:00 UTC', () => {
  it('agrees with the calendar for four hundred years', () => {
    fc.assert(
      fc.property(fc.integer({ min: -719_000, max: 2_900_000 }), (days) => {
        const date = new Date(days * 86_400_000)
        expect(civilFromDays(days)).toEqual({ year: date.getUTCFullYear(), month: date.getUTCMonth() + 1, day: date.getUTCDate() })
        expect(daysFromCivil(civilFromDays(days))).toBe(days)
      }),
    )
  })

  it.each([
    ['27 Mar 26', '2026-03-27T08:00:00Z'],
    ['8MAY26', '2026-05-08T08:00:00Z'],
    ['29-feb-2028', '2028-02-29T08:00:00Z'],
  ])('reads %s', (text, iso) => {
    expect(parseExpiry(text)).toBe(Date.parse(iso))
  })

  it.each(['29FEB26', '31APR26', '0MAR26', '27XXX26', '27MAR', ''])('knows that %j is no day', (text) => {
    expect(parseExpiry(text)).toBeUndefined()
  })

  it('writes what it reads', () => {
    fc.assert(
      fc.property(fc.integer({ min: 11_000, max: 40_000 }), (days) => {
        const expiry = expiryOn(civilFromDays(days))
        expect(parseExpiry(formatExpiry(expiry))).toBe(expiry)
        expect(parseExpiry(formatVenueExpiry(expiry))).toBe(expiry)
        expect(dayOf((expiry - 8 * 3_600_000 - 1) as Instant)).toEqual(civilFromDays(days - 1))
      }),
    )
  })
})

describe('3.12 the names of instruments', () => {
  it.each([
    'BTC-8MAY26-90000-C',
    'BTC-27JUN26',
    'BTC-PERPETUAL',
    'ETH-27MAR26-3000-P',
    'SOL_USDC-8MAY26-150-P',
    'XRP_USDC-8MAY26-2d5-C',
    'TON-USD-8MAY26-3.2-C',
    'BTC-USD-PERPETUAL',
    'BTC-USD-PERP',
    'BTC-USDT-27JUN26',
  ])('reads and writes %s', (name) => {
    expect(formatInstrumentName(parseInstrumentName(name)!)).toBe(name)
  })

  it('reads what a name means', () => {
    expect(parseInstrumentName('BTCUSD')).toEqual({ underlying: 'BTCUSD' })
    expect(parseInstrumentName('XRPUSDZ26')).toEqual({ underlying: 'XRPUSD', expiresAt: expiryOn({ year: 2026, month: 12, day: 25 }) })
    expect(parseInstrumentName('BTCUSDH27')?.expiresAt).toBe(expiryOn({ year: 2027, month: 3, day: 26 }))
    expect(parseInstrumentName('XRP_USDC-8MAY26-2d5-C')).toEqual({
      underlying: 'XRP_USDC',
      expiresAt: Date.parse('2026-05-08T08:00:00Z'),
      option: { kind: 'CALL', strike: price('2.5') },
    })
  })

  it.each(['', 'BTC', 'BTC-8MAY26-90000', 'BTC-8MAY26-0-C', 'BTC-8MAY26-90000-X', 'BTC-31APR26', 'BTC-8MAY26-90000-C-1', '-PERPETUAL'])(
    'refuses %j',
    (name) => {
      expect(parseInstrumentName(name)).toBeUndefined()
    },
  )
})
