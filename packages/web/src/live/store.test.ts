import type { MarketDataView, OrderView, RfqOrderView, RfqView } from '@parley/contracts'
import { describe, expect, it } from 'vitest'
import { bookOf, restingOf } from './book.ts'
import { structureMark } from './marks.ts'
import { noticesOf } from './notices.ts'
import { applyHeard, nothing, nothingHeard, sweepClosed } from './store.ts'

const noon = 1_800_000_000_000
const rfq = (more: Partial<RfqView>): RfqView =>
  ({ id: 'r_1', state: 'OPEN', role: 'MAKER', last_updated_at: noon, legs: [], description: 'CSpd', ...more }) as RfqView
const order = (more: Partial<OrderView>): OrderView =>
  ({
    id: 'o_1',
    rfq_id: 'r_1',
    state: 'OPEN',
    role: 'MAKER',
    side: 'BUY',
    price: '0.04',
    quantity: '250',
    filled_quantity: '0',
    pending_fill_quantity: '0',
    canceled_quantity: '0',
    created_at: 1,
    ...more,
  }) as OrderView
const mark = (instrument_id: number, mark_price: string) => ({ instrument_id, mark_price }) as MarketDataView['marks'][number]

describe('the live store', () => {
  it('keeps the marks of a currency while only the changed ones are said', () => {
    const market = (marks: MarketDataView['marks']) => ({
      venue: 'DBT',
      base_currency: 'BTC',
      at: noon,
      index_price: '91482',
      index_change_24h: null,
      is_stale: false,
      marks,
    })
    const first = applyHeard(nothing, { ...nothingHeard(), markets: [market([mark(1, '0.1'), mark(2, '0.2')])] }, noon)
    const then = applyHeard(first, { ...nothingHeard(), markets: [market([mark(2, '0.3')])] }, noon)
    expect([then.marks.get(1)?.mark_price, then.marks.get(2)?.mark_price]).toEqual(['0.1', '0.3'])
  })

  it('says that a list has arrived even when it is empty, so that the screen does not wait for ever', () => {
    const live = applyHeard(nothing, { ...nothingHeard(), rfqs: [{ event: 'SNAPSHOT', data: [] }] }, noon)
    expect([live.loaded.has('rfqs'), live.loaded.has('orders')]).toEqual([true, false])
  })

  it('lets a closed RFQ leave 30 s after its last change, not before', () => {
    const live = applyHeard(nothing, { ...nothingHeard(), rfqs: [{ event: 'UPDATED', data: rfq({ state: 'CLOSED' }) }] }, noon)
    expect(sweepClosed(live, noon + 29_000).rfqs.size).toBe(1)
    expect(sweepClosed(live, noon + 31_000).rfqs.size).toBe(0)
  })
})

describe('the quotes of an RFQ', () => {
  const quotes = [
    {
      id: 'q1',
      rfq_id: 'r_1',
      side: 'SELL',
      price: '0.043',
      quantity: '100',
      desk_name: 'Kestrel',
      role: 'MAKER',
      created_at: 1,
      last_updated_at: 1,
      expires_at: 300_001,
    },
    {
      id: 'q3',
      rfq_id: 'r_1',
      side: 'SELL',
      price: '0.0428',
      quantity: '50',
      desk_name: 'Orrery',
      role: 'MAKER',
      created_at: 1,
      last_updated_at: 1,
      expires_at: 300_001,
    },
    {
      id: 'q2',
      rfq_id: 'r_1',
      side: 'SELL',
      price: '0.0428',
      quantity: '250',
      desk_name: 'Halyard',
      role: 'MAKER',
      created_at: 2,
      last_updated_at: 2,
      expires_at: 300_001,
    },
  ] as const

  const asksOf = (list: readonly RfqOrderView[] = []) => bookOf(rfq({ role: 'TAKER' }), list).asks.map(({ id, rank }) => [id, rank])

  it('5.9 are best first for the taker, of two at one price the earlier, each with its rank', () => {
    expect(asksOf(quotes)).toEqual([
      ['q3', 1],
      ['q2', 2],
      ['q1', 3],
    ])
  })

  it('5.14 go last among their equals when their price changes or they grow, and keep their place when they shrink', () => {
    const first = applyHeard(nothing, { ...nothingHeard(), quotes: [{ event: 'SNAPSHOT', data: quotes }] }, noon)
    const after = (more: Partial<RfqOrderView>) =>
      applyHeard(first, { ...nothingHeard(), quotes: [{ event: 'UPDATED', data: { ...quotes[1], ...more } }] }, noon)
    const order = (live: ReturnType<typeof after>) => asksOf(live.quotesByRfq.get('r_1')).map(([id]) => id)
    expect(order(after({ quantity: '20' }))).toEqual(['q3', 'q2', 'q1'])
    expect(order(after({ quantity: '60' }))).toEqual(['q2', 'q3', 'q1'])
    expect(order(after({ price: '0.043' }))).toEqual(['q2', 'q1', 'q3'])
  })

  it('are for a maker its own open ones alone', () => {
    const { bids, asks } = bookOf(rfq({}), quotes, [order({}), order({ id: 'o_2', state: 'CLOSED' })])
    expect([bids.map(({ id }) => id), asks]).toEqual([['o_1'], []])
  })

  it('show what still rests, to the last digit', () => {
    expect(restingOf(order({ quantity: '12.3', filled_quantity: '0.1', pending_fill_quantity: '0.2' }))).toBe('12')
  })
})

describe('the mark of a structure', () => {
  const leg = (instrument_id: number, side: 'BUY' | 'SELL', ratio: string, price: string | null = null) => ({
    instrument_id,
    side,
    ratio,
    price,
  })
  const marks = new Map([
    [1, mark(1, '0.08')],
    [2, mark(2, '0.03')],
  ])
  it('is signed ratio times mark, hedges aside', () => {
    expect(structureMark([leg(1, 'BUY', '1'), leg(2, 'SELL', '2'), leg(3, 'SELL', '0.3', '91000')], marks)).toBeCloseTo(0.02, 10)
  })
  it('is not known while one leg has none', () => {
    expect(structureMark([leg(1, 'BUY', '1'), leg(9, 'SELL', '1')], marks)).toBeUndefined()
  })
})

describe('what a person hears of', () => {
  const quoting = applyHeard(
    nothing,
    { ...nothingHeard(), rfqs: [{ event: 'SNAPSHOT', data: [rfq({})] }], orders: [{ event: 'SNAPSHOT', data: [order({})] }] },
    noon,
  )

  it('a maker hears of a new request once, and not of those that were there at sign-in', () => {
    const heard = { ...nothingHeard(), rfqs: [{ event: 'ADDED' as const, data: rfq({ id: 'r_2', taker_desk_name: 'Meridian' }) }] }
    expect(noticesOf(quoting, applyHeard(quoting, heard, noon), heard).map(({ title }) => title)).toEqual(['New RFQ from Meridian'])
    const signIn = { ...nothingHeard(), rfqs: [{ event: 'SNAPSHOT' as const, data: [rfq({})] }] }
    expect(noticesOf(nothing, applyHeard(nothing, signIn, noon), signIn)).toEqual([])
  })

  it('a maker that quoted hears that the RFQ traded away; one that did not, does not', () => {
    const heard = {
      ...nothingHeard(),
      rfqs: [{ event: 'REMOVED' as const, data: rfq({ state: 'CLOSED', closed_reason: 'EXECUTION_LIMIT', traded: false }) }],
    }
    expect(noticesOf(quoting, applyHeard(quoting, heard, noon), heard).map(({ title }) => title)).toEqual(['Traded away'])
    const silent = { ...quoting, ordersByRfq: new Map() }
    expect(noticesOf(silent, applyHeard(silent, heard, noon), heard)).toEqual([])
  })
})
