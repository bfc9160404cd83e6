import { describe, expect, it } from 'vitest'
import { isRefusal, price, ratio, type Instrument, type Structure, unifiedVenueCodes } from '@parley/core'
import { call, ether, higher, markOf, perpetual } from '../../test/instruments.ts'
import { priceStructure } from './leg-pricing.ts'
import { orderingOf, pageOf, selectInstruments, type InstrumentQuery } from './list.ts'

const gone: Instrument = { ...higher, id: 9_005, name: 'BTC-25DEC20-120000-C', state: 'EXPIRED' }
const all = [ether, perpetual, higher, call, gone]

const names = (query: InstrumentQuery): string => {
  const found = selectInstruments(all, query, unifiedVenueCodes)
  return isRefusal(found) ? `${found.refused} ${found.field}` : inOrder(found).join(' ')
}

/** Read two at a time, so that the cursors of every sort order are tested too. */
function inOrder(instruments: readonly Instrument[], ordering?: string): readonly string[] {
  const order = orderingOf(ordering)
  if (isRefusal(order)) throw new Error(order.message)
  const seen: string[] = []
  for (let cursor: string | null | undefined; cursor !== null;) {
    const page = pageOf(instruments, cursor, 2, order)
    if (isRefusal(page)) throw new Error(page.message)
    seen.push(...page.results.map((one) => one.name))
    if (page.next !== null) expect(page.next).toMatch(/^[A-Za-z0-9_-]+$/)
    cursor = page.next
  }
  return seen
}

const filters: [query: InstrumentQuery, names: string][] = [
  [{}, 'BTC-25DEC37-100000-C BTC-25DEC37-120000-C BTC-PERPETUAL ETH-25DEC37-3000-P'],
  [{ base_currency: 'eth' }, 'ETH-25DEC37-3000-P'],
  [{ kind: 'FUTURE' }, 'BTC-PERPETUAL'],
  [{ kind: 'InstrumentKind.FUTURE' }, 'BTC-PERPETUAL'],
  [{ kind: 'SPOT' }, ''],
  [{ venue: 'DBT', margin_kind: 'INVERSE', base_currency: 'BTC', kind: 'OPTION' }, 'BTC-25DEC37-100000-C BTC-25DEC37-120000-C'],
  [{ venue: 'BYB' }, ''],
  [{ state: 'EXPIRED' }, 'BTC-25DEC20-120000-C'],
  [{ venue_instrument_name: ['BTC-PERPETUAL', 'BTC-25DEC20-120000-C'] }, 'BTC-PERPETUAL BTC-25DEC20-120000-C'],
  [{ venue: 'XYZ' }, 'InvalidEnumerationValue venue'],
  [{ state: 'OPEN' }, 'InvalidEnumerationValue state'],
]

describe('the list of instruments', () => {
  it.each(filters)('%j lists %s', (query, expected) => {
    expect(names(query)).toBe(expected)
  })

  // Proves T 7.51.
  it.each([
    [undefined, 'BTC-25DEC37-100000-C BTC-25DEC37-120000-C BTC-PERPETUAL ETH-25DEC37-3000-P BTC-25DEC20-120000-C'],
    ['default', 'BTC-25DEC37-100000-C BTC-25DEC37-120000-C BTC-PERPETUAL ETH-25DEC37-3000-P BTC-25DEC20-120000-C'],
    ['-id', 'BTC-25DEC20-120000-C ETH-25DEC37-3000-P BTC-PERPETUAL BTC-25DEC37-120000-C BTC-25DEC37-100000-C'],
    ['name', 'BTC-25DEC20-120000-C BTC-25DEC37-100000-C BTC-25DEC37-120000-C BTC-PERPETUAL ETH-25DEC37-3000-P'],
    ['-name', 'ETH-25DEC37-3000-P BTC-PERPETUAL BTC-25DEC37-120000-C BTC-25DEC37-100000-C BTC-25DEC20-120000-C'],
    ['expires_at', 'BTC-25DEC37-100000-C BTC-25DEC37-120000-C ETH-25DEC37-3000-P BTC-25DEC20-120000-C BTC-PERPETUAL'],
    ['strike', 'BTC-PERPETUAL ETH-25DEC37-3000-P BTC-25DEC37-100000-C BTC-25DEC37-120000-C BTC-25DEC20-120000-C'],
    ['-strike', 'BTC-25DEC20-120000-C BTC-25DEC37-120000-C BTC-25DEC37-100000-C ETH-25DEC37-3000-P BTC-PERPETUAL'],
  ])('ordering %s is read page by page to its end, each instrument once: %s', (ordering, expected) => {
    expect(inOrder(all, ordering).join(' ')).toBe(expected)
  })

  // Proves T 7.51.
  it.each(['nonsense', '-', 'Name', '--id'])('does not know the ordering %j', (ordering) => {
    expect(orderingOf(ordering)).toMatchObject({ refused: 'InvalidEnumerationValue', field: 'ordering' })
  })

  it('goes on in the order in which it began', () => {
    const byName = pageOf(all, undefined, 2, { by: 'name', isDescending: false })
    const cursor = isRefusal(byName) ? undefined : byName.next!
    expect(pageOf(all, cursor, 2, { by: 'name', isDescending: true })).toMatchObject({ refused: 'InvalidParams', field: 'cursor' })
    expect(pageOf(all, cursor, 2)).toMatchObject({ refused: 'InvalidParams', field: 'cursor' })
  })

  it('has nothing after the end, for a client that asks on', () => {
    expect(pageOf(all, 'None', 3)).toEqual({ next: null, results: [] })
  })

  it.each(['!!', 'aSAtOQ'])('refuses the cursor %j', (cursor) => {
    expect(pageOf([], cursor, 3)).toMatchObject({ refused: 'InvalidParams', field: 'cursor' })
  })
})

const spread: Structure = {
  legs: [
    { instrument: call, side: 'BUY', ratio: ratio('1') },
    { instrument: higher, side: 'SELL', ratio: ratio('1') },
    { instrument: perpetual, side: 'SELL', ratio: ratio('20000'), price: price('98000') },
  ],
}
const marks = new Map([call, higher].map((one, place) => [one.id, markOf(one, place === 0 ? 0.05 : 0.03)]))
const priced = (asked: Parameters<typeof priceStructure>[1]) =>
  priceStructure(spread, asked, { markOf: (id) => marks.get(id), estimateOf: undefined })

describe('prices of legs for the price of a structure', () => {
  it('are given for the bid, the ask, or the mark alone', () => {
    const answer = priced({ bid_price: '0.019', ask_price: '0.021' })
    if (isRefusal(answer)) throw new Error(answer.message)
    expect([answer.bid_price, answer.ask_price, answer.mark_price]).toEqual(['0.019', '0.021', '0.02'])
    const [low, high, hedge] = answer.legs
    expect(Number(low!.bid_price) - Number(high!.bid_price)).toBeCloseTo(0.019, 10)
    expect(Number(low!.ask_price) - Number(high!.ask_price)).toBeCloseTo(0.021, 10)
    expect([low!.mark_price, hedge!.bid_price, hedge!.mark_price]).toEqual(['0.0500', '98000', '98000'])
    expect(priced({})).toMatchObject({ bid_price: null, legs: [{ bid_price: null }, { bid_price: null }, { bid_price: null }] })
  })

  it.each([
    [{ ask_price: '0.01905' }, 'PriceOffTick', 'ask_price'],
    [{ bid_price: '-1' }, 'PricingImpossible', 'bid_price'],
    [{ bid_price: '0.0000000001' }, 'PriceOffTick', 'bid_price'],
  ])('%j is refused', (asked, code, field) => {
    expect(priced(asked)).toMatchObject({ refused: code, field })
  })
})
