/** Random days of a listed spread against its naive twin: every outcome is the same, even after a restart in between. */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { limits, list, order, pull, SPREAD } from '../../../test/spread-fixture.ts'
import { apply, decideIn, emptyMarket, KEST, LARK, MERL, NOON, restored, when } from '../../../test/fixture.ts'
import { NaiveSpread } from '../../../test/naive-spread.ts'
import { price, quantity } from '../../decimal.ts'
import type { Instant, OrderId } from '../../ids.ts'
import { isRefusal } from '../../refusal.ts'
import type { PlaceOrder, RfqCommand } from '../model/commands.ts'
import type { RfqEvent } from '../model/events.ts'
import { bookFor } from '../display/visibility.ts'

const desks = [KEST, LARK, MERL]
const RUNS = Math.max(240, Math.floor(Number(process.env['PARLEY_MATCHES'] ?? 0) / 40))

const step = fc.record({
  act: fc.constantFrom('place', 'place', 'place', 'place', 'replace', 'pull', 'expire', 'settle', 'reject' as const),
  by: fc.nat(2),
  side: fc.constantFrom('BUY' as const, 'SELL' as const),
  /** The price in quarter dollars relative to $1,000, so that some prices are off tick. No price means a market order. */
  at: fc.option(fc.integer({ min: -24, max: 24 }), { freq: 8 }),
  blocks: fc.integer({ min: 1, max: 9 }),
  form: fc.constantFrom('GTC', 'GTC', 'GTC', 'GTD', 'IOC', 'POST', 'TAKE_OWN', 'END_AT_OWN' as const),
  pick: fc.nat(40),
  /** How far the venue's limits have moved, in dollars. */
  moved: fc.constantFrom(0, 0, 0, 4, -4),
})
type Step = typeof step extends fc.Arbitrary<infer S> ? S : never

const limitsAt = (moved: number) => [limits('90000', '5'), limits(String(91_000 + moved), '1')]

function ordered({ by, side, at, blocks, form, moved }: Step): PlaceOrder {
  const text = at === null ? undefined : String(1_000 + at / 4)
  const timeInForce = at === null || form === 'IOC' ? 'IOC' : form === 'GTD' ? 'GTD' : 'GTC'
  return order(desks[by]!, side, text, String(blocks * 5_000 + 10_000), {
    timeInForce,
    restsMs: form === 'GTD' ? 1 + blocks * 3 : undefined,
    isPostOnly: form === 'POST',
    ownOrders: form === 'TAKE_OWN' ? 'CANCEL_RESTING' : form === 'END_AT_OWN' ? 'CANCEL_ARRIVING' : 'REFUSE',
    legLimits: limitsAt(moved),
  })
}

/** The format that the twin uses. */
const words = (events: readonly RfqEvent[]): string =>
  events
    .map((event) => {
      switch (event.kind) {
        case 'OrderPlaced':
          return `placed at ${event.order.price}`
        case 'TradeAgreed':
          return `traded ${event.trade.quantity} at ${event.trade.price} in ${event.trade.legPrices.join('/')}`
        case 'OrderCanceled':
          return `canceled ${event.quantity} for ${event.cause}`
        case 'TradeSettled':
          return 'settled'
        case 'TradeRejected':
          return 'rejected'
        case 'RfqCreated':
        case 'DraftSent':
        case 'RfqDeclined':
        case 'DeclineTakenBack':
        case 'OrderReplaced':
        case 'BookingSaid':
        case 'BookingReminded':
        case 'BookingDisputed':
        case 'RfqEnding':
        case 'RfqClosed':
          throw new Error(`${event.kind} has no place in the life of a listed spread`)
      }
    })
    .join(', ')

class Day {
  market = emptyMarket()
  readonly twin = new NaiveSpread({ tick: price('0.5'), legTick: price('0.01'), minimum: quantity('20000'), step: quantity('10') })
  readonly ids: { readonly id: OrderId; readonly desk: typeof KEST }[] = []
  readonly trades: Extract<RfqEvent, { kind: 'TradeAgreed' }>['trade'][] = []

  constructor() {
    when(this.market, list, NOON)
  }

  give(command: RfqCommand, now: Instant): string {
    const answer = decideIn(this.market, command, now)
    if (isRefusal(answer)) return 'refused'
    for (const event of answer) {
      apply(this.market, event)
      if (event.kind === 'TradeAgreed') this.trades.push(event.trade)
    }
    return words(answer)
  }

  take(each: Step, now: Instant): readonly [mine: string, theirs: string] {
    const picked = this.ids[each.pick % Math.max(1, this.ids.length)]
    switch (each.act) {
      case 'place':
      case 'replace': {
        const command = each.act === 'replace' ? this.replacement(each) : ordered(each)
        this.ids.push({ id: command.orderId, desk: command.actor.desk as typeof KEST })
        return [this.give(command, now), this.twin.place(command, now)]
      }
      case 'pull': {
        const id = picked?.id ?? ('o_none' as OrderId)
        return [this.give(pull(desks[each.by]!, id), now), this.twin.cancel(id, desks[each.by]!)]
      }
      case 'expire':
        return [this.give({ kind: 'ExpireOrders', id: SPREAD }, now), this.twin.expire(now)]
      case 'settle':
      case 'reject': {
        const place = each.pick % Math.max(1, this.trades.length)
        const trade = this.trades[place]
        if (trade === undefined) return ['', '']
        const answer = { id: SPREAD, tradeId: trade.id }
        const command: RfqCommand =
          each.act === 'settle'
            ? { kind: 'ConfirmSettlement', ...answer, venueTradeId: 'BLOCK-1' }
            : { kind: 'RejectSettlement', ...answer, rejection: 'no funds' }
        return [this.give(command, now), this.twin.answer(place, each.act === 'settle')]
      }
    }
  }

  /** Usually of an order that rests, by its own desk on its own side; otherwise of any earlier one. */
  replacement(each: Step): PlaceOrder {
    const open = this.twin.orders.filter(({ rests }) => rests > 0)
    const old = open[each.pick % Math.max(1, open.length)]
    const earlier = this.ids[each.pick % Math.max(1, this.ids.length)]
    if (old !== undefined && each.pick % 4 !== 0)
      return { ...ordered({ ...each, side: old.side, by: desks.findIndex((desk) => desk === old.desk) }), replaces: old.id as OrderId }
    return earlier === undefined ? ordered(each) : { ...ordered(each), replaces: earlier.id }
  }

  book(): readonly (readonly string[])[] {
    const live = this.market.rfqs.live.get(SPREAD)!
    const { asks, bids } = bookFor(live.rfq, live.orders.values(), undefined)
    return [bids, asks].map((levels) => levels.map((level) => `${level.id} ${level.price} ${level.quantity}`))
  }
}

describe('17 a listed spread and its slow twin', () => {
  it('17.2 to 17.8 decide alike, and a restart changes nothing', { timeout: 60_000 + RUNS * 250 }, () => {
    const seen = new Map<string, number>()
    fc.assert(
      fc.property(fc.array(step, { minLength: 20, maxLength: 60 }), fc.nat(59), (steps, restart) => {
        const day = new Day()
        steps.forEach((each, n) => {
          const [mine, theirs] = day.take(each, (NOON + 1 + n) as Instant)
          expect(mine).toBe(theirs)
          for (const word of mine.match(/refused|traded|settled|rejected|[A-Z_]{4,}/g) ?? []) seen.set(word, (seen.get(word) ?? 0) + 1)
          expect(day.book()).toEqual([day.twin.book('BUY'), day.twin.book('SELL')])
          if (n === restart) day.market = restored(day.market)
        })
      }),
      { numRuns: RUNS },
    )
    // The days covered everything that can happen.
    const causes = ['REPLACED', 'OWN_ORDER', 'OUTSIDE_BAND', 'BELOW_BLOCK_MINIMUM', 'NOT_FILLED_AT_ONCE', 'LIFETIME_ENDED', 'TRADE_REJECTED', 'USER'] // prettier-ignore
    for (const word of ['refused', 'traded', 'settled', 'rejected', ...causes]) expect([word, seen.get(word) ?? 0]).not.toEqual([word, 0])
  })
})
