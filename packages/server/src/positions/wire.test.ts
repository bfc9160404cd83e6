import { price, quantity, type DeskId, type Instrument } from '@parley/core'
import type { VenuePosition } from '@parley/venues'
import { describe, expect, it } from 'vitest'
import { call, perpetual } from '../../test/instruments.ts'
import type { AccountState } from './account-reader.ts'
import { stateOf, unread, type Reading } from './reading.ts'
import { presentPositions, presentReading } from './wire.ts'

const NOW = 1_800_000_000_000
const account = { id: 'a_1', desk: 'ORRY' as DeskId, venue: 'BYB', name: 'uta' } as const
const position = (instrumentName: string, more: Partial<VenuePosition> = {}): VenuePosition => ({
  ...{ instrumentName, quantity: quantity('-40'), averagePrice: price('4460') },
  ...more,
})
const read = (readAt: number, ...positions: readonly VenuePosition[]): Reading => ({
  held: { readAt, positions, balances: [{ currency: 'USDC', equity: 1_250.5, available: 1_000 }] },
  failure: undefined,
})
const known = (listed: readonly Instrument[]) => ({
  instrumentNamed: (_venue: string, name: string) => listed.find((one) => one.name === name),
  mark: () => undefined,
})
const present = (reading: Reading, listed: readonly Instrument[] = []) =>
  presentPositions({ account, reading } satisfies AccountState, known(listed), NOW)

describe('13.1 what is not in the catalogue', () => {
  it.each([
    ['BTC-18DEC26-92000-P-USDT', 'OPTION', 'BTC', Date.parse('2026-12-18T08:00:00Z'), '92000', 'PUT'],
    ['ETHUSDT', null, 'ETH', null, null, null],
    ['ETHPERP', 'FUTURE', 'ETH', null, null, null],
    ['BTC-USDT-27JUN26', 'FUTURE', 'BTC', Date.parse('2026-06-27T08:00:00Z'), null, null],
    ['1000PEPEUSDT', null, null, null, null, null],
    ['SOMETHING', null, null, null, null, null],
  ])('13.1 %s stands under its own name, without product and figures', (name, kind, currency, expiresAt, strike, optionKind) => {
    const [row] = present(read(NOW, position(name, { markPrice: 4_184.25 })))
    expect(row).toMatchObject({
      ...{ instrument_name: name, instrument_id: null, product_code: null, kind, margin_kind: null, base_currency: currency },
      ...{ expires_at: expiresAt, strike, option_kind: optionKind, quantity: '-40', average_price: '4460', venue_mark_price: '4184.25' },
      ...{ mark_price: null, pnl: null, pnl_usd: null, delta: null, gamma: null, vega: null, theta: null, currency: null },
    })
  })

  it('13.1 what is listed has no figures either while it has no mark', () => {
    const rows = present(read(NOW, position(perpetual.name), position(call.name)), [call, perpetual])
    expect(rows.map((row) => [row.instrument_name, row.product_code, row.currency, row.delta])).toEqual([
      [call.name, 'DO', 'BTC', null],
      [perpetual.name, 'CF', 'BTC', null],
    ])
  })
})

describe('13.1 how old a reading is', () => {
  const failure = { at: NOW, message: 'busy' }
  it.each([
    ['never read', unread, 'UNREAD'],
    ['never read, and failed', { ...unread, failure }, 'UNREAD'],
    ['read just now', read(NOW), 'FRESH'],
    ['read fifteen seconds ago', read(NOW - 15_000), 'FRESH'],
    ['read longer ago', read(NOW - 15_001), 'STALE'],
    ['not read the last time', { ...read(NOW), failure }, 'STALE'],
  ] as const)('13.1 %s', (_title, reading, state) => {
    expect(stateOf(reading, NOW)).toBe(state)
    expect(presentReading({ account, reading }, NOW)).toMatchObject({ state, failure: reading.failure ?? null })
  })

  it.each([
    [1_000_000_000, '1000000000'],
    [123_456_789.123_4, '123456789.1234'],
    [0.000_000_01, '0.00000001'],
    [-12.5, '-12.5'],
    [0, '0'],
  ])('13.1 says a balance of %d as %s', (equity, text) => {
    const reading = { held: { readAt: NOW, positions: [], balances: [{ currency: 'USD', equity, available: equity }] }, failure: undefined }
    expect(presentReading({ account, reading }, NOW).balances).toEqual([{ currency: 'USD', equity: text, available: text }])
  })

  it('13.1 formats balances as texts', () => {
    expect(presentReading({ account, reading: read(NOW) }, NOW).balances).toEqual([
      { currency: 'USDC', equity: '1250.5', available: '1000' },
    ])
  })
})
