import { describe, expect, it } from 'vitest'
import { quantity } from '../../decimal.ts'
import type { Instant } from '../../ids.ts'
import { RFQ_LIFETIME_MS } from '../model/limits.ts'
import { dueRfq, nextRfqDeadline } from './deadlines.ts'
import { remainingQuantity, type Rfq } from '../model/rfq.ts'
import { rfqsOf } from '../model/rfqs.ts'
import {
  ask,
  cancelRfq,
  confirm,
  cross,
  decideIn,
  expire,
  given,
  KEST,
  LARK,
  NOON,
  outcome,
  pull,
  quote,
  reject,
  replace,
  rfqId,
  TAKER,
  theRfq,
  when,
  type Market,
} from '../../../test/fixture.ts'

const kinds = (events: readonly { kind: string }[]) => events.map(({ kind }) => kind).join(', ')
const quoted = () => given(ask(), quote(KEST, 1, 'SELL', '0.01', '100'), quote(LARK, 2, 'SELL', '0.011', '60'))
const sums = (market: Market) =>
  [({ filled }: Rfq) => filled, ({ pending }: Rfq) => pending, remainingQuantity].map((sum) => sum(theRfq(market)) / quantity('1'))

describe('a request ends', () => {
  it('4.8 after 300 seconds, and not before', () => {
    const market = quoted()
    const end = (NOON + RFQ_LIFETIME_MS) as Instant
    expect(nextRfqDeadline(market.rfqs)).toBe(end)
    expect(dueRfq(market.rfqs, (end - 1) as Instant)).toBeUndefined()
    expect(dueRfq(market.rfqs, end)).toEqual({ kind: 'ExpireRfq', id: rfqId() })
    expect(kinds(when(market, expire, end))).toBe('OrderCanceled, OrderCanceled, RfqClosed')
    expect(theRfq(market).closedReason).toBe('EXPIRED')
    expect([dueRfq(market.rfqs, end), nextRfqDeadline(market.rfqs)]).toEqual([undefined, undefined])
  })

  it('4.8 after the time that its taker chose, whose end the refusal names', () => {
    const market = given(ask({ goodForMs: 900_000 }), quote(KEST, 1, 'SELL', '0.01', '100'))
    const end = (NOON + 900_000) as Instant
    expect(nextRfqDeadline(market.rfqs)).toBe(end)
    expect(outcome(market, quote(LARK, 2, 'SELL', '0.01', '25'), (end - 1) as Instant)).toBe('OrderPlaced')
    expect(decideIn(market, quote(LARK, 3, 'SELL', '0.01', '25'), end)).toMatchObject({
      refused: 'RfqClosed',
      message: 'The RFQ has expired after 900 seconds. Create a new one.',
    })
  })

  it('4.8 nothing is accepted from that time on, even while its deadline command is still waiting', () => {
    const late = (NOON + RFQ_LIFETIME_MS) as Instant
    const market = given(ask(), quote(KEST, 1, 'SELL', '0.01', '100'), cross(2, 'BUY', '0.01', '40'))
    for (const command of [
      quote(LARK, 3, 'SELL', '0.01', '25'),
      cross(4, 'BUY', '0.01', '25'),
      replace(KEST, 1, '70'),
      pull(KEST, 1),
      cancelRfq,
    ])
      expect([outcome(market, command, (late - 1) as Instant) === 'RfqClosed', outcome(market, command, late)]).toEqual([
        false,
        'RfqClosed',
      ])
    expect(kinds(when(market, confirm(2), late))).toBe('TradeSettled')
    expect(kinds(when(market, expire, late))).toBe('OrderCanceled, RfqClosed')
  })

  it('4.8 a draft has no time running', () => {
    expect(nextRfqDeadline(given(ask({ as: 'DRAFT' })).rfqs)).toBeUndefined()
  })

  it.each([
    ['4.11', 'cancelled by its taker', [cancelRfq], 'CANCELED_BY_CREATOR'],
    ['4.11', 'expired', [expire], 'EXPIRED'],
    ['4.11', 'expired after a part was filled', [cross(3, 'BUY', '0.01', '60'), confirm(3), expire], 'EXECUTION_LIMIT'],
    ['4.11', 'cancelled after a part was filled', [cross(3, 'BUY', '0.01', '60'), confirm(3), cancelRfq], 'EXECUTION_LIMIT'],
    ['4.11', 'expired after a part was rejected', [cross(3, 'BUY', '0.01', '60'), reject(3), expire], 'EXPIRED'],
    ['4.11', 'wholly filled', [cross(3, 'BUY', '0.01', '100'), confirm(3)], 'EXECUTION_LIMIT'],
    ['4.12', 'filled but for less than a block', [cross(3, 'BUY', '0.01', '75.1'), confirm(3)], 'EXECUTION_LIMIT'],
    ['4.10', 'expired while at the venue, then confirmed', [cross(3, 'BUY', '0.01', '60'), expire, confirm(3)], 'EXECUTION_LIMIT'],
    ['4.10', 'expired while at the venue, then rejected', [cross(3, 'BUY', '0.01', '60'), expire, reject(3)], 'EXPIRED'],
    ['4.10', 'cancelled while at the venue, then rejected', [cross(3, 'BUY', '0.01', '60'), cancelRfq, reject(3)], 'CANCELED_BY_CREATOR'],
  ] as const)('%s %s: it closes as %s', (_rule, _how, commands, reason) => {
    const market = quoted()
    for (const command of commands) when(market, command)
    expect(theRfq(market)).toMatchObject({ state: 'CLOSED', closedReason: reason })
    expect(theRfq(market).orders.every((order) => order.state === 'CLOSED')).toBe(true)
    expect([market.rfqs.live.size, rfqsOf(market.rfqs, TAKER), rfqsOf(market.rfqs, KEST)]).toEqual([0, [], []])
  })

  it('4.10 with two trades at the venue it waits for both', () => {
    const market = given(
      ask(),
      quote(KEST, 1, 'SELL', '0.01', '50'),
      quote(LARK, 2, 'SELL', '0.01', '50'),
      cross(3, 'BUY', '0.01', '100'),
      expire,
    )
    expect(kinds(when(market, confirm(3)))).toBe('TradeSettled')
    expect(theRfq(market)).toMatchObject({ state: 'OPEN', ending: 'EXPIRED' })
    expect(dueRfq(market.rfqs, (NOON + 10 * RFQ_LIFETIME_MS) as Instant)).toBeUndefined()
    expect(kinds(when(market, reject(3, 1)))).toBe('TradeRejected, OrderCanceled, OrderCanceled, RfqClosed')
    expect(theRfq(market).closedReason).toBe('EXECUTION_LIMIT')
  })

  it('4.12 with everything agreed and nothing settled it stays open with nothing remaining', () => {
    const market = given(ask(), quote(KEST, 1, 'SELL', '0.01', '100'), cross(3, 'BUY', '0.01', '100'))
    expect(theRfq(market)).toMatchObject({ state: 'OPEN' })
    expect(sums(market)).toEqual([0, 100, 0])
    expect(outcome(market, cross(4, 'BUY', '0.01', '25'))).toBe('QuantityAboveRemaining')
    expect(outcome(market, quote(LARK, 5, 'SELL', '0.01', '25'))).toBe('OrderPlaced')
  })

  it('4.12 with a block remaining it stays open after a settlement', () => {
    const market = quoted()
    when(market, cross(3, 'BUY', '0.01', '75'))
    expect(kinds(when(market, confirm(3)))).toBe('TradeSettled')
    expect(theRfq(market).state).toBe('OPEN')
  })
})
