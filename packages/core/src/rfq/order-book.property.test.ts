/**
 * The order-book flow against its naive twin: seeded days of commands, with every decision compared and the invariants checked after it.
 * PARLEY_SEED=<seed> repeats a failed day; PARLEY_MATCHES=<n> sets the number of commands.
 */
import { describe, expect, it } from 'vitest'
import { quantity, type Price, type Quantity } from '../decimal.ts'
import { newOrderId } from '../../test/book-fixture.ts'
import { chanceFrom, type Chance } from '../../test/random-day.ts'
import {
  actor,
  apply,
  call,
  callSpread,
  decideIn,
  desk,
  emptyMarket,
  hedgedSpread,
  NOON,
  restored,
  saved,
  SHARD,
  type Market,
} from '../../test/fixture.ts'
import type { DeskId, Instant, RfqId } from '../ids.ts'
import { noGuard, type Guard } from '../protection/guard.ts'
import { isRefusal } from '../refusal.ts'
import { structurePrice } from '../structure/figures.ts'
import type { Structure } from '../structure/structure.ts'
import { NaiveOrderBooks } from '../../test/naive-order-books.ts'
import type { RfqCommand } from './model/commands.ts'
import { dueRfq, nextRfqDeadline } from './life/deadlines.ts'
import { declinesOf } from './life/decline.ts'
import type { RfqEvent } from './model/events.ts'
import { neverRests, restingQuantity } from './model/order.ts'
import type { RfqRefusal } from './model/refusal-codes.ts'
import { declineReasons } from './model/rfq.ts'
import { bookFor, tradeFor } from './display/visibility.ts'

const COMMANDS = Number(process.env['PARLEY_MATCHES'] ?? 40_000)
/** The twin keeps and searches everything, so each day begins with a new one. */
const COMMANDS_A_DAY = 800
const DESKS: readonly DeskId[] = Array.from({ length: 6 }, (_, n) => desk(`DSK${n}`))
const structures: readonly Structure[] = [callSpread, call, hedgedSpread]

type Day = {
  readonly chance: Chance
  readonly twin: NaiveOrderBooks
  /** Only a few desks, so that each has many layers. */
  readonly desks: readonly DeskId[]
  readonly counts: Map<string, number>
  market: Market
  now: Instant
  kept: { readonly snapshot: string; readonly events: string[] }
}

/** A substitute for protections. It gives the same result for the same question, so that both can ask. */
const moody: Guard = {
  blocked: new Map(),
  attempt: () => () => undefined,
  shortened: new Map(),
  allowed: (resting, wanted) => {
    const { order, minimumBlock, quantityIncrement } = resting!
    const mood = Math.imul(Number(order.slice(3)), 2_654_435_761) >>> 28
    if (mood < 11) return wanted
    const part = (Math.floor(wanted / 2 / quantityIncrement) * quantityIncrement) as Quantity
    return mood < 13 || part < minimumBlock ? (0 as Quantity) : part
  },
}

/** Numbers of orders and trades. */
const numberOf = new Map<string, number>()

function said(answer: readonly RfqEvent[]): string {
  return answer
    .map((event) => {
      if (event.kind === 'OrderPlaced') numberOf.set(event.order.id, event.order.number!)
      if (event.kind === 'TradeAgreed') numberOf.set(event.trade.id, event.trade.numbers!.trade)
      switch (event.kind) {
        case 'RfqCreated':
          return `RfqCreated ${event.rfq.number}`
        case 'OrderPlaced':
          return `OrderPlaced ${event.order.number} ${event.order.price} ${event.order.quantity}`
        case 'OrderReplaced': {
          const { order, lastShown, isNowShown } = event
          const inBook = lastShown === undefined ? (isNowShown ? ' is seen' : '') : ` is no more seen at ${lastShown.price}`
          return `OrderReplaced ${order.number} ${order.price} ${order.quantity}${inBook}`
        }
        case 'TradeAgreed':
          return `TradeAgreed ${event.trade.numbers?.trade} ${event.trade.numbers?.makerOrder} ${event.trade.quantity}@${event.trade.price}`
        case 'OrderCanceled':
          return `OrderCanceled ${numberOf.get(event.orderId)} ${event.quantity} ${event.cause}`
        case 'TradeSettled':
        case 'TradeRejected':
          return `${event.kind} ${numberOf.get(event.tradeId)}`
        case 'RfqDeclined':
          return `RfqDeclined ${event.decline.desk} ${event.decline.reason}`
        case 'DeclineTakenBack':
          return `DeclineTakenBack ${event.desk}`
        case 'RfqEnding':
        case 'RfqClosed':
          return `${event.kind} ${event.reason}`
        case 'BookingSaid':
        case 'BookingReminded':
        case 'BookingDisputed':
        case 'DraftSent':
          return event.kind
      }
    })
    .join(', ')
}

/** Like `expect`, but fast enough for a hundred thousand calls a second. */
function same(here: unknown, there: unknown, what: string): void {
  if (JSON.stringify(here) !== JSON.stringify(there)) expect(here, what).toEqual(there)
}

function give(day: Day, command: RfqCommand): void {
  const { market, twin, counts, now } = day
  const guard = day.chance.happens(0.3) ? moody : noGuard
  const answer = decideIn(market, command, now, guard) as readonly RfqEvent[] | RfqRefusal
  const outcome = isRefusal(answer) ? `${answer.refused} ${answer.rule}` : said(answer)
  same(outcome, twin.give(command, now, guard), JSON.stringify(command))
  const words = isRefusal(answer) ? [answer.refused] : answer.map((event) => (event.kind === 'OrderCanceled' ? event.cause : event.kind))
  for (const word of [...words, ...(outcome.match(/is (no more )?seen/) ?? []).slice(0, 1)]) counts.set(word, (counts.get(word) ?? 0) + 1)
  if (isRefusal(answer)) return
  for (const event of answer) {
    apply(market, event)
    day.kept.events.push(JSON.stringify(event))
  }
  if (command.kind !== 'OpenRfq') checkBook(day, command.id)
}

/** Checks the invariants after a decision. */
function checkBook({ market, twin }: Day, id: RfqId): void {
  const live = market.rfqs.live.get(id)
  if (live === undefined) return
  const { rfq, orders, sharedBook } = live
  const { orders: book } = sharedBook!
  const declined = declinesOf(rfq).map((one) => `${one.desk} ${one.reason}`)
  same(declined, [...twin.rfqs.find((one) => one.id === id)!.declined].map((one) => one.join(' ')), 'who has declined (10.19)') // prettier-ignore
  for (const order of orders.values()) {
    const rests = restingQuantity(order)
    const twice = twin.orders.find((one) => one.id === order.id)!
    const parts = ({ filled, pending, canceled }: { filled: number; pending: number; canceled: number }) => [filled, pending, canceled]
    same(parts(order), parts(twice), `the parts of ${order.id}`)
    const { isHidden, allocations, account, clientOrderId, label } = twice.place
    const kept = [isHidden, twice.isPostOnly, twice.isIoc, allocations?.[0]?.account ?? account, clientOrderId, label]
    same(
      [order.isHidden, order.isPostOnly, neverRests(order), order.account, order.clientOrderId, order.label],
      kept,
      `what ${order.id} carries (10.20)`,
    )
    same(book.get(order.id)?.quantity ?? 0, rests, `what rests of ${order.id}`)
    if (rests < rfq.minimumBlock && rests !== 0) throw new Error(`${order.id} rests with ${rests}, less than a block (10.13)`)
    if (rests > 0 && (neverRests(order) || order.kind === 'CROSS')) throw new Error(`${order.id} rests and never may (10.9)`)
  }
  const [bid, ask] = [book.best('BUY'), book.best('SELL')]
  if (bid !== undefined && ask !== undefined && bid >= ask) throw new Error(`the book is crossed: ${bid} ${ask} (10.7)`)
  for (const side of ['BUY', 'SELL'] as const) {
    const queue: string[] = []
    for (let one = book.first(side); one !== undefined; one = one.next) queue.push(one.id)
    const twins = twin.book(id, side)
    same(
      queue,
      twins.map((one) => one.id),
      'whose turn it is',
    )
    const shown = bookFor(rfq, orders.values(), undefined)[side === 'BUY' ? 'bids' : 'asks']
    const open = twins.filter(({ place }) => !place.isHidden)
    same(
      shown.map((one) => one.id),
      open.map((one) => one.id),
      'what everybody reads (10.11)',
    )
  }
  for (const match of live.trades)
    for (const viewer of DESKS)
      same(tradeFor(rfq, match, viewer) !== undefined, [match.maker, match.taker].includes(viewer), 'who reads a match')
}

/** The process crashes and restarts: the snapshot and the events since then give the same state, and the day continues from it. */
function crash(day: Day): void {
  const before = saved(day.market)
  const again = restored(day.market, day.kept.snapshot)
  for (const event of day.kept.events) apply(again, JSON.parse(event) as RfqEvent)
  expect(saved(again)).toBe(before)
  expect(nextRfqDeadline(again.rfqs)).toBe(nextRfqDeadline(day.market.rfqs))
  day.market = day.chance.happens(0.5) ? again : restored(day.market, before)
}

const save = (day: Day): void => void (day.kept = { snapshot: saved(day.market), events: [] })

function legPricesOf({ legs }: Structure, chance: Chance): readonly Price[] {
  return legs.map((leg, place) => {
    if (leg.price !== undefined) return chance.happens(0.99) ? leg.price : ((leg.price + 1) as Price)
    return ((place === 0 ? 600 + chance.below(13) : 500) * leg.instrument.tickSize + (chance.happens(0.005) ? 1 : 0)) as Price
  })
}

const sizeOf = (chance: Chance): Quantity =>
  chance.happens(0.04) ? quantity(chance.oneOf(['0.1', '24.9', '25.05'])) : quantity(String((250 + chance.below(1_000)) / 10))

function partsOf(whole: Quantity, chance: Chance) {
  const count = 2 + chance.below(3)
  const tenths = Math.floor(whole / 100_000)
  const sizes = Array.from({ length: count - 1 }, () => Math.floor(tenths / count) + chance.below(40) - 20)
  const last = tenths - sizes.reduce((sum, each) => sum + each, 0)
  return [...sizes, chance.happens(0.95) ? last : last + 1].map((size, n) => ({
    account: chance.happens(0.99) ? `fund-${n}` : 'fund-0',
    quantity: (size * 100_000) as Quantity,
  }))
}

function place(day: Day, chance: Chance): RfqCommand {
  const known = day.twin.rfqs
  const market = known[known.length - 1 - Math.floor(chance.next() ** 3 * known.length)]!
  const { structure } = market.command
  const form = chance.happens(0.25) ? ('CROSS' as const) : ('QUOTE' as const)
  const legPrices = legPricesOf(structure, chance)
  const at = structurePrice(structure.legs, legPrices)
  const size = sizeOf(chance)
  const isIoc = form === 'QUOTE' && chance.happens(0.12)
  const isOver = (form === 'CROSS' || isIoc) && chance.happens(0.3)
  return {
    kind: 'PlaceOrder',
    actor: actor(chance.oneOf(day.desks), chance.oneOf(['key-1', 'key-2'])),
    audience: 'ORDER_BOOK',
    id: market.id,
    orderId: newOrderId(),
    as: form,
    side: chance.oneOf(['BUY', 'SELL']),
    quantity: size,
    ...(form === 'CROSS' && at !== undefined ? { price: at } : { legPrices }),
    timeInForce: form === 'CROSS' || isIoc ? 'IOC' : 'GTD',
    isPostOnly: chance.happens(0.15),
    isHidden: chance.happens(0.15),
    account: 'main',
    shard: SHARD,
    ...(chance.happens(0.2) ? { clientOrderId: `c${chance.below(20)}` } : {}),
    ...(isOver || chance.happens(0.01) ? { allocations: partsOf(size, chance) } : {}),
  }
}

function change(day: Day, chance: Chance): RfqCommand | undefined {
  const { orders } = day.twin
  if (orders.length === 0) return undefined
  const quote = orders[orders.length - 1 - Math.floor(chance.next() ** 2 * Math.min(orders.length, 80))]!
  const { structure } = day.twin.rfqs.find(({ id }) => id === quote.rfq)!.command
  const by = actor(chance.happens(0.95) ? quote.desk : chance.oneOf(DESKS))
  const common = { audience: 'ORDER_BOOK', actor: by, id: quote.rfq, orderId: quote.id } as const
  if (chance.happens(0.25)) return { kind: 'CancelOrder', ...common }
  const same = chance.happens(0.4) ? { quantity: (quote.quantity - chance.below(60) * 100_000) as Quantity } : { quantity: sizeOf(chance) }
  const prices = chance.happens(0.4) ? {} : { legPrices: legPricesOf(structure, chance) }
  return { kind: 'ReplaceOrder', ...common, ...same, ...prices, ...brought(quote.place.side, chance), shard: SHARD }
}

/** Members that a replacement changes other than size and prices. */
function brought(side: 'BUY' | 'SELL', chance: Chance) {
  const some = <T extends object>(probability: number, members: () => T) => (chance.happens(probability) ? members() : {})
  return {
    timeInForce: chance.happens(0.1) ? ('IOC' as const) : ('GTD' as const),
    ...some(0.3, () => ({ isPostOnly: chance.happens(0.4) })),
    ...some(0.3, () => ({ isHidden: chance.happens(0.5) })),
    ...some(0.2, () => ({ account: chance.oneOf(['main', 'other']) })),
    ...some(0.2, () => ({ clientOrderId: chance.happens(0.2) ? '' : `c${chance.below(20)}` })),
    ...some(0.2, () => ({ label: chance.oneOf(['', 'wing', 'body']) })),
    ...some(0.2, () => ({ side: chance.happens(0.9) ? side : chance.oneOf(['BUY', 'SELL'] as const) })),
    ...some(0.05, () => ({ price: (chance.below(30) * 100_000) as Price })),
  }
}

/** The venue answers late, repeatedly, and with contradictions. */
function answer(day: Day, chance: Chance): RfqCommand | undefined {
  const { trades } = day.twin
  if (trades.length === 0) return undefined
  const match = trades[trades.length - 1 - Math.floor(chance.next() ** 2 * Math.min(trades.length, 40))]!
  const common = { id: match.rfq, tradeId: match.id }
  return chance.happens(0.8)
    ? { kind: 'ConfirmSettlement', ...common, venueTradeId: `v${match.id}` }
    : { kind: 'RejectSettlement', ...common, rejection: 'no margin' }
}

const open = (chance: Chance): RfqCommand => ({
  kind: 'OpenRfq',
  audience: 'ORDER_BOOK',
  actor: actor(chance.oneOf(DESKS)),
  shard: SHARD,
  venue: 'DBT',
  baseCurrency: 'BTC',
  structure: chance.oneOf(structures),
  minimumBlock: quantity('25'),
  quantityIncrement: quantity('0.1'),
})

const decline = ({ desks, twin }: Day, chance: Chance): RfqCommand => ({
  kind: 'DeclineRfq',
  audience: 'ORDER_BOOK',
  actor: actor(chance.oneOf(desks)),
  id: chance.oneOf(twin.rfqs).id,
  reason: chance.oneOf(declineReasons),
})

function somebody(day: Day): RfqCommand | undefined {
  const { chance, twin } = day
  const roll = chance.next()
  if (twin.rfqs.length === 0 || roll < 0.02) return open(chance)
  if (roll < 0.05) return decline(day, chance)
  if (roll < 0.55) return place(day, chance)
  if (roll < 0.78) return change(day, chance)
  if (roll < 0.98) return answer(day, chance)
  // Deadline commands may come at any time, even for a book that never existed, and then do nothing.
  const id = chance.happens(0.9) ? chance.oneOf(twin.rfqs).id : ('r_1' as RfqId)
  return chance.oneOf<RfqCommand>([
    { kind: 'ExpireOrders', id },
    { kind: 'ExpireRfq', id },
    { kind: 'CancelOrder', audience: 'ORDER_BOOK', actor: actor(DESKS[0]!), id: 'r_1' as RfqId, orderId: newOrderId() },
  ])
}

/** Sends the deadline commands due by then, each at its own time. */
function pass(day: Day, until: number): void {
  for (;;) {
    const next = nextRfqDeadline(day.market.rfqs) ?? Infinity
    same(next, day.twin.nextDeadline(), 'the next deadline')
    if (next > until) break
    day.now = Math.max(day.now, next) as Instant
    give(day, dueRfq(day.market.rfqs, day.now)!)
  }
  day.now = until as Instant
}

function live(seed: number, commands: number): Map<string, number> {
  const chance = chanceFrom(seed)
  const counts = new Map<string, number>()
  for (let left = commands; left > 0; left -= COMMANDS_A_DAY) {
    const start = chance.happens(0.5) ? NOON : NOON + 29 * 86_400_000
    const day: Day = {
      ...{
        chance,
        counts,
        desks: DESKS.slice(0, chance.oneOf([2, 3, 6])),
        twin: new NaiveOrderBooks(),
        market: emptyMarket(),
        now: start as Instant,
      },
      kept: { snapshot: '', events: [] },
    }
    save(day)
    for (let n = 0; n < Math.min(left, COMMANDS_A_DAY); n++) {
      const ms = chance.happens(0.01) ? chance.below(20 * 3_600_000) : chance.below(60_000)
      pass(day, day.now + ms)
      const command = somebody(day)
      if (command !== undefined) give(day, command)
      if (chance.happens(0.01)) save(day)
      if (chance.happens(0.01)) crash(day)
    }
  }
  return counts
}

const everything = [
  ...['RfqCreated', 'OrderPlaced', 'OrderReplaced', 'TradeAgreed', 'TradeSettled', 'TradeRejected', 'RfqEnding', 'RfqClosed'],
  ...[
    'USER',
    'NOT_FILLED_AT_ONCE',
    'INSTRUMENT_EXPIRED',
    'LIFETIME_ENDED',
    'SETTLEMENT_REJECTED',
    'BELOW_BLOCK_MINIMUM',
    'PROTECTION',
    'DECLINED',
  ],
  ...['RfqClosed', 'OrderUnknown', 'OrderClosed', 'QuantityBelowBlockMinimum', 'QuantityOffIncrement', 'QuoteCrossesOwnSide'],
  ...['LayeringLimitReached', 'TypeNotAllowed', 'PostOnlyWouldCross', 'QuoteWindowClosed', 'ClientOrderIdInUse', 'AllocationInvalid'],
  ...['RfqDeclined', 'DeclineTakenBack', 'AlreadyDeclined', 'OrderPriceMissing', 'is seen', 'is no more seen'],
]

describe('10.16 the order-book flow and its slow twin', () => {
  const seed = Number(process.env['PARLEY_SEED'] ?? Math.floor(Math.random() * 2 ** 32))

  it(
    `10.1, 10.4, 10.5, 10.7 to 10.15 and 10.17 to 10.20 decide alike ${COMMANDS} times (PARLEY_SEED=${seed})`,
    { timeout: 60_000 + COMMANDS * 5 },
    () => {
      const counts = live(seed, COMMANDS)
      // The days covered everything that can happen.
      for (const what of everything) expect(counts.get(what) ?? 0, `${what} never came about`).toBeGreaterThan(0)
    },
  )
})
