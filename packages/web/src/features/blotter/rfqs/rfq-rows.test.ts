import type { Level, Order, Rfq, Trade } from '@parley/client'
import type { MarkView } from '@parley/contracts'
import { describe, expect, it } from 'vitest'
import { marks } from '../../../../test/chain-example.ts'
import { bookRfqOf, levelOf, orderOf, rfqOf, tradeOf } from '../../../../test/model.ts'
import { countOf, filterRows, inMarket } from './filters.ts'
import { freshPins, parsePins } from '../row/pins.ts'
import { rowsOf } from '../row/rfq-rows.ts'

const day = 86_400_000
const now = day + 1
const direct: readonly Rfq[] = [
  rfqOf({ id: 'r_a', role: 'TAKER', createdAt: 1, takerDeskName: 'Meridian' }),
  rfqOf({ id: 'r_b', baseCurrency: 'ETH', createdAt: 3, takerDeskName: 'Meridian' }),
  rfqOf({ id: 'r_c', createdAt: 2, state: 'CLOSED', closedReason: 'EXECUTION_LIMIT' }),
  rfqOf({ id: 'r_d', role: 'TAKER', createdAt: 4, state: 'DRAFT' }),
]
const market = bookRfqOf({ createdAt: 2.5, lastTrade: { price: '0.02', quantity: '25', side: 'BUY', executedAt: day } })
const inBook = { audience: 'ORDER_BOOK', rfqId: 'g_64' } as const
const ownBid = orderOf({ ...inBook, id: 'g_65', price: '0.019' })
const bought = tradeOf({ ...inBook, id: 'g_66' })

type Surroundings = {
  readonly orders?: readonly Order[]
  readonly trades?: readonly Trade[]
  readonly levels?: readonly Level[]
  readonly mark?: string
}
const rowsWith = (rfqs: readonly Rfq[], own: Surroundings = {}) =>
  rowsOf(
    {
      rfqs: new Map(rfqs.map((rfq) => [rfq.id, rfq])),
      levelsByRfq: new Map(own.levels === undefined ? [] : [['r_a', own.levels]]),
      ordersByRfq: new Map([['g_64', own.orders ?? []]]),
      tradesByRfq: new Map([['g_64', own.trades ?? []]]),
      marks: new Map(own.mark === undefined ? [] : [[1, markOf(own.mark)]]),
    },
    new Set(['r_b', 'g_64']),
  )
const rows = rowsWith(direct)
const all = rowsWith([...direct, market], { orders: [ownBid] })
const markOf = (price: string): MarkView => ({ ...marks.get(1)!, mark_price: price })
const quoted = (side: 'BUY' | 'SELL', price: string) => levelOf({ id: `q_${side}`, rfqId: 'r_a', side, price })
const ids = (some: readonly { id: string }[]) => some.map(({ id }) => id)

describe('the rows of the main table', () => {
  it('are newest first, without drafts', () => expect(ids(rows)).toEqual(['r_b', 'r_c', 'r_a']))
  it('give the ratios of a unit without its hedge, which is counted in contracts', () => {
    const [leg] = rfqOf({}).legs
    const legs = [leg!, { ...leg!, ratio: '27804.33', side: 'SELL' as const, price: '91434' }]
    expect(rowsWith([rfqOf({ legs })]).map(({ ratio }) => ratio)).toEqual(rowsWith([rfqOf({ legs: [leg!] })]).map(({ ratio }) => ratio))
  })
  it('call the taker by name, anonymous, or you', () =>
    expect(rows.map(({ counterparty }) => counterparty)).toEqual(['Meridian', 'Anonymous', 'You']))
  it('show the outcome of an RFQ for its viewer', () => expect(rows.map(({ status }) => status)).toEqual(['New', 'Trd Away', 'Active']))
  // Proves T 1.19.
  it.each([
    [['0.0410', '0.0420'], '0.0400', 0.0015],
    [['0.0410', '0.0420'], '0.0420', -0.0005],
    [['0.0410'], '0.0400', undefined],
    [['0.0410', '0.0420'], undefined, undefined],
  ])('6.5 quotes at %j around a mark of %s are %s above it', ([bid, ask], mark, offset) => {
    const levels = [quoted('BUY', bid!), ...(ask === undefined ? [] : [quoted('SELL', ask)])]
    const [only] = rowsWith([rfqOf({ id: 'r_a' })], { levels, ...(mark === undefined ? {} : { mark }) })
    if (offset === undefined) expect(only!.offset).toBeUndefined()
    else expect(only!.offset).toBeCloseTo(offset, 9)
  })
  it('are the same objects until something in them changes', () => {
    const again = rowsWith(direct)
    expect(again.every((row, place) => row === rows[place])).toBe(true)
  })
})

describe('every audience in one list', () => {
  it('is newest first, whichever audience a row is of', () => expect(ids(all)).toEqual(['r_b', 'g_64', 'r_c', 'r_a']))

  it('is counted by what one quotes, what one takes, pins, and what has traded today', () => {
    const counts = (some: typeof all) =>
      (['ALL', 'I_QUOTE', 'MINE', 'PINNED', 'TRADED'] as const).map((filter) => countOf(some, filter, now))
    expect(counts(all)).toEqual([4, 3, 1, 2, 1])
    expect(counts(rowsWith([market], { trades: [bought] }))).toEqual([1, 0, 1, 1, 1])
    expect(countOf(all, 'TRADED', now + day)).toBe(0)
  })

  it('is narrowed by currency, filter, strategy, product and every word typed', () => {
    const plain = { filter: 'ALL', strategies: [], products: [], text: '' } as const
    const filtered = (filters: Partial<Parameters<typeof filterRows>[1]>) => ids(filterRows(all, { ...plain, ...filters }, now))
    expect(ids(inMarket(all, { currency: 'BTC', venue: 'ALL' }))).toEqual(['g_64', 'r_c', 'r_a'])
    expect(filtered({ filter: 'I_QUOTE', text: 'call meridian' })).toEqual(['r_b'])
    expect(filtered({ strategies: ['Straddle'] })).toEqual([])
    expect(filtered({ products: ['BTC options'] })).toHaveLength(4)
    expect(filtered({ products: ['ETH options'] })).toEqual([])
    expect(filtered({ text: 'r_a' })).toEqual(['r_a'])
    expect(filtered({ text: 'order book' })).toEqual(['g_64'])
  })

  it('gives an order book the role and the word of what the desk has in it: a settled trade is Filled as one at the venue is', () => {
    const settled: Trade = { ...bought, state: 'FILLED' }
    const rejected: Trade = { ...bought, state: 'REJECTED' }
    const of = (orders: readonly Order[], trades: readonly Trade[]) =>
      rowsWith([market], { orders, trades }).map(({ status, role, own }) => [status, role, own.position])[0]
    expect(of([], [])).toEqual(['Active', undefined, undefined])
    expect(of([ownBid], [])).toEqual(['Open', 'MAKER', undefined])
    expect(of([ownBid], [bought])).toEqual(['Open', 'TAKER', 25])
    expect(of([], [bought])).toEqual(['Filled', 'TAKER', 25])
    expect(of([], [settled, { ...settled, id: 'g_67', side: 'SELL', quantity: '40', role: 'MAKER' }])).toEqual(['Filled', 'TAKER', -15])
    expect(of([], [rejected])).toEqual(['Active', undefined, undefined])
  })
})

describe('pins', () => {
  // Proves T 3.71, T 4.37, T 9.13.
  it('are dropped after a day', () => expect(freshPins({ old: 0, young: 2 }, 24 * 3_600_000 + 1)).toEqual({ young: 2 }))
  it('that are invalid are ignored', () =>
    expect([parsePins('{"a":1,"b":"x"}'), parsePins('nonsense'), parsePins(undefined)]).toEqual([{ a: 1 }, {}, {}]))
})
