import type { RfqView } from '@parley/contracts'
import { describe, expect, it } from 'vitest'
import { countOf, filterRows, inMarket, rowsOf } from './rfq-rows.ts'
import { freshPins, parsePins } from './pins.ts'

const rfq = (id: string, role: RfqView['role'], base_currency: string, created_at: number, more: Partial<RfqView> = {}): RfqView =>
  ({
    id,
    role,
    base_currency,
    created_at,
    venue: 'DBT',
    state: 'OPEN',
    closed_reason: null,
    traded: false,
    strategy_code: 'CL',
    description: 'Call',
    legs: [
      {
        instrument_id: 1,
        instrument_name: 'BTC-25DEC26-100000-C',
        product_code: 'DO',
        ratio: '1',
        quantity: '25',
        side: 'BUY',
        price: null,
      },
    ],
    taker_desk_name: 'Meridian',
    label: null,
    ...more,
  }) as RfqView

const list = [
  rfq('r_a', 'TAKER', 'BTC', 1),
  rfq('r_b', 'MAKER', 'ETH', 3),
  rfq('r_c', 'MAKER', 'BTC', 2, { state: 'CLOSED', closed_reason: 'EXECUTION_LIMIT', taker_desk_name: null }),
]
const live = {
  rfqs: new Map([...list, rfq('r_d', 'TAKER', 'BTC', 4, { state: 'DRAFT' })].map((each) => [each.id, each])),
  quotesByRfq: new Map(),
  ordersByRfq: new Map(),
  marks: new Map(),
}
const rows = rowsOf(live, new Set(['r_b']))
const ids = (some: readonly { id: string }[]) => some.map(({ id }) => id)

describe('the rows of the main table', () => {
  it('are newest first, without drafts', () => expect(ids(rows)).toEqual(['r_b', 'r_c', 'r_a']))
  it('call the taker by name, anonymous, or you', () =>
    expect(rows.map(({ counterparty }) => counterparty)).toEqual(['Meridian', 'Anonymous', 'You']))
  it('say what became of an RFQ as its viewer sees it', () =>
    expect(rows.map(({ status }) => status)).toEqual(['Active', 'Trd Away', 'Active']))

  it('are counted by role and pin', () => {
    expect((['ALL', 'I_QUOTE', 'MINE', 'PINNED'] as const).map((filter) => countOf(rows, filter))).toEqual([3, 2, 1, 1])
  })
  it('are narrowed by currency, filter and every word typed', () => {
    expect(ids(inMarket(rows, { currency: 'BTC', venue: 'ALL' }))).toEqual(['r_c', 'r_a'])
    expect(ids(filterRows(rows, { filter: 'I_QUOTE', strategies: [], text: 'call meridian' }))).toEqual(['r_b'])
    expect(ids(filterRows(rows, { filter: 'ALL', strategies: ['Straddle'], text: '' }))).toEqual([])
    expect(ids(filterRows(rows, { filter: 'ALL', strategies: [], text: 'r_a' }))).toEqual(['r_a'])
  })
})

describe('pins', () => {
  it('are dropped after a day', () => expect(freshPins({ old: 0, young: 2 }, 24 * 3_600_000 + 1)).toEqual({ young: 2 }))
  it('that are not to be trusted are not taken', () =>
    expect([parsePins('{"a":1,"b":"x"}'), parsePins('nonsense'), parsePins(undefined)]).toEqual([{ a: 1 }, {}, {}]))
})
