import { describe, expect, it } from 'vitest'
import { ask, displayFor, confirm, cross, given, KEST, LARK, MERL, outcome, quote, theRfq, when } from '../../test/fixture.ts'

describe('a block trade from request to settlement', () => {
  it('4.11 the taker lifts the best of three offers and the request closes as filled', () => {
    const market = given(
      ask(),
      quote(KEST, 1, 'SELL', '0.0120', '100'),
      quote(LARK, 2, 'SELL', '0.0110', '100'),
      quote(MERL, 3, 'SELL', '0.0130', '100'),
    )
    const events = when(market, cross(4, 'BUY', '0.0115', '100', { timeInForce: 'FOK' }))
    expect(events.map(({ kind }) => kind)).toEqual(['OrderPlaced', 'TradeAgreed'])
    expect(when(market, confirm(4)).map(({ kind }) => kind)).toEqual(['TradeSettled', 'OrderCanceled', 'OrderCanceled', 'RfqClosed'])
    const rfq = theRfq(market)
    expect(rfq.closedReason).toBe('EXECUTION_LIMIT')
    const reads = [rfq.creator.desk, LARK, KEST].map((desk) => displayFor(rfq, desk))
    expect(reads).toEqual(['Filled', 'Filled', 'Trd Away'])
    expect(outcome(market, cross(5, 'BUY', '0.02', '25'))).toBe('RfqClosed')
  })
})
