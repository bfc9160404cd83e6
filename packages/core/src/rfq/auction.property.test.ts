/** Random auctions against their naive twin: after any bids, changes and cancellations, one quote wins the whole, and no other beats it. */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Quantity } from '../decimal.ts'
import { apply, ask, decideIn, emptyMarket, expire, KEST, LARK, legsFor, MERL, NOON, pull, quote, replace, restored, saved, SWFT, TAKER, theRfq } from '../../test/fixture.ts' // prettier-ignore
import { NaiveAuction } from '../../test/naive-auction.ts'
import type { Instant } from '../ids.ts'
import type { Guard } from '../protection/guard.ts'
import { isRefusal } from '../refusal.ts'
import type { RfqCommand } from './commands.ts'
import type { RfqEvent } from './events.ts'
import { AUCTION_LIFETIME_MS } from './limits.ts'
import { bookFor } from './visibility.ts'

const BLIND = { audience: 'BLIND_AUCTION' } as const
const bidders = [KEST, LARK, MERL]
const END = (NOON + AUCTION_LIFETIME_MS) as Instant

/** The auction itself has the number 1. */
const FIRST = 100

const step = fc.record({
  act: fc.constantFrom('bid', 'bid', 'bid', 'replace', 'pull', 'part', 'ask' as const),
  by: fc.nat(2),
  ticks: fc.integer({ min: -3, max: 3 }),
  pick: fc.integer({ min: FIRST, max: FIRST + 12 }),
})
type Step = typeof step extends fc.Arbitrary<infer S> ? S : never

/** Protections that block some desks entirely. */
const blocking = (desks: readonly string[]): Guard => ({
  blocked: new Map(),
  shortened: new Map(),
  allowed: (resting, wanted) => (resting !== undefined && desks.includes(resting.desk) ? (0 as Quantity) : wanted),
})

function commandOf({ act, by, ticks, pick }: Step, n: number, side: 'BUY' | 'SELL'): RfqCommand {
  const desk = bidders[by]!
  const at = (ticks / 10_000).toFixed(4)
  switch (act) {
    case 'bid':
      return quote(desk, n, side === 'BUY' ? 'SELL' : 'BUY', at, '100', BLIND)
    case 'part':
      return quote(desk, n, side === 'BUY' ? 'SELL' : 'BUY', at, '50', BLIND)
    case 'ask':
      return quote(desk, n, side, at, '100', BLIND)
    case 'replace':
      return replace(desk, pick, '100', { ...BLIND, legPrices: legsFor(at) })
    case 'pull':
      return { ...pull(desk, pick), ...BLIND }
  }
}

describe('12.5 an auction and its slow twin', () => {
  it('12.3, 12.5, 12.6 award the whole to the same bid, or to nobody, and a restart changes nothing', () => {
    const days = fc.tuple(fc.array(step, { maxLength: 25 }), fc.constantFrom('BUY' as const, 'SELL' as const), fc.subarray(bidders))
    const counts = { won: 0, nobody: 0, blocked: 0 }
    fc.assert(
      fc.property(days, ([steps, side, blocked]) => {
        let market = emptyMarket()
        const twin = new NaiveAuction(side)
        const give = (command: RfqCommand, now: Instant, guard?: Guard): readonly RfqEvent[] => {
          const answer = decideIn(market, command, now, guard)
          if (isRefusal(answer)) return []
          for (const event of answer) apply(market, event)
          return answer
        }
        give(ask({ ...BLIND, side }), NOON)
        steps.forEach((each, n) => {
          for (const event of give(commandOf(each, FIRST + n, side), (NOON + n) as Instant)) {
            if (event.kind === 'OrderPlaced') twin.bid(event.order.id, event.order.actor.desk, event.order.price)
            if (event.kind === 'OrderReplaced') twin.replace(event.order.id, event.order.price)
            if (event.kind === 'OrderCanceled') twin.cancel(({ order }) => order === event.orderId)
          }
          const { orders, ...rfq } = theRfq(market)
          // Rulebook 12.4.
          for (const viewer of [TAKER, ...bidders, SWFT]) expect(bookFor({ ...rfq }, orders, viewer)).toEqual({ asks: [], bids: [] })
          expect(orders.filter(({ state }) => state === 'OPEN').map(({ id }) => id).sort()).toEqual(twin.bids.map(({ order }) => order).sort()) // prettier-ignore
        })
        expect(saved(restored(market))).toBe(saved(market))
        market = restored(market)
        const winner = twin.winner(({ desk }) => !blocked.includes(desk as (typeof bidders)[number]))
        counts[winner !== undefined ? 'won' : twin.bids.length > 0 ? 'blocked' : 'nobody']++
        const events = give(expire, END, blocking(blocked))
        const trades = events.flatMap((event) => (event.kind === 'TradeAgreed' ? [event.trade] : []))
        expect(trades.map(({ makerOrder, maker, price: at, quantity }) => [makerOrder, maker, at, quantity])).toEqual(
          winner === undefined ? [] : [[winner.order, winner.desk, winner.price, theRfq(market).quantity]],
        )
        const { orders, state, ending } = theRfq(market)
        expect(orders.every((order) => order.state === 'CLOSED')).toBe(true)
        expect([state, ending]).toEqual(winner === undefined ? ['CLOSED', undefined] : ['OPEN', 'EXPIRED'])
      }),
      { numRuns: 400 },
    )
    // The auctions covered everything that can happen.
    expect(Math.min(counts.won, counts.nobody, counts.blocked)).toBeGreaterThan(0)
  })
})
