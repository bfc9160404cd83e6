import { describe, expect, it } from 'vitest'
import type { BlockTradeView, OrderView, RfqView, TapeTradeView } from '@parley/contracts'
import { standingOf } from './ticket-state.ts'

const rfq = (change: Partial<RfqView>): RfqView =>
  ({
    id: 'r1',
    state: 'OPEN',
    closed_reason: null,
    role: 'TAKER',
    venue: 'DBT',
    strategy_code: 'CS',
    quantity: '25',
    legs: [],
    traded: false,
    filled_quantity: null,
    ...change,
  }) as unknown as RfqView
const trade = (state: string, at: number, rejection: string | null = null) =>
  ({ state, executed_at: at, rejection }) as unknown as BlockTradeView
const closed = { state: 'CLOSED', closed_reason: 'EXECUTION_LIMIT' } as const
const tape = { side: 'BUY', quantity: '25', price: '0.0182' } as unknown as TapeTradeView
const ask = { role: 'MAKER', side: 'SELL', price: '0.0186' } as unknown as OrderView

type Row = [what: string, rfq: RfqView, trades: BlockTradeView[], title: string | undefined]
const rows: Row[] = [
  ['open', rfq({}), [], undefined],
  ['a draft', rfq({ state: 'DRAFT' }), [], 'Draft'],
  ['dealt', rfq({}), [trade('PENDING_SETTLEMENT', 1)], 'Dealt, settling at DBT'],
  ['filled', rfq({ ...closed, traded: true }), [trade('FILLED', 1)], 'Filled'],
  ['filled after a rejection', rfq({ ...closed, traded: true }), [trade('REJECTED', 1), trade('FILLED', 2)], 'Filled'],
  ['rejected last', rfq({}), [trade('FILLED', 1), trade('REJECTED', 2, 'margin')], 'Rejected by DBT'],
  ['dealt anew after a rejection', rfq({}), [trade('REJECTED', 1), trade('PENDING_SETTLEMENT', 2)], 'Dealt, settling at DBT'],
  ['traded away', rfq({ ...closed, role: 'MAKER' }), [], 'Traded away'],
  ['expired', rfq({ state: 'CLOSED', closed_reason: 'EXPIRED' }), [], 'Expired'],
  ['canceled', rfq({ state: 'CLOSED', closed_reason: 'CANCELED_BY_CREATOR' }), [], 'Canceled'],
]

describe('where a request stands', () => {
  it.each(rows)('%s', (_what, view, trades, title) => {
    expect(standingOf(view, { trades, orders: [], tape: undefined })?.title).toBe(title)
  })

  it("repeats the venue's words", () => {
    expect(standingOf(rfq({}), { trades: [trade('REJECTED', 1, 'not enough margin')], orders: [], tape: undefined })?.text).toBe(
      '“not enough margin” Nothing was traded; the RFQ is still open.',
    )
  })

  it('tells a maker the price it lost at, beside its own', () => {
    const away = rfq({ ...closed, role: 'MAKER' })
    expect(standingOf(away, { trades: [], orders: [ask], tape })?.text).toBe(
      'The taker bought 25 at 0.0182. Your ask was 0.0186, 0.0004 away.',
    )
    expect(standingOf(away, { trades: [], orders: [], tape })?.text).toMatch(/You had no ask/)
    expect(standingOf(away, { trades: [], orders: [ask], tape: undefined })?.text).toMatch(/once it has settled/)
  })
})
