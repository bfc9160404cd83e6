import { describe, expect, it } from 'vitest'
import { quantity } from '../../decimal.ts'
import type { TradeId } from '../../ids.ts'
import { KEST, LARK } from '../../../test/fixture.ts'
import { Negotiation, sharedAudiences } from '../../../test/negotiation.ts'
import type { RfqCommand } from '../model/commands.ts'
import { remainingQuantity, type Rfq } from '../model/rfq.ts'

describe.each(sharedAudiences)('7.1 to 7.4, 10.15 the venue answers in $audience', ({ audience }) => {
  /** KEST has sold 60, its whole quote; the venue has not answered. */
  const atVenue = () => {
    const talks = new Negotiation(audience)
    const maker = talks.rest(KEST, 'SELL', '0.01', '60')
    talks.rest(LARK, 'SELL', '0.011', '60')
    const [trade] = talks.buy('0.01', '60')
    return { talks, trade: trade!, orders: [maker, trade!.takerOrder] }
  }
  const sums = (talks: Negotiation) =>
    [({ filled }: Rfq) => filled, ({ pending }: Rfq) => pending, remainingQuantity].map((sum) => sum(talks.rfq()) / quantity('1'))
  /** The remaining quantity of an RFQ for 100; an order book has no limit. */
  const remaining = (units: number) => (audience === 'DIRECT' ? units : Infinity)

  it('7.1, 10.15 an agreed trade counts at once', () => {
    const { talks, orders } = atVenue()
    expect(sums(talks)).toEqual([0, 60, remaining(40)])
    for (const id of orders) expect(talks.orderOf(id)).toMatchObject({ filled: 0, pending: quantity('60'), state: 'CLOSED' })
  })

  it('7.2, 10.15 a confirmed trade is filled', () => {
    const { talks, trade, orders } = atVenue()
    const at = (talks.now += 7_000)
    expect(talks.sent(talks.confirm(trade.id))).toBe('TradeSettled')
    expect(sums(talks)).toEqual([60, 0, remaining(40)])
    for (const id of orders) expect(talks.orderOf(id)).toMatchObject({ filled: quantity('60'), pending: 0, canceled: 0, state: 'CLOSED' })
    expect(talks.rfq().trades).toMatchObject([{ state: 'FILLED', venueTradeId: `BLOCK-${trade.id}`, settledAt: at }])
    expect(talks.rfq().lastTrade).toMatchObject({ quantity: quantity('60'), side: 'BUY', at })
  })

  it('7.3, 10.15 a rejected trade gives its quantity back to the request and takes it from both orders', () => {
    const { talks, trade, orders } = atVenue()
    expect(talks.sent(talks.reject(trade.id))).toBe(
      'TradeRejected, OrderCanceled 60 SETTLEMENT_REJECTED, OrderCanceled 60 SETTLEMENT_REJECTED',
    )
    expect(sums(talks)).toEqual([0, 0, remaining(100)])
    for (const id of orders) expect(talks.orderOf(id)).toMatchObject({ filled: 0, pending: 0, canceled: quantity('60'), state: 'CLOSED' })
    expect(talks.rfq().trades).toMatchObject([{ state: 'REJECTED', rejection: 'insufficient funds' }])
  })

  it.each<['confirm' | 'reject', object]>([
    ['confirm', { filled: quantity('25'), canceled: 0 }],
    ['reject', { filled: 0, canceled: quantity('25') }],
  ])('7.2, 7.3, 10.15 to %s a part of a quote leaves the rest of it open', (answer, part) => {
    const talks = new Negotiation(audience)
    const id = talks.rest(KEST, 'SELL', '0.02', '50')
    const [trade] = talks.buy('0.02', '25')
    talks.must(talks[answer](trade!.id))
    expect(talks.orderOf(id)).toMatchObject({ ...part, pending: 0, state: 'OPEN' })
    expect(talks.orderOf(trade!.takerOrder)).toMatchObject({ ...part, pending: 0, state: 'CLOSED' })
  })

  type Answer = (talks: Negotiation, id: TradeId) => RfqCommand
  const confirm: Answer = (talks, id) => talks.confirm(id)
  const reject: Answer = (talks, id) => talks.reject(id)
  it.each([
    ['7.4', 'confirmed twice', confirm, confirm],
    ['7.4', 'confirmed, then rejected', confirm, reject],
    ['7.4', 'rejected twice', reject, reject],
    ['7.4', 'rejected, then confirmed', reject, confirm],
  ] as const)('%s %s: the first answer counts', (_rule, _how, first, second) => {
    const { talks, trade } = atVenue()
    talks.must(first(talks, trade.id))
    const before = talks.rfq()
    expect(talks.send(second(talks, trade.id))).toEqual([])
    expect(talks.rfq()).toBe(before)
  })

  it('7.4 an answer to an unknown trade changes nothing', () => {
    const { talks } = atVenue()
    expect(talks.send(talks.confirm('t_none' as TradeId))).toEqual([])
  })
})
