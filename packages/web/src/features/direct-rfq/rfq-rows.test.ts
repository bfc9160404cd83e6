import type { GroupQuoteView, GroupRfqView, GroupTradeView, RfqView } from '@parley/contracts'
import { describe, expect, it } from 'vitest'
import { marketRowsOf } from '../group-rfq/market-rows.ts'
import { freshPins, parsePins } from './pins.ts'
import { rowsOf } from './rfq-rows.ts'
import { countOf, filterRows, inMarket, newestFirst, unifyDirect, unifyMarket } from './unified-rows.ts'

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
    product_codes: ['DO'],
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
})

const day = 86_400_000
const market = {
  id: 64,
  venue: 'DBT',
  status: 'ACTIVE',
  kind: 'OPTION',
  base_currency: 'BTC',
  product_codes: ['DO'],
  strategy_code: 'CL',
  description: 'Call',
  legs: [{ instrument: 'BTC-25DEC26-100000-C', instrument_id: 1, product_code: 'DO', ratio: '1', side: 'BUY' }],
  created: 2.5,
  last_trade: { price: '0.02', quantity: '25', side: 'BUY', executed_at: day },
} as unknown as GroupRfqView
const ownBid = { id: 65, rfq_id: 64, status: 'OPEN', side: 'BUY', price: '0.019', remaining_quantity: '25' } as GroupQuoteView
const bought = { id: 66, rfq_id: 64, status: 'PENDING', role: 'TAKER', side: 'BUY', quantity: '25' } as GroupTradeView
const marketsWith = (quotes: readonly GroupQuoteView[], trades: readonly GroupTradeView[], pinned = new Set<string>()) =>
  marketRowsOf(
    {
      markets: new Map([[64, market]]),
      bookByMarket: new Map(),
      quotesByMarket: new Map([[64, quotes]]),
      tradesByMarket: new Map([[64, trades]]),
      marks: new Map(),
    },
    pinned,
  ).map((row) => unifyMarket(row, day + 1))
const all = newestFirst([...rows.map(unifyDirect), ...marketsWith([ownBid], [], new Set(['g_64']))])

describe('both flows in one list', () => {
  it('are newest first, whichever flow a row is of', () => expect(ids(all)).toEqual(['r_b', 'g_64', 'r_c', 'r_a']))

  it('are counted by what one quotes, what one takes, pins of both flows, and what has traded today', () => {
    const counts = (some: typeof all) => (['ALL', 'I_QUOTE', 'MINE', 'PINNED', 'TRADED'] as const).map((filter) => countOf(some, filter))
    expect(counts(all)).toEqual([4, 3, 1, 2, 1])
    expect(counts(marketsWith([], [bought]))).toEqual([1, 0, 1, 0, 1])
  })

  it('are narrowed by currency, filter, strategy, product and every word typed', () => {
    const plain = { filter: 'ALL', strategies: [], products: [], text: '' } as const
    expect(ids(inMarket(all, { currency: 'BTC', venue: 'ALL' }))).toEqual(['g_64', 'r_c', 'r_a'])
    expect(ids(filterRows(all, { ...plain, filter: 'I_QUOTE', text: 'call meridian' }))).toEqual(['r_b'])
    expect(ids(filterRows(all, { ...plain, strategies: ['Straddle'] }))).toEqual([])
    expect(ids(filterRows(all, { ...plain, products: ['BTC options'] }))).toHaveLength(4)
    expect(ids(filterRows(all, { ...plain, products: ['ETH options'] }))).toEqual([])
    expect(ids(filterRows(all, { ...plain, text: 'r_a' }))).toEqual(['r_a'])
    expect(ids(filterRows(all, { ...plain, text: 'order book' }))).toEqual(['g_64'])
  })

  it('give a market the role and the word of what the desk has in it: a settled trade is Filled as one at the venue is', () => {
    const settled = { ...bought, status: 'COMPLETED' } as GroupTradeView
    const rejected = { ...bought, status: 'REJECTED' } as GroupTradeView
    const of = (quotes: readonly GroupQuoteView[], trades: readonly GroupTradeView[]) =>
      marketsWith(quotes, trades).map(({ status, role, market: row }) => [status, role, row!.own.position])[0]
    expect(of([], [])).toEqual(['Active', undefined, undefined])
    expect(of([ownBid], [])).toEqual(['Open', 'MAKER', undefined])
    expect(of([ownBid], [bought])).toEqual(['Open', 'TAKER', 25])
    expect(of([], [bought])).toEqual(['Filled', 'TAKER', 25])
    expect(of([], [settled, { ...settled, id: 67, side: 'SELL', quantity: '40', role: 'MAKER' }])).toEqual(['Filled', 'TAKER', -15])
    expect(of([], [rejected])).toEqual(['Active', undefined, undefined])
  })
})

describe('pins', () => {
  it('are dropped after a day', () => expect(freshPins({ old: 0, young: 2 }, 24 * 3_600_000 + 1)).toEqual({ young: 2 }))
  it('that are not to be trusted are not taken', () =>
    expect([parsePins('{"a":1,"b":"x"}'), parsePins('nonsense'), parsePins(undefined)]).toEqual([{ a: 1 }, {}, {}]))
})
