/**
 * A desk's whole view of random days, with and without what it must not see: every message sent to it, every RFQ and market that it reads, their
 * books, the tape, and the responses to its own commands. Both must be the same, including times. Numbers of an order book are compared by what they
 * number, because they depend on the shard's count and the server permutes them (decision 0711). PARLEY_SEED=<seed> repeats a failure,
 * PARLEY_VIEWS=<n> sets the number of days. Twenty days have about 300 steps of each secret, and every run of the tests draws others.
 */
import {
  blocklistsOf,
  isRefusal,
  price,
  quantity,
  ratio,
  rfqIdOf,
  shardMachine,
  type DeskId,
  type DeskRelations,
  type Instant,
  type Order,
  type OrderId,
  type PlaceOrder,
  type Price,
  type Rfq,
  type RfqId,
  type ShardCommand,
  type ShardEvent,
  type Side,
  type Trade,
  type UserId,
} from '@parley/core'
import { describe, expect, it } from 'vitest'
import { instruments, KEST, LARK, MERL, ORRY } from '../../../test/direct-market.ts'
import { chanceFrom, type Chance } from '../../../test/trading-day/chance.ts'
import { shardProjector } from '../../create-market.ts'
import type { Message } from '../../engine/engine.ts'
import { changesByRfq } from '../../rfq/changes.ts'
import { SpreadBook } from '../../spreads/spread-book.ts'
import * as drfq from './drfq/present.ts'
import { numberOfId } from './fs/ids.ts'
import * as fs from './fs/present.ts'
import * as grfq from './grfq/present.ts'

const DAYS = Number(process.env['PARLEY_VIEWS'] ?? 20)
const SEED = Number(process.env['PARLEY_SEED'] ?? Date.now() % 1_000_000)
const NOON = 1_800_000_000_000
const STEPS = 40
const HOUR = 3_600_000
const SHARD = 1
const DIRECT = `r_${'1'.padStart(27, '0')}` as RfqId
const DRAFT = `r_${'2'.padStart(27, '0')}` as RfqId
const MARKET = rfqIdOf(64 + SHARD)
const SPREAD = rfqIdOf(2 * 64 + SHARD)
const desks = [ORRY, KEST, LARK, MERL]
const actor = (desk: DeskId) => ({ desk, user: `${desk}-user` as UserId, via: `${desk}-key` })
const structure = {
  legs: [
    { instrument: instruments[0]!, side: 'BUY' as const, ratio: ratio('1') },
    { instrument: instruments[1]!, side: 'SELL' as const, ratio: ratio('1') },
  ],
}
const sizes = { minimumBlock: quantity('12.5'), quantityIncrement: quantity('0.1') }
const asked = (id: RfqId, as: 'OPEN' | 'DRAFT', makers: readonly DeskId[]): ShardCommand => ({
  ...{ kind: 'CreateRfq', audience: 'DIRECT', id, actor: actor(ORRY), venue: 'DBT', baseCurrency: 'BTC', structure },
  ...{ quantity: quantity('1000'), makers, isTakerAnonymous: true, account: 'orry-main', label: 'own words', as, goodForMs: HOUR },
  alsoAsksVenue: true,
  facts: { eligibleMakers: [KEST, LARK, MERL], ...sizes, draftsOfDesk: 0 },
})
const opened: ShardCommand = {
  ...{ kind: 'OpenRfq', audience: 'ORDER_BOOK', actor: actor(ORRY), shard: SHARD, venue: 'DBT', baseCurrency: 'BTC', structure },
  ...sizes,
}

const march = { ...instruments[2]!, id: 4, name: 'BTC-26MAR27', expiresAt: (NOON + 60 * 24 * HOUR) as Instant }
const spread = {
  legs: [
    { instrument: instruments[2]!, side: 'SELL' as const, ratio: ratio('1') },
    { instrument: march, side: 'BUY' as const, ratio: ratio('1') },
  ],
}
const listedSpread: ShardCommand = {
  ...{ kind: 'OpenRfq', audience: 'LISTED', actor: actor('platform' as DeskId), shard: SHARD, venue: 'DBT', baseCurrency: 'BTC' },
  ...{ structure: spread, minimumBlock: quantity('100000'), quantityIncrement: quantity('10'), priceTick: price('0.5') },
}
const legLimits = ['90000', '91000'].map((at) => ({ mark: price(at), least: price('80000'), most: price('99000') }))

type Step = { readonly command: ShardCommand; readonly isSecret: boolean; readonly at: number }
/** MERL or the taker acts in secret. The viewers are all desks that must not learn of it. */
type Secret = { readonly by: DeskId; readonly viewers: readonly DeskId[]; readonly act: (chance: Chance, n: number) => ShardCommand }

const orderId = (n: number): OrderId => `o_${String(n).padStart(27, '0')}` as OrderId
const sides = ['BUY', 'SELL'] as const
/** So far away that it never trades. */
const far = (side: Side): Price => price(side === 'BUY' ? '-0.03' : '0.2')
const near = (chance: Chance): Price => price(`0.0${28 + chance.below(6)}`)

function quoted(desk: DeskId, id: RfqId, n: number, terms: { side: Side; at: Price; isHidden: boolean; isPostOnly?: boolean }): PlaceOrder {
  const { side, at, isHidden, isPostOnly = false } = terms
  const isOfMarket = id === MARKET
  return {
    ...{ kind: 'PlaceOrder', audience: isOfMarket ? 'ORDER_BOOK' : 'DIRECT', id, shard: SHARD, actor: actor(desk), orderId: orderId(n) },
    ...{ side, isPostOnly, isHidden, quantity: quantity('50'), legPrices: [(price('0.05') + at) as Price, price('0.05')] },
    ...(isOfMarket ? { as: 'QUOTE' as const, timeInForce: 'GTD' as const } : { timeInForce: 'GTC' as const }),
    account: `${desk}-main`,
  }
}

const inSpread = (desk: DeskId, n: number, side: Side, at: string, timeInForce: 'GTC' | 'IOC'): PlaceOrder => ({
  ...{ kind: 'PlaceOrder', audience: 'LISTED', id: SPREAD, shard: SHARD, actor: actor(desk), orderId: orderId(n), side, timeInForce },
  ...{ isPostOnly: false, isHidden: false, quantity: quantity('100000'), price: price(at), legLimits, account: `${desk}-main` },
  ownOrders: 'CANCEL_RESTING',
})

const audienceOf = (id: RfqId) => (id === MARKET ? 'ORDER_BOOK' : id === SPREAD ? 'LISTED' : 'DIRECT')
const canceling = (desk: DeskId, id: RfqId, n: number): ShardCommand => ({
  ...{ kind: 'CancelOrder', audience: audienceOf(id), id, actor: actor(desk), orderId: orderId(n) },
})
const replacing = (desk: DeskId, id: RfqId, n: number, size: string): ShardCommand => ({
  ...{
    kind: 'ReplaceOrder',
    audience: audienceOf(id),
    id,
    shard: SHARD,
    actor: actor(desk),
    orderId: orderId(n),
    quantity: quantity(size),
  },
})

/** MERL quotes far away in that market, and then cancels or replaces the quote. */
const quoting =
  (id: RfqId, isHidden: boolean): Secret['act'] =>
  (chance, n) => {
    const side = chance.oneOf(sides)
    const what = chance.below(10)
    if (what < 6) return quoted(MERL, id, n, { side, at: far(side), isHidden })
    if (what < 8) return canceling(MERL, id, 1 + chance.below(n))
    if (what < 9 || isHidden) return replacing(MERL, id, 1 + chance.below(n), chance.oneOf(['25', '75']))
    return { kind: 'DeclineRfq', audience: 'DIRECT', id, actor: actor(MERL), reason: 'RISK' }
  }

const drafting: Secret['act'] = (chance) =>
  chance.happens(0.5) ? asked(DRAFT, 'DRAFT', [KEST, LARK, MERL]) : { kind: 'CancelRfq', audience: 'DIRECT', id: DRAFT, actor: actor(ORRY) }

const declining: Secret['act'] = () => ({ kind: 'DeclineRfq', audience: 'DIRECT', id: DIRECT, actor: actor(MERL), reason: 'RISK' })

/** The taker tries the venue's own makers, who reject it. Every other time it asks for less than a block. */
const tryingVenue: Secret['act'] = (chance, n) => ({
  ...{ kind: 'AgreeWithVenue', audience: 'DIRECT', id: DIRECT, shard: SHARD, actor: actor(ORRY), orderId: orderId(n) },
  ...{ side: chance.oneOf(sides), quantity: quantity(chance.oneOf(['50', '5'])), venueRfqId: '55558' },
  legPrices: [(price('0.05') + near(chance)) as Price, price('0.05')],
})

/** Never rests, and finds nothing to trade with at that price. */
const passingBy: Secret['act'] = (chance, n) => {
  const side = chance.oneOf(sides)
  return inSpread(MERL, n, side, side === 'BUY' ? '100' : '2000', 'IOC')
}

const secrets: readonly (readonly [string, Secret])[] = [
  ['10.11 a hidden quote in an order book', { by: MERL, viewers: [ORRY, KEST, LARK], act: quoting(MARKET, true) }],
  ['8.2 a hidden quote in a direct request', { by: MERL, viewers: [ORRY, KEST, LARK], act: quoting(DIRECT, true) }],
  ['8.3 another maker in a direct request', { by: MERL, viewers: [KEST, LARK], act: quoting(DIRECT, false) }],
  ['8.3 a decline', { by: MERL, viewers: [KEST, LARK], act: declining }],
  ["15.2 a trade that the venue's own makers refuse", { by: ORRY, viewers: [KEST, LARK, MERL], act: tryingVenue }],
  ['17.3 an order of a listed spread that finds nothing', { by: MERL, viewers: [ORRY, KEST, LARK], act: passingBy }],
  ['8.6 a draft', { by: ORRY, viewers: [KEST, LARK, MERL], act: drafting }],
]

/** Commands of all desks, some of which are refused. A desk with a secret does nothing else in the market of its secret. */
function openCommand(chance: Chance, n: number, by: DeskId): ShardCommand {
  const id = chance.oneOf([DIRECT, MARKET, DIRECT, MARKET, SPREAD])
  const others = desks.filter((desk) => desk !== by)
  const desk = chance.oneOf(id === DIRECT ? others.filter((one) => one !== ORRY) : others)
  const side = chance.oneOf(sides)
  const what = chance.below(10)
  if (id === SPREAD && (what < 5 || what > 6))
    return inSpread(desk, n, side, String(995 + chance.below(20) / 2), chance.oneOf(['GTC', 'GTC', 'IOC']))
  if (what < 5) return quoted(desk, id, n, { side, at: near(chance), isHidden: chance.happens(0.2), isPostOnly: id === MARKET && chance.happens(0.3) }) // prettier-ignore
  if (what < 6) return canceling(desk, id, 1 + chance.below(n))
  if (what < 7) return replacing(desk, id, 1 + chance.below(n), '25')
  if (what < 8) return quoted(desk, id, n, { side, at: near(chance), isHidden: false })
  return {
    ...{ kind: 'PlaceOrder', audience: 'DIRECT', id: DIRECT, shard: SHARD, actor: actor(ORRY), orderId: orderId(n), side },
    ...{ timeInForce: chance.oneOf(['FOK', 'GTC']), isPostOnly: false, isHidden: false, quantity: quantity('12.5'), price: near(chance) },
  }
}

function stepsOf(chance: Chance, { by, act }: Secret): readonly Step[] {
  const first = [asked(DIRECT, 'OPEN', [KEST, LARK, MERL]), opened, listedSpread].map((command): Step => ({
    command,
    isSecret: false,
    at: NOON,
  }))
  let at = NOON
  const later = Array.from({ length: STEPS }, (_, place): Step => {
    const n = place + 1
    // Occasionally a day passes without activity.
    at += chance.happens(0.04) ? 25 * HOUR : chance.below(3) * chance.below(900)
    const isSecret = chance.happens(0.4)
    return { command: isSecret ? act(chance, n) : openCommand(chance, n, by), isSecret, at }
  })
  return [...first, ...later]
}

/** Everything that exists and everything that was sent, with names for what has a number. */
function createDay() {
  const shard = shardMachine.initial()
  const rfqs = new Map<RfqId, Rfq>()
  const orders = new Map<OrderId, { readonly rfqId: RfqId; readonly order: Order }>()
  const trades = new Map<string, { readonly rfqId: RfqId; readonly trade: Trade }>()
  const names = new Map<number, string>()
  const sent: Message[] = []
  const spreads = { book: new SpreadBook(), changes: [] as object[] }
  let decision = 0
  const nameNumbers = (event: ShardEvent) => {
    if (event.kind === 'OrderPlaced' && event.order.number !== undefined) names.set(event.order.number, event.order.id)
    if (event.kind === 'TradeAgreed' && event.trade.numbers !== undefined) names.set(event.trade.numbers.trade, event.trade.id)
  }
  const give = (command: ShardCommand, at: Instant): readonly ShardEvent[] | string => {
    const events = shardMachine.decide(shard, command, at)
    if (isRefusal(events)) return `${events.refused} ${events.rule} ${events.message}`
    if (events.length === 0) return events
    events.forEach(nameNumbers)
    const changes = events.map((event) => shardMachine.evolve(shard, event))
    for (const change of changesByRfq({ events, changes })) {
      rfqs.set(change.rfq.id, change.rfq)
      if (change.rfq.id === SPREAD) spreads.changes.push(spreads.book.change(change.rfq, change.orders.map(({ order }) => order)) ?? []) // prettier-ignore
      for (const { order } of change.orders) orders.set(order.id, { rfqId: change.rfq.id, order })
      for (const { trade } of change.trades) trades.set(trade.id, { rfqId: change.rfq.id, trade })
    }
    decision += 10
    const decided = { shard: { name: 'DBT-BTC', group: SHARD }, decision, seq: decision, at, events, changes }
    sent.push(...shardProjector.project(decided).notifications)
    return events
  }
  return {
    sent,
    give,
    pass(to: number) {
      for (;;) {
        const next = shardMachine.due(shard, to as Instant)
        if (next === undefined) return
        give(next, Math.max(NOON, Math.min(to, shardMachine.nextDeadline(shard) ?? to)) as Instant)
      }
    },
    /** The listed spread and the tape, which all desks read alike. */
    readByAll(): object {
      const settled = [...trades.values()].map(({ rfqId, trade }) => ({ rfq: rfqs.get(rfqId)!, trade }))
      const listedNow = rfqs.get(SPREAD)
      return {
        strategy: listedNow && fs.presentStrategy(listedNow),
        spread: { lastActivityAt: listedNow?.lastActivityAt, orders: spreads.book.orders(), levels: spreads.book.levels() },
        // Each change since the last read has the next number, so no change may result from something that no reader sees.
        spreadChanges: spreads.changes.splice(0).filter((delta) => 'orders' in delta),
        tape: settled.flatMap(
          ({ rfq, trade }) =>
            (rfq.audience === 'DIRECT'
              ? drfq.presentTape(rfq, trade)
              : rfq.audience === 'ORDER_BOOK'
                ? grfq.presentTape(rfq, trade)
                : fs.presentTape(rfq, trade)) ?? [],
        ),
      }
    },
    /** Every other read of the desk, in full. */
    readBy(desk: DeskId): object {
      const ordersOf = (id: RfqId) => [...orders.values()].filter(({ rfqId }) => rfqId === id).map(({ order }) => order)
      const listed = [...rfqs.values()]
      const direct = listed.filter(({ audience }) => audience === 'DIRECT')
      const markets = listed.filter(({ audience }) => audience === 'ORDER_BOOK')
      return {
        rfqs: direct.map((rfq) => drfq.presentRfq(rfq, desk)).filter((view) => view !== undefined),
        books: direct.filter((rfq) => drfq.presentRfq(rfq, desk)).map((rfq) => drfq.presentBook(rfq, ordersOf(rfq.id), desk)),
        markets: markets.map((market) => grfq.presentMarket(market, { desk, own: undefined })),
        marketBooks: markets.map((market) => grfq.presentBook(market, ordersOf(market.id), desk)),
        own: [...orders.values()]
          .filter(({ order }) => order.actor.desk === desk)
          .map(({ rfqId, order }) =>
            rfqId === SPREAD
              ? fs.presentOrder(rfqs.get(rfqId)!, order)
              : rfqId === MARKET
                ? grfq.presentQuote(rfqs.get(rfqId)!, order)
                : drfq.presentOrder(rfqs.get(rfqId)!, order),
          ),
      }
    },
    /** A number, or an id made from one, is replaced by what it numbers. The position in time of an order is only for the rules. */
    text: (view: object): string =>
      JSON.stringify(view, (key, value: unknown) => {
        if (key === 'priority') return undefined
        if (key !== 'id' && key !== 'number' && !key.endsWith('_id')) return value
        const number = typeof value === 'string' ? numberOfId(value) : value
        return typeof number === 'number' ? (names.get(number) ?? value) : value
      }),
  }
}

type Lived = { readonly views: readonly string[]; readonly trades: number; readonly secrets: number }

/** Each viewer's new messages, and everything that it reads, after each step that it may see. */
function livedThrough(steps: readonly Step[], { viewers }: Secret): Lived {
  const day = createDay()
  const views: string[] = []
  let trades = 0
  let kept = 0
  for (const { command, isSecret, at } of steps) {
    day.pass(at)
    const answer = day.give(command, at as Instant)
    if (typeof answer !== 'string')
      for (const event of answer) {
        if (event.kind !== 'TradeAgreed') continue
        trades += 1
        const settled = { id: event.id, tradeId: event.trade.id }
        const isOfVenue = event.trade.venueRfqId !== undefined
        if (isOfVenue) day.give({ kind: 'RejectSettlement', ...settled, rejection: 'not_fully_filled' }, at as Instant)
        else day.give({ kind: 'ConfirmSettlement', ...settled, venueTradeId: `B-${event.trade.id}` }, at as Instant)
      }
    if (isSecret) {
      if (typeof answer !== 'string') kept += 1
      continue
    }
    views.push(day.text({ at, answer: typeof answer === 'string' ? answer : 'taken', ...day.readByAll() }))
    const latest = day.sent.splice(0)
    for (const viewer of viewers) {
      const messages = latest.filter(({ audience }) => audience === 'everybody' || audience === `desk:${viewer}`)
      views.push(day.text({ at, viewer, messages, ...day.readBy(viewer) }))
    }
  }
  return { views, trades, secrets: kept }
}

describe('a whole view of a day is the same with and without', () => {
  it.each(secrets)('%s', (_title, secret) => {
    let trades = 0
    let kept = 0
    for (let day = 0; day < DAYS; day++) {
      const steps = stepsOf(chanceFrom(SEED + day), secret)
      const whole = livedThrough(steps, secret)
      const without = livedThrough(steps.filter(({ isSecret }) => !isSecret), secret) // prettier-ignore
      const at = whole.views.findIndex((view, place) => view !== without.views[place])
      if (at !== -1)
        expect(JSON.parse(whole.views[at]!), `PARLEY_SEED=${SEED + day} PARLEY_VIEWS=1`).toEqual(JSON.parse(without.views[at]!))
      expect(at).toBe(-1)
      trades += whole.trades
      kept += whole.secrets
    }
    expect(trades).toBeGreaterThan(DAYS / 10)
    expect(kept).toBeGreaterThan(DAYS / 2)
  })
  // Proves A 6.9.
  it.each([
    [
      '10.23 a list of desks that are never met, of whom no order is reached',
      { listed: [ORRY, KEST, LARK], choice: 'EVERY_DESK', approved: [] },
    ],
    [
      '10.24 the choice of trading only with approved desks, of which it has some',
      { listed: [], choice: 'APPROVED_DESKS', approved: [KEST] },
    ],
  ] as const)('%s', (_title, { listed: onList, choice, approved }) => {
    const avoided: Secret = { by: MERL, viewers: [ORRY, KEST, LARK], act: quoting(MARKET, false) }
    const isMerlWith = (a: DeskId, b: DeskId, others: readonly DeskId[]) => a === MERL && others.includes(b)
    const relations: DeskRelations = {
      isListed: (by, other) => isMerlWith(by, other, onList),
      choiceOf: (desk) => (desk === MERL ? choice : 'EVERY_DESK'),
      isApproved: (a, b) => isMerlWith(a, b, approved) || isMerlWith(b, a, approved),
    }
    const listed = (command: ShardCommand): ShardCommand =>
      command.kind === 'PlaceOrder' || command.kind === 'ReplaceOrder'
        ? { ...command, blocklists: blocklistsOf(command.actor.desk, desks, relations) }
        : command
    for (let day = 0; day < DAYS; day++) {
      const steps = stepsOf(chanceFrom(SEED + day), avoided)
      const whole = livedThrough(steps.map((step) => ({ ...step, command: listed(step.command) })), avoided) // prettier-ignore
      expect(whole, `PARLEY_SEED=${SEED + day} PARLEY_VIEWS=1`).toEqual(livedThrough(steps, avoided))
    }
  })
})
