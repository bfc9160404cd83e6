/**
 * Random days of both flows in which desks send two-way quotes. Either both sides are done as they would be one after the other, or nothing at all is
 * changed, and the orders of other desks cause no refusal except of a post-only side. PARLEY_SEED=<seed> repeats a run; PARLEY_MATCHES=<n> sets its
 * commands.
 */
import { describe, expect, it } from 'vitest'
import { newOrderId } from '../../test/book-fixture.ts'
import { actor, call, callSpread, facts, SHARD } from '../../test/fixture.ts'
import { chanceFrom, DESKS, MORNING, type Chance } from '../../test/random-day.ts'
import { quantity, type Price } from '../decimal.ts'
import type { DeskId, Instant, RfqId } from '../ids.ts'
import type { ProtectionLimit } from '../protection/protection.ts'
import { isRefusal, type Refusal } from '../refusal.ts'
import type { PlaceOrder, QuoteTwoWay, ReplaceOrder } from '../rfq/model/commands.ts'
import { roleOf, type LiveRfq } from '../rfq/model/live-rfq.ts'
import { restingQuantity, type Order } from '../rfq/model/order.ts'
import type { Side } from '../structure/structure.ts'
import { shardMachine } from './machine.ts'
import type { Shard, ShardCommand, ShardDecision, ShardEvent } from './shard.ts'

const COMMANDS = Number(process.env['PARLEY_MATCHES'] ?? 2_500)
const COMMANDS_A_DAY = 120
const TRADERS = DESKS.slice(0, 4)

type Quote = PlaceOrder | ReplaceOrder
type Day = { readonly chance: Chance; readonly counts: Map<string, number>; readonly shard: Shard; now: Instant; made: number }

const { decide, evolve, snapshot, restore } = shardMachine
const count = ({ counts }: Pick<Day, 'counts'>, what: string): void => void counts.set(what, (counts.get(what) ?? 0) + 1)
const saved = (shard: Shard): string => JSON.stringify(snapshot(shard))
const copyOf = (shard: Shard): Shard => restore(JSON.parse(saved(shard)))

/** Everything in the shard, including what a snapshot omits. */
function everythingOf(shard: Shard): string {
  const { rfqs } = shard
  const live = [...rfqs.live.values()].map(({ scheduledAt, sharedBook, orders }) => {
    const queues = (['BUY', 'SELL'] as const).map((side) => {
      const queue = []
      for (let one = sharedBook?.orders.first(side); one !== undefined; one = one.next) queue.push([one.id, one.quantity])
      return queue
    })
    return [scheduledAt, queues, [...(sharedBook?.byDesk ?? [])].map(([by, ids]) => [by, [...ids]]), [...orders.values()].length]
  })
  const desks = [...rfqs.desks].map(([by, open]) => [by, [...open.own], open.entered, open.enteredMost, open.restingInBooks])
  const indexes = [[...rfqs.byKey], [...rfqs.byNumber], [...rfqs.clientOrderIds], rfqs.deadlines, rfqs.nextNumber, rfqs.nextPriority]
  return JSON.stringify([snapshot(shard), live, desks, indexes, shard.protections.deadlines])
}

/** One after the other on a separate shard, each decided as it would be alone. */
function sequence(shard: Shard, quotes: readonly Quote[], now: Instant) {
  const apart = copyOf(shard)
  const decisions = quotes.map((quote): ShardDecision => {
    const decision = decide(apart, quote, now)
    if (!isRefusal(decision)) for (const event of decision) evolve(apart, event)
    return decision
  })
  return { apart, decisions, isAccepted: !decisions.some(isRefusal), events: decisions.flatMap((one) => (isRefusal(one) ? [] : one)) }
}

/** The shard without any order of others, hidden or not. */
function withoutOthers(shard: Shard, desk: DeskId): Shard {
  const all = JSON.parse(saved(shard)) as { rfqs: { orders: Order[] }[] }
  const isOthers = (order: Order) => order.state === 'OPEN' && order.actor.desk !== desk
  for (const one of all.rfqs)
    one.orders = one.orders.flatMap((order) => {
      if (!isOthers(order)) return [order]
      const closed = { ...order, canceled: (order.canceled + restingQuantity(order)) as Order['canceled'], state: 'CLOSED' as const }
      return order.pending > 0 || order.number === undefined ? [closed] : []
    })
  return restore(all)
}

const trades = (events: readonly ShardEvent[]): boolean => events.some(({ kind }) => kind === 'TradeAgreed' || kind === 'FillRefused')
const wordsOf = (decision: ShardDecision): string => (isRefusal(decision) ? JSON.stringify(decision.sides) : 'done')
const reasons = ({ sides }: Refusal): readonly string[] => sides!.map(({ refused }) => refused).filter((one) => one !== 'OtherSideRefused')

function checkTwoWay(day: Day, command: QuoteTwoWay): ShardDecision {
  const { shard, now } = day
  const { quotes } = command
  const before = everythingOf(shard)
  const decision = decide(shard, command, now)
  if (everythingOf(shard) !== before) expect(JSON.parse(everythingOf(shard)), JSON.stringify(command)).toEqual(JSON.parse(before))
  const orders = [sequence(shard, quotes, now), sequence(shard, quotes.toReversed(), now)]
  const about = JSON.stringify({ command, decision })
  if (isRefusal(decision)) {
    const why = reasons(decision)
    expect(why.length, about).toBeGreaterThan(0)
    for (const one of why) count(day, one)
    // A pair that is refused for anything but a name or its own form is refused in either order.
    const isOfPair = why.some((one) => one === 'NotTwoWay' || one === 'ClientOrderIdInUse')
    if (!isOfPair && !orders.some(({ events }) => trades(events)))
      expect(
        orders.some(({ isAccepted }) => isAccepted),
        about,
      ).toBe(false)
    // The reason is that of the side on its own, or after the other side has been placed.
    const alone = [...orders.flatMap(({ decisions }) => decisions)].flatMap((one) => (isRefusal(one) ? [one.refused] : []))
    if (!isOfPair && !why.includes('QuoteCrossesOwnSide')) expect(alone, about).toEqual(expect.arrayContaining([...why]))
  } else {
    const same = orders.find(({ isAccepted, events }) => isAccepted && JSON.stringify(events) === JSON.stringify(decision))
    expect(same, about).toBeDefined()
    count(day, trades(decision) ? 'done with a trade' : 'done')
    if (decision.some(({ kind }) => kind === 'ProtectionTriggered')) count(day, 'done with a trigger')
    for (const event of decision) evolve(shard, event)
    if (saved(shard) !== saved(same!.apart)) expect(snapshot(shard), about).toEqual(snapshot(same!.apart))
  }
  return decision
}

/** Only a post-only quote is ever refused because of others' orders, hidden or not: a pair that would trade is decided like one that would not. */
function checkOthers({ shard, now, counts }: Day, command: QuoteTwoWay): void {
  const alone = withoutOthers(shard, command.actor.desk)
  if (saved(alone) === saved(shard)) return
  const [there, gone] = [decide(shard, command, now), decide(alone, command, now)]
  const isPostOnly = isRefusal(there) && reasons(there).includes('PostOnlyWouldCross')
  // It must be the only problem of the pair, so that it cannot be probed together with a line that is refused in any case.
  if (isPostOnly) return expect(isRefusal(gone), JSON.stringify(command)).toBe(false)
  count({ counts }, isRefusal(there) ? 'refused beside others' : 'done beside others')
  expect(wordsOf(there), JSON.stringify(command)).toBe(wordsOf(gone))
}

function give(day: Day, command: ShardCommand): void {
  const decision = decide(day.shard, command, day.now)
  if (isRefusal(decision)) return
  for (const event of decision) evolve(day.shard, event)
}

const priceAt = (chance: Chance, { rfq: { structure } }: LiveRfq, at: number): readonly Price[] =>
  structure.legs.map(
    ({ instrument }, place) => ((place === 0 ? 600 + at : 500) * instrument.tickSize + (chance.happens(0.01) ? 1 : 0)) as Price,
  )

const sizeOf = (chance: Chance) =>
  chance.happens(0.08) ? quantity(chance.oneOf(['5', '25.05', '900'])) : quantity(String(25 * (1 + chance.below(3))))

/** A desk's quote on a side of an RFQ: usually the one it has there is replaced. */
function quoteOf({ chance }: Day, live: LiveRfq, by: DeskId, side: Side, at: number): Quote {
  const { rfq, orders } = live
  const isBook = rfq.audience === 'ORDER_BOOK'
  const own = [...orders.values()].filter((order) => order.state === 'OPEN' && order.side === side && order.actor.desk === by)
  const others = [...orders.values()].filter((order) => order.side === side)
  const legPrices = priceAt(chance, live, at)
  const common = {
    ...{ actor: actor(by), audience: rfq.audience, id: rfq.id, shard: SHARD, quantity: sizeOf(chance), legPrices },
    unit: { notional: 1_000, delta: 0.5, vega: 10 },
    ...(chance.happens(0.2) ? { clientOrderId: `c${chance.below(6)}` } : {}),
  }
  const isPostOnly = isBook && chance.happens(0.25)
  const isHidden = chance.happens(0.25)
  const replaced = chance.happens(0.02) && others.length > 0 ? chance.oneOf(others) : own.length > 0 && chance.happens(0.75) ? chance.oneOf(own) : undefined // prettier-ignore
  if (replaced !== undefined)
    return {
      ...{ kind: 'ReplaceOrder', ...common, orderId: replaced.id },
      ...(chance.happens(0.5) ? { isPostOnly } : {}),
      ...(chance.happens(0.3) ? { isHidden } : {}),
    }
  const timeInForce = isBook ? (chance.happens(0.04) ? 'IOC' : 'GTD') : 'GTC'
  return { kind: 'PlaceOrder', ...common, orderId: newOrderId(), as: 'QUOTE', side, timeInForce, isPostOnly, isHidden, account: 'main' }
}

function twoWay(day: Day): QuoteTwoWay | undefined {
  const { chance, shard } = day
  const all = [...shard.rfqs.live.values()]
  if (all.length === 0) return undefined
  const live = chance.oneOf(all)
  const by = chance.oneOf(TRADERS)
  const middle = chance.below(9)
  const width = chance.below(6) - (chance.happens(0.1) ? 2 : 0)
  const bid = quoteOf(day, live, by, 'BUY', middle)
  const ask = quoteOf(day, chance.happens(0.02) ? chance.oneOf(all) : live, by, chance.happens(0.02) ? 'BUY' : 'SELL', middle + width)
  return { kind: 'QuoteTwoWay', actor: actor(by), quotes: chance.happens(0.5) ? [bid, ask] : [ask, bid] }
}

function limitBy(chance: Chance): ShardCommand {
  const most: ProtectionLimit['most'] = chance.happens(0.5) ? { quantity: quantity(String(25 + chance.below(60))) } : { executions: 1 + chance.below(3) } // prettier-ignore
  return { kind: 'SetLimit', desk: chance.oneOf(TRADERS), limit: { id: chance.oneOf(['a', 'b']), product: 'DO', windowMs: 5_000, frozenMs: 2_000, most } } // prettier-ignore
}

/** A command of any desk that is not a two-way quote. */
function other(day: Day): ShardCommand | undefined {
  const { chance, shard } = day
  const all = [...shard.rfqs.live.values()]
  const roll = chance.next()
  const opener = { shard: SHARD, venue: 'DBT', baseCurrency: 'BTC' } as const
  if (all.length < 3 || roll < 0.03)
    return chance.happens(0.4)
      ? { kind: 'OpenRfq', audience: 'ORDER_BOOK', actor: actor(TRADERS[0]!), ...opener, structure: chance.oneOf([call, callSpread]), minimumBlock: quantity('25'), quantityIncrement: quantity('0.1') } // prettier-ignore
      : { kind: 'CreateRfq', audience: 'DIRECT', ...opener, actor: actor(chance.oneOf(TRADERS)), id: `r_${String(++day.made).padStart(27, '0')}` as RfqId, structure: chance.oneOf([call, callSpread]), quantity: quantity('100'), ...(chance.happens(0.25) ? { side: chance.oneOf(['BUY', 'SELL'] as const) } : {}), makers: [], isTakerAnonymous: false, account: 'main', as: 'OPEN', facts: { ...facts, eligibleMakers: TRADERS } } // prettier-ignore
  const live = chance.oneOf(all)
  const { rfq, trades: atVenue } = live
  if (roll < 0.06) return limitBy(chance)
  if (roll < 0.09) return { kind: 'ResetProtection', desk: chance.oneOf(TRADERS) }
  if (roll < 0.12) return { kind: 'DeclineRfq', audience: rfq.audience, actor: actor(chance.oneOf(TRADERS)), id: rfq.id, reason: 'SIZE' }
  if (roll < 0.2 && atVenue.length > 0) {
    const { id: tradeId } = atVenue[0]!
    return chance.happens(0.7)
      ? { kind: 'ConfirmSettlement', id: rfq.id, tradeId, venueTradeId: 'v' }
      : { kind: 'RejectSettlement', id: rfq.id, tradeId, rejection: 'no margin' }
  }
  const by = chance.oneOf(TRADERS)
  const side = chance.oneOf(['BUY', 'SELL'] as const)
  const quote = quoteOf(day, live, by, side, chance.below(11))
  if (quote.kind === 'ReplaceOrder' || roleOf(rfq, by) !== 'TAKER') return quote
  const { legPrices, ...terms } = quote
  return { ...terms, price: (legPrices!.length === 1 ? legPrices![0]! : legPrices![0]! - legPrices![1]!) as Price }
}

function pass(day: Day, ms: number): void {
  day.now = (day.now + ms) as Instant
  for (let due = shardMachine.due(day.shard, day.now); due !== undefined; due = shardMachine.due(day.shard, day.now)) give(day, due)
}

function live(seed: number, commands: number): Map<string, number> {
  const chance = chanceFrom(seed)
  const counts = new Map<string, number>()
  for (let left = commands; left > 0; left -= COMMANDS_A_DAY) {
    const day: Day = { chance, counts, shard: shardMachine.initial(), now: MORNING, made: 0 }
    for (let n = 0; n < Math.min(left, COMMANDS_A_DAY); n++) {
      pass(day, chance.below(400))
      const pair = chance.happens(0.5) ? twoWay(day) : undefined
      if (pair !== undefined) {
        checkOthers(day, pair)
        checkTwoWay(day, pair)
      } else {
        const command = other(day)
        if (command !== undefined) give(day, command)
      }
    }
  }
  return counts
}

const everything = [
  ...['done', 'done with a trade', 'done with a trigger', 'done beside others', 'refused beside others'],
  ...['NotTwoWay', 'QuoteCrossesOwnSide', 'PostOnlyWouldCross', 'ClientOrderIdInUse', 'QuantityBelowBlockMinimum', 'QuantityOffIncrement'],
  ...['QuantityAboveRemaining', 'PriceOffTick', 'ProtectionActive', 'OrderUnknown', 'LayeringLimitReached', 'SideNotAsked'],
]

describe('5.23 a two-way quote against its sides one by one', () => {
  const seed = Number(process.env['PARLEY_SEED'] ?? Math.floor(Math.random() * 2 ** 32))

  // Proves W 5.2.
  it(`5.23, 10.22 both sides or neither, ${COMMANDS} times (PARLEY_SEED=${seed})`, { timeout: 60_000 + COMMANDS * 10 }, () => {
    const counts = live(seed, COMMANDS)
    for (const what of everything) expect(counts.get(what) ?? 0, `${what} never came about`).toBeGreaterThan(0)
  })
})
