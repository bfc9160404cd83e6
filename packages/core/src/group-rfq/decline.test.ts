import { describe, expect, it } from 'vitest'
import { actor, LARK } from '../direct-rfq/test-market.ts'
import type { Instant } from '../ids.ts'
import type { GroupCommand } from './group-rfq.ts'
import { deadlineOf, restore, snapshot } from './markets.ts'
import { KEST, MARKET, order, quote, TAKER, told, world, type World } from './test-markets.ts'

const decline = (desk = KEST, reason: 'SIZE' | 'RISK' = 'RISK'): GroupCommand => ({
  kind: 'DeclineMarket',
  actor: actor(desk),
  market: MARKET,
  reason,
})
const headOf = ({ markets }: World) => markets.open.get(MARKET)!.head

describe('10.19 declining a market', () => {
  it('cancels what the desk has resting there, hidden or not, and nothing of others', () => {
    const it = world()
    it.rest(KEST, 'SELL', '0.02', '25')
    it.rest(KEST, 'BUY', '0.01', '50', { isHidden: true })
    const others = it.rest(LARK, 'SELL', '0.021', '25')
    expect(told(it.send(decline()))).toBe('MarketDeclined, QuoteCanceled 25 ByUser, QuoteCanceled 50 ByUser')
    expect(headOf(it).declines).toEqual([{ desk: KEST, reason: 'RISK', at: it.now }])
    expect(it.quoteOf(others).state).toBe('OPEN')
  })
  it('is said once by a desk, and by as many desks as will', () => {
    const it = world()
    it.must(decline())
    expect(it.send(decline(KEST, 'SIZE'))).toBe('AlreadyDeclined 10.19')
    it.must(decline(LARK, 'SIZE'))
    expect(headOf(it).declines?.map(({ desk }) => desk)).toEqual([KEST, LARK])
  })
  it('is taken back by a quote that is shown, and by nothing else', () => {
    const it = world()
    it.must(decline())
    it.must(decline(LARK))
    expect(told(it.send(quote(KEST, 'SELL', '0.02', '25', { isHidden: true })))).toBe('QuotePlaced')
    expect(told(it.send(order(KEST, 'BUY', '0.01', '25')))).toBe('QuotePlaced, QuoteCanceled 25 NotFilledAtOnce')
    expect(it.send(quote(KEST, 'SELL', '0.02', '1'))).toBe('QuantityBelowBlockMinimum 10.3')
    expect(told(it.send(quote(TAKER, 'BUY', '0.01', '25')))).toBe('QuotePlaced')
    expect(headOf(it).declines).toHaveLength(2)
    expect(told(it.send(quote(KEST, 'SELL', '0.019', '25')))).toBe('QuotePlaced, MarketDeclineTakenBack')
    expect(headOf(it).declines?.map(({ desk }) => desk)).toEqual([LARK])
    it.must(quote(LARK, 'SELL', '0.019', '25'))
    expect(headOf(it)).not.toHaveProperty('declines')
  })
  it('10.5 keeps no market open: it is no activity', () => {
    const it = world()
    const { at } = deadlineOf(it.markets.open.get(MARKET)!)
    it.now = (it.now + 3_600_000) as Instant
    it.must(decline())
    expect(deadlineOf(it.markets.open.get(MARKET)!).at).toBe(at)
  })
  it('is kept in a snapshot', () => {
    const it = world()
    it.must(decline())
    const again = restore(JSON.parse(JSON.stringify(snapshot(it.markets))) as ReturnType<typeof snapshot>)
    expect(again.open.get(MARKET)?.head).toEqual(headOf(it))
  })
})
