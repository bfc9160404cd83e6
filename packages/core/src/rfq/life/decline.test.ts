import { describe, expect, it } from 'vitest'
import { ask, cancelRfq, decline, desk, given, KEST, LARK, MERL, outcome, restored, saved, TAKER, theRfq } from '../../../test/fixture.ts'
import { Negotiation, sharedAudiences } from '../../../test/negotiation.ts'
import type { RfqCommand } from '../model/commands.ts'
import { deadlineOf } from './deadlines.ts'
import { declinesOf } from './decline.ts'
import { rfqFor } from '../display/visibility.ts'

const STRANGER = desk('STRA')
type Step = (talks: Negotiation) => RfqCommand
const declined: Step = (talks) => talks.decline(KEST)
const offer: Step = (talks) => talks.quote(KEST, 'SELL', '0.01', '100')
const lift: Step = (talks) => talks.cross('BUY', '0.01', '100')

describe.each(sharedAudiences)('5.19, 10.19 a maker declines in $audience, and says why', ({ audience, rules }) => {
  it.each<[given: string, before: readonly Step[], step: Step, then: string]>([
    ['nothing of the desk', [], declined, 'RfqDeclined'],
    ['a decline of the desk', [declined], (talks) => talks.decline(KEST, 'SIZE'), `AlreadyDeclined ${rules.decline}`],
    ['a decline of another desk', [(talks) => talks.decline(LARK)], declined, 'RfqDeclined'],
    ['a quote of the desk resting', [offer], declined, 'RfqDeclined, OrderCanceled 100 DECLINED'],
    ['a quote of the desk that has traded', [offer, lift], declined, 'RfqDeclined'],
    ['a visible quote after it', [declined], offer, 'DeclineTakenBack, OrderPlaced'],
    ['a hidden quote after it', [declined], (talks) => talks.quote(KEST, 'SELL', '0.01', '100', { isHidden: true }), 'OrderPlaced'],
    ['a quote of another desk after it', [declined], (talks) => talks.quote(LARK, 'SELL', '0.01', '100'), 'OrderPlaced'],
    [
      'a quote after it that is refused',
      [declined],
      (talks) => talks.quote(KEST, 'SELL', '0.01', '24'),
      `QuantityBelowBlockMinimum ${rules.block} quantity`,
    ],
  ])('5.19, 10.19 with %s', (_given, before, step, then) => {
    const talks = new Negotiation(audience)
    for (const each of before) talks.must(each(talks))
    expect(talks.sent(step(talks))).toBe(then)
  })

  it('cancels all that the desk has resting there, hidden or not, and nothing of others', () => {
    const talks = new Negotiation(audience)
    talks.rest(KEST, 'SELL', '0.02', '25')
    talks.rest(KEST, 'BUY', '0.01', '50', { isHidden: true })
    const others = talks.rest(LARK, 'SELL', '0.021', '25')
    expect(talks.sent(talks.decline(KEST))).toBe('RfqDeclined, OrderCanceled 25 DECLINED, OrderCanceled 50 DECLINED')
    expect(declinesOf(talks.rfq())).toEqual([{ desk: KEST, reason: 'RISK', at: talks.rfq().lastUpdatedAt }])
    expect(talks.orderOf(others).state).toBe('OPEN')
  })

  it('remains for each desk that has declined, until it has a visible quote', () => {
    const talks = new Negotiation(audience)
    const standing = () => declinesOf(talks.rfq()).map(({ desk }) => desk)
    talks.must(talks.decline(KEST))
    talks.must(talks.decline(LARK, 'SIZE'))
    expect(standing()).toEqual([KEST, LARK])
    const hidden = talks.rest(KEST, 'SELL', '0.02', '25', { isHidden: true })
    talks.must(talks.cross('BUY', '0.01', '25'))
    expect(standing()).toEqual([KEST, LARK])
    talks.must(talks.pull(KEST, hidden))
    talks.rest(KEST, 'SELL', '0.019', '25')
    expect(standing()).toEqual([LARK])
    talks.rest(LARK, 'SELL', '0.019', '25')
    expect(standing()).toEqual([])
  })

  it('can be repeated after a quote has reversed it, and is kept in a snapshot', () => {
    const talks = new Negotiation(audience)
    talks.must(talks.decline(KEST))
    const id = talks.rest(KEST, 'SELL', '0.01', '100')
    expect(declinesOf(talks.rfq())).toEqual([])
    talks.must(talks.decline(KEST, 'SIZE'))
    expect(talks.orderOf(id)).toMatchObject({ state: 'CLOSED' })
    const [code, field] = audience === 'DIRECT' ? ['OrderClosed', 'id'] : ['OrderUnknown', 'quote_id']
    expect(talks.send(talks.replace(KEST, id, '100'))).toBe(`${code} ${rules.find} ${field}`)
    expect(talks.rfq().declines).toHaveLength(1)
    expect(declinesOf(talks.rfq())).toMatchObject([{ desk: KEST, reason: 'SIZE' }])
    expect(saved(restored(talks.market))).toBe(saved(talks.market))
    expect(restored(talks.market).rfqs.live.get(talks.id)?.rfq.declines).toEqual(talks.rfq().declines)
  })
})

describe('5.19 a decline of a request for named makers', () => {
  it.each<[string, readonly RfqCommand[], RfqCommand, string]>([
    ['after it was cancelled', [cancelRfq], decline(KEST), 'RfqClosed'],
    ['by the taker itself', [], decline(TAKER), 'NotACounterparty'],
    ['by a desk that was not asked', [], decline(STRANGER), 'NotACounterparty'],
  ])('5.19 is refused %s', (_given, before, command, then) => {
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

  it('5.19 the taker reads only the declines that stand', () => {
    const talks = new Negotiation('DIRECT')
    talks.must(talks.decline(KEST))
    talks.rest(KEST, 'SELL', '0.01', '100')
    expect(rfqFor(talks.rfq(), TAKER)!.declines).toEqual([])
    talks.must(talks.decline(KEST, 'SIZE'))
    expect(rfqFor(talks.rfq(), TAKER)!.declines).toMatchObject([{ desk: KEST, reason: 'SIZE' }])
  })
})

describe('10.19 a decline of an order book', () => {
  it('10.19 is not reversed by an order of the desk', () => {
    const talks = new Negotiation('ORDER_BOOK')
    talks.must(talks.decline(KEST))
    const order = { ...talks.cross('BUY', '0.01', '25'), actor: talks.quote(KEST, 'BUY', '0.01', '25').actor }
    expect(talks.sent(order)).toBe('OrderPlaced, OrderCanceled 25 NOT_FILLED_AT_ONCE')
    expect(declinesOf(talks.rfq())).toHaveLength(1)
  })

  it('10.5 keeps none open: it is no activity', () => {
    const talks = new Negotiation('ORDER_BOOK')
    const { at } = deadlineOf(talks.market.rfqs.live.get(talks.id)!)
    talks.must(talks.decline(KEST))
    expect(talks.rfq().lastUpdatedAt).toBeGreaterThan(talks.rfq().createdAt)
    expect(deadlineOf(talks.market.rfqs.live.get(talks.id)!).at).toBe(at)
  })
})
