import { describe, expect, it } from 'vitest'
import { actor, LARK, restored } from '../../test/fixture.ts'
import type { Instant } from '../ids.ts'
import type { RfqCommand } from './commands.ts'
import { deadlineOf } from './deadlines.ts'
import { declinesOf } from './decline.ts'
import { KEST, MARKET, order, quote, TAKER, summary, world, type World } from '../../test/book-fixture.ts'

const decline = (desk = KEST, reason: 'SIZE' | 'RISK' = 'RISK'): RfqCommand => ({
  kind: 'DeclineRfq',
  audience: 'ORDER_BOOK',
  actor: actor(desk),
  id: MARKET,
  reason,
})
const standing = (it: World) => declinesOf(it.rfq())

describe('10.19 declining a market', () => {
  it('cancels what the desk has resting there, hidden or not, and nothing of others', () => {
    const it = world()
    it.rest(KEST, 'SELL', '0.02', '25')
    it.rest(KEST, 'BUY', '0.01', '50', { isHidden: true })
    const others = it.rest(LARK, 'SELL', '0.021', '25')
    expect(summary(it.send(decline()))).toBe('RfqDeclined, OrderCanceled 25 DECLINED, OrderCanceled 50 DECLINED')
    expect(standing(it)).toEqual([{ desk: KEST, reason: 'RISK', at: it.now }])
    expect(it.orderOf(others).state).toBe('OPEN')
  })
  it('is said once by a desk, and by as many desks as will', () => {
    const it = world()
    it.must(decline())
    expect(it.send(decline(KEST, 'SIZE'))).toBe('AlreadyDeclined 10.19')
    it.must(decline(LARK, 'SIZE'))
    expect(standing(it).map(({ desk }) => desk)).toEqual([KEST, LARK])
  })
  it('is taken back by a quote that is shown, and by nothing else', () => {
    const it = world()
    it.must(decline())
    it.must(decline(LARK))
    expect(summary(it.send(quote(KEST, 'SELL', '0.02', '25', { isHidden: true })))).toBe('OrderPlaced')
    expect(summary(it.send(order(KEST, 'BUY', '0.01', '25')))).toBe('OrderPlaced, OrderCanceled 25 NOT_FILLED_AT_ONCE')
    expect(it.send(quote(KEST, 'SELL', '0.02', '1'))).toBe('QuantityBelowBlockMinimum 10.3')
    expect(summary(it.send(quote(TAKER, 'BUY', '0.01', '25')))).toBe('OrderPlaced')
    expect(standing(it)).toHaveLength(2)
    expect(summary(it.send(quote(KEST, 'SELL', '0.019', '25')))).toBe('DeclineTakenBack, OrderPlaced')
    expect(standing(it).map(({ desk }) => desk)).toEqual([LARK])
    it.must(quote(LARK, 'SELL', '0.019', '25'))
    expect(standing(it)).toEqual([])
  })
  it('10.5 keeps no market open: it is no activity', () => {
    const it = world()
    const { at } = deadlineOf(it.rfqs.live.get(MARKET)!)
    it.now = (it.now + 3_600_000) as Instant
    it.must(decline())
    expect(deadlineOf(it.rfqs.live.get(MARKET)!).at).toBe(at)
  })
  it('is kept in a snapshot', () => {
    const it = world()
    it.must(decline())
    expect(restored(it.market).rfqs.live.get(MARKET)?.rfq.declines).toEqual(it.rfq().declines)
  })
})
