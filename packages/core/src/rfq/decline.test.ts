import { describe, expect, it } from 'vitest'
import type { RfqCommand } from './commands.ts'
import {
  ask,
  cancelRfq,
  cross,
  decline,
  desk,
  given,
  KEST,
  LARK,
  MERL,
  outcome,
  quote,
  replace,
  restored,
  saved,
  TAKER,
  theOrder,
  theRfq,
  when,
} from '../../test/fixture.ts'
import { rfqFor } from './visibility.ts'

const STRANGER = desk('STRA')
const offer = quote(KEST, 1, 'SELL', '0.01', '100')

// In order of precedence.
const table: [given: string, before: readonly RfqCommand[], command: RfqCommand, then: string][] = [
  ['an open request', [], decline(KEST), 'RfqDeclined'],
  ['a request that has been cancelled', [cancelRfq], decline(KEST), 'RfqClosed'],
  ['the taker itself', [], decline(TAKER), 'NotACounterparty'],
  ['a desk that was not asked', [], decline(STRANGER), 'NotACounterparty'],
  ['a desk that has declined', [decline(KEST)], decline(KEST), 'AlreadyDeclined'],
  ['another desk having declined', [decline(LARK)], decline(KEST), 'RfqDeclined'],
  ['a quote of the desk resting', [offer], decline(KEST), 'RfqDeclined, OrderCanceled'],
  ['a quote that has traded', [offer, cross(2, 'BUY', '0.01', '100')], decline(KEST), 'RfqDeclined'],
  ['a quote that is shown after it', [decline(KEST)], offer, 'DeclineTakenBack, OrderPlaced'],
  ['a hidden quote after it', [decline(KEST)], { ...offer, isHidden: true }, 'OrderPlaced'],
  ['a quote of another desk after it', [decline(KEST)], quote(LARK, 1, 'SELL', '0.01', '100'), 'OrderPlaced'],
  ['a quote that is refused after it', [decline(KEST)], quote(KEST, 1, 'SELL', '0.01', '24'), 'QuantityBelowBlockMinimum'],
]

describe('5.19 a maker declines, and says why', () => {
  it.each(table)('5.19 %s', (_given, before, command, then) => {
    expect(outcome(given(ask(), ...before), command)).toBe(then)
  })

  it('5.19 the taker reads who and why, a maker only whether it has itself', () => {
    const market = given(ask(), decline(KEST, { reason: 'RISK', text: 'Over the limit until noon.' }), decline(LARK))
    expect(rfqFor(theRfq(market), TAKER)!.declines).toMatchObject([
      { desk: KEST, reason: 'RISK', text: 'Over the limit until noon.' },
      { desk: LARK, reason: 'SIZE' },
    ])
    expect(rfqFor(theRfq(market), KEST)).toMatchObject({ declines: [], hasDeclined: true })
    expect(rfqFor(theRfq(market), MERL)).toMatchObject({ declines: [], hasDeclined: false })
  })

  it('5.19 a quote takes the decline back, and the desk may decline again', () => {
    const market = given(ask(), decline(KEST), offer)
    expect(rfqFor(theRfq(market), TAKER)!.declines).toEqual([])
    when(market, decline(KEST, { reason: 'MARKET' }))
    expect(theOrder(market, 1)).toMatchObject({ state: 'CLOSED' })
    expect(theRfq(market).declines).toHaveLength(1)
    expect(rfqFor(theRfq(market), TAKER)!.declines).toMatchObject([{ desk: KEST, reason: 'MARKET' }])
    expect(outcome(market, replace(KEST, 1, '100'))).toBe('OrderClosed')
    expect(saved(restored(market))).toBe(saved(market))
  })
})
