import { describe, expect, it } from 'vitest'
import { KEST, MARKET, pull, quote, world } from '../../../test/book-fixture.ts'
import { LARK } from '../../../test/fixture.ts'
import type { DeskId, Instant } from '../../ids.ts'
import { ORDER_LIFETIME_MS, ORDERS_LEFT } from './limits.ts'

const MANY = 600
const idsIn = (it: ReturnType<typeof world>) => [...it.rfqs.live.get(MARKET)!.orders.values()].map(({ id }) => id)

describe('an order book remembers what it must', () => {
  it('10.4 every quote that expires is complete in its change, however many expire together', () => {
    const it = world()
    const desks = Array.from({ length: MANY }, (_, n) => `D${n}` as DeskId)
    const placed = desks.map((desk) => it.rest(desk, 'SELL', '0.03', '25'))
    it.now = (it.now + ORDER_LIFETIME_MS) as Instant
    expect(it.must({ kind: 'ExpireOrders', id: MARKET })).toHaveLength(placed.length)
    expect(new Set(placed.map((id) => it.orderOf(id).state))).toEqual(new Set(['CLOSED']))
  })

  it('10.12 quotes that come and go are forgotten in the end, and one that rests among them stays', () => {
    const it = world()
    const resting = it.rest(LARK, 'SELL', '0.03', '25')
    const gone = Array.from({ length: MANY }, () => {
      it.now = (it.now + 1) as Instant
      const orderId = it.rest(KEST, 'BUY', '0.02', '25')
      it.must(pull(KEST, orderId))
      return orderId
    })
    expect(gone.map((id) => it.orderOf(id).state)).toEqual(gone.map(() => 'CLOSED'))
    expect(idsIn(it)).toEqual([resting])
    expect(it.must(pull(LARK, resting))).toHaveLength(1)
  })

  it('10.12 of many quotes in play none is lost while others leave', () => {
    const it = world()
    const place = (n: number) => it.rest(`D${n}` as DeskId, 'SELL', '0.03', '25')
    const cancel = (n: number, orderId: ReturnType<typeof place>) => it.must(pull(`D${n}` as DeskId, orderId))
    const placed = Array.from({ length: 4 * ORDERS_LEFT }, (_, n) => place(n))
    placed.forEach((id, n) => n % 4 !== 0 && cancel(n, id))
    const left = placed.filter((_, n) => n % 4 === 0)
    expect(idsIn(it)).toEqual(left)
    expect(it.must(quote(KEST, 'BUY', '0.03', `${25 * left.length}`)).filter(({ kind }) => kind === 'TradeAgreed')).toHaveLength(
      left.length,
    )
  })
})
