import type { Order, Rfq } from '@parley/client'
import type { AccountReadingView, PositionFactsView, ProtectionLimitView } from '@parley/contracts'
import { describe, expect, it } from 'vitest'
import { FORWARD, idOf, instruments, marks, NEAR } from '../../../test/chain-example.ts'
import { markFromWire } from '../market-data/mark-from-wire.ts'
import { countOf, nothing, withChange } from '../../live/holdings.ts'
import { freshnessOf } from './freshness-text.ts'
import { type Line, linesOf } from './lines.ts'
import { limitFor, openQuotesOf, risksOf, unknownIn } from './open-quotes.ts'
import { rowOfFacts, rowOfOwnTrades } from './position-row.ts'
import { sizesText, vegasText } from './open-quote-text.ts'
import { scaleOf } from './range-scale.ts'

const now = NEAR - 60 * 86_400_000
const at = { marks, now, indexOf: () => FORWARD }
const callId = idOf(NEAR, 90_000, 'CALL')
const call = instruments.get(callId)!

const facts = (name: string, quantity: string, more: Partial<PositionFactsView> = {}): PositionFactsView => ({
  ...{ venue: 'DBT', account_name: 'prop-1', instrument_name: name, instrument_id: null, product_code: null, kind: null },
  ...{ margin_kind: null, base_currency: 'BTC', expires_at: null, strike: null, option_kind: null, currency: null },
  ...{ quantity, average_price: '0.05', venue_mark_price: null },
  ...more,
})
const callFacts = facts(call.name, '-20', {
  ...{ instrument_id: callId, product_code: 'DO', kind: 'OPTION', margin_kind: 'INVERSE', expires_at: NEAR, strike: '90000' },
  ...{ option_kind: 'CALL', currency: 'BTC' },
})
const perpetual = facts('BTC-PERPETUAL', '100000', {
  ...{ instrument_id: 1, product_code: 'CF', kind: 'FUTURE', margin_kind: 'INVERSE', currency: 'BTC', average_price: '80000' },
})
const foreign = facts('BTC-18DEC26-92000-P-USDT', '3', { venue: 'BYB', venue_mark_price: '4184.5' })
const rows = [callFacts, perpetual, foreign].map((one) => rowOfFacts(one, now, at))

describe('13.2 13.3 a row of the tab', () => {
  it('13.3 has its figures at the current mark, and none for an instrument outside the catalogue', () => {
    const view = marks.get(callId)!
    expect(rows[0]).toMatchObject({ expiry: NEAR, quantity: -20, markPrice: Number(view.mark_price), gainIn: 'BTC', isInDollars: false })
    expect(rows[0]!.figures!.delta).toBeCloseTo(-20 * Number(view.delta), 10)
    expect(rows[1]).toMatchObject({ expiry: 'PERPETUAL', isInDollars: true })
    expect(rows[2]).toMatchObject({ expiry: 'UNKNOWN', figures: undefined, markPrice: 4_184.5, currency: 'BTC' })
  })

  it('13.1 is calculated the same way from own trades, without an account', () => {
    const lastTrade = undefined as never
    const held = { id: 'x', instrumentId: callId, instrument: call.name, productCode: 'DO', venue: 'DBT', baseCurrency: 'BTC' }
    const row = rowOfOwnTrades({ ...held, net: -20, averagePrice: 0.05, trades: 1, lastAt: 0, lastTrade }, call, at)
    expect(row).toMatchObject({ account: '', expiry: NEAR, gainIn: 'BTC', figures: rows[0]!.figures })
  })
})

describe('13.4 the lines of the table', () => {
  const words = (lines: readonly Line[]) =>
    lines.map((line) => (line.kind === 'POSITION' ? line.row.instrumentName : `${line.kind} ${line.id}`))
  it.each([
    ['EXPIRY', [], [`GROUP BTC ${NEAR}`, call.name, 'GROUP BTC PERPETUAL', 'BTC-PERPETUAL', 'GROUP BTC UNKNOWN', foreign.instrument_name, 'TOTAL BTC']], // prettier-ignore
    ['EXPIRY', [`BTC ${NEAR}`], [`GROUP BTC ${NEAR}`, 'GROUP BTC PERPETUAL', 'BTC-PERPETUAL', 'GROUP BTC UNKNOWN', foreign.instrument_name, 'TOTAL BTC']], // prettier-ignore
    ['EXPIRY', ['BTC'], ['TOTAL BTC']],
    ['FLAT', [], [call.name, 'BTC-PERPETUAL', foreign.instrument_name, 'TOTAL BTC']],
  ] as const)('13.4 %s, folded %j', (grouping, folded, then) => {
    expect(words(linesOf(rows, { grouping, folded: new Set(folded) }))).toEqual(then)
  })

  it('13.4 are sorted within their groups', () => {
    const sorting = { of: (row: (typeof rows)[number]) => row.quantity, direction: 'down' } as const
    expect(words(linesOf(rows, { grouping: 'FLAT', folded: new Set(), sorting }))).toEqual([
      ...['BTC-PERPETUAL', foreign.instrument_name, call.name],
      'TOTAL BTC',
    ])
  })
})

const rfq = { id: 'r_1', venue: 'DBT', baseCurrency: 'BTC', quantity: '100', filled: '60', pending: '0', productCodes: ['DO'] }
const leg = { instrumentId: callId, instrumentName: call.name, productCode: 'DO', ratio: '1', quantity: '1', side: 'BUY', price: undefined }
const asked = { ...rfq, strategyCode: 'CL', legs: [leg] } as unknown as Rfq
const order = (side: 'BUY' | 'SELL', resting: string) =>
  ({ id: `${side} ${resting}`, rfqId: 'r_1', state: 'OPEN', kind: 'QUOTE', side, resting, createdAt: 1 }) as unknown as Order
const known = {
  ...{ rfqs: new Map([['r_1', asked]]), instrumentsOf: () => instruments, now },
  markOf: (id: number) => markFromWire(marks.get(id), 0, now),
}

describe('13.5 13.7 open quotes', () => {
  const quotes = openQuotesOf('BTC', { ...known, orders: [order('BUY', '25'), order('SELL', '75')] })
  const vega = Number(marks.get(callId)!.vega)

  it('13.5 add the resting quantity, but no more than remains of the RFQ', () => {
    expect(risksOf(quotes).map(({ total }) => Number((total.vega / vega).toFixed(6)))).toEqual([25, -40])
    expect([sizesText(quotes[0]!.sides), vegasText(quotes[0]!.sides)]).toEqual(['25 / 75', '+2,250 · −3,600'])
    expect(openQuotesOf('ETH', { ...known, orders: [order('BUY', '25')] })).toEqual([])
  })

  it('13.5 without a mark are listed and not counted', () => {
    const blind = openQuotesOf('BTC', { ...known, markOf: () => undefined, orders: [order('SELL', '25')] })
    expect([unknownIn(blind), risksOf(blind).length, vegasText(blind[0]!.sides)]).toEqual([1, 0, 'no bid · —'])
  })

  it('13.7 are compared with the limit that they exceed the most, of those that cover them', () => {
    const limit = (id: string, more: Partial<ProtectionLimitView>) => ({ id, product: 'DO', label: null, vega: null, delta: null, ...more }) as ProtectionLimitView // prettier-ignore
    const limits = [limit('wide', { vega: '9000' }), limit('near', { vega: '3000' }), limit('other', { vega: '1', product: 'EH' })]
    expect(limitFor('vega', limits, quotes)).toMatchObject({ limit: { id: 'near' }, most: 3_000 })
    expect(limitFor('vega', limits, quotes)!.above).toBeCloseTo(600, 9)
    expect(limitFor('vega', [limit('labelled', { vega: '1', label: 'w' })], quotes)).toBeUndefined()
    expect(limitFor('delta', limits, quotes)).toBeUndefined()
  })
})

const account = (venue: string, account_name: string, more: Partial<AccountReadingView> = {}): AccountReadingView => ({
  ...{ venue, account_name, positions: 0, read_at: now, state: 'FRESH', failure: null, balances: [] },
  ...more,
})

describe('13.1 the age of positions', () => {
  const failure = { at: now, message: 'busy' }
  it.each([
    ['fresh', [account('DBT', 'a', { read_at: now - 2_000 })], 2_000, true, undefined],
    ['as old as the oldest account', [account('DBT', 'a'), account('DBT', 'b', { read_at: now - 14_000 })], 14_000, false, undefined],
    ['stale where the last attempt failed', [account('DBT', 'a', { failure })], 0, false, 'a: busy'],
    ['not read', [account('DBT', 'a', { read_at: null, failure })], undefined, false, 'a: busy'],
  ] as const)('13.1 %s', (_title, accounts, ageMs, isFresh, why) => {
    expect(freshnessOf(accounts, now)).toEqual([{ venue: 'DBT', ageMs, isFresh, why }])
  })

  it('13.1 keeps what did not change, and removes accounts that have gone', () => {
    const first = withChange(nothing, {
      accounts: [account('DBT', 'a'), account('BIT', 'b')],
      changed: [
        { venue: 'DBT', account_name: 'a', positions: [callFacts] },
        { venue: 'BIT', account_name: 'b', positions: [foreign] },
      ],
    })
    expect(countOf(first)).toBe(2)
    expect(countOf(withChange(first, { accounts: [account('DBT', 'a')], changed: [] }))).toBe(1)
  })

  it('has a position on the bar for each value, in the middle if all are equal', () => {
    const place = scaleOf([-10, 30])
    expect([place(-10), place(10), place(30)].map(Math.round)).toEqual([4, 50, 96])
    expect(scaleOf([5, 5])(5)).toBe(50)
  })
})
