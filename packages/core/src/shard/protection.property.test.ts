/**
 * Random histories of both flows under market maker protection and the desks' own limits. No limit is ever exceeded, neither when a quote trades
 * nor when an execution leaves its window; each triggers exactly when it is reached, and no quote it covers rests while it is frozen.
 * PARLEY_SEED=<seed> repeats a history; PARLEY_MATCHES=<n> sets the number of commands.
 */
import { describe, expect, it } from 'vitest'
import { quantity, type Price } from '../decimal.ts'
import { chanceFrom, DESKS, partsOf, somebody, type Chance } from '../../test/random-day.ts'
import { newOrderId } from '../../test/book-fixture.ts'
import { actor, call, callSpread, hedgedSpread, learn, NOON, SHARD, type Market } from '../../test/fixture.ts'
import type { DeskId, Instant } from '../ids.ts'
import type { UnitExposure } from '../protection/protection.ts'
import type { Measure, ProtectionLimit } from '../protection/protection.ts'
import { isRefusal } from '../refusal.ts'
import { structurePrice } from '../structure/figures.ts'
import type { Structure } from '../structure/structure.ts'
import type { RfqKind } from '../rfq-kind.ts'
import { shardMachine } from './machine.ts'
import type { Shard, ShardCommand, ShardEvent } from './shard.ts'
import { blockingIn, type Blocking } from '../../test/naive-blocking.ts'
import { isCovered, NaiveLimits, type Quote } from '../../test/naive-limits.ts'

const COMMANDS = Number(process.env['PARLEY_MATCHES'] ?? 12_000)
const COMMANDS_A_DAY = 1_000
const MAKERS = DESKS.slice(0, 4)
const LABELS = ['wing', 'body', undefined] as const
const perpetual: Structure = { legs: [{ instrument: hedgedSpread.legs[2]!.instrument, side: 'BUY', ratio: call.legs[0]!.ratio }] }
const callAndPerpetual: Structure = { legs: [...call.legs, { ...perpetual.legs[0]!, side: 'SELL' }] }
const structures: readonly Structure[] = [callSpread, call, perpetual, callAndPerpetual]

type Day = {
  readonly chance: Chance
  readonly naive: NaiveLimits
  readonly counts: Map<string, number>
  shard: Shard
  readonly known: Market['known']
  now: Instant
  made: number
}
type Coverage = Parameters<typeof isCovered>[1]

/** Sums of model figures are inexact, and the oracle adds them in a different order. */
const MUCH = 1 + 1e-9
const DUST = 1e-6

function give(day: Day, command: ShardCommand): void {
  const { counts, now } = day
  const answer = shardMachine.decide(day.shard, command, now)
  const word = isRefusal(answer) ? answer.refused : command.kind
  counts.set(word, (counts.get(word) ?? 0) + 1)
  if (isRefusal(answer)) return
  checkLimits(day, answer, command)
  for (const event of answer) {
    const change = shardMachine.evolve(day.shard, event)
    if (change !== undefined) learn(day, change)
  }
  if (answer.length === 0) return
  checkFrozen(day)
  checkUncrossed(day)
  for (const desk of DESKS) for (const limit of day.naive.limitsOf(desk)) checkStanding(day, desk, limit, now)
}

/** Rulebook 11.3 for every limit, before and after the decision, and rulebook 11.1 and 11.2 for every trigger. */
function checkLimits({ naive, shard, now, counts }: Day, events: readonly ShardEvent[], command: ShardCommand): void {
  const [fired, unsure] = [new Set<string>(), new Set<string>()]
  const holding = blockingIn(shard, events)
  for (const event of events) {
    naive.observe(event)
    for (const one of naive.count(event)) {
      counts.set('execution', (counts.get('execution') ?? 0) + 1)
      if (one.hasCome) counts.set('execution of a quote that came', (counts.get('execution of a quote that came') ?? 0) + 1)
      if (one.figures.executions === 0) counts.set('same fill', 1)
      for (const limit of naive.limitsOf(one.desk).filter((each) => isCovered(each, one))) {
        const name = `${one.desk} ${limit.id} ${limit.product}`
        const used = naive.used(one.desk, limit, now)
        if (isUnsure(limit, used)) unsure.add(name)
        const most = Object.entries(limit.most) as [Measure, number][]
        if (one.unmeasured.some((measure) => limit.most[measure] !== undefined)) throw new Error(`${name} counts what was not measured`)
        if (most.some(([measure, top]) => Math.abs(used[measure]) >= top)) fired.add(name)
      }
    }
  }
  for (const name of fired) counts.set(name.includes(' MMP ') ? 'MMP' : 'limit', 1)
  const fires = events.flatMap((event) =>
    event.kind === 'ProtectionTriggered' ? [`${event.desk} ${event.frozen.limit} ${event.frozen.product}`] : [],
  )
  const { must, may } = blockedBy(naive, holding, 'unit' in command ? (command.unit ?? {}) : {}, now, unsure)
  if (must.size > 0) counts.set('limit that held back', (counts.get('limit that held back') ?? 0) + 1)
  const sure = (names: Iterable<string>) => [...names].filter((name) => !unsure.has(name))
  const missing = sure([...fired, ...must]).filter((name) => !fires.includes(name))
  const unfounded = sure(fires).filter((name) => !fired.has(name) && !may.has(name))
  if (missing.length === 0 && unfounded.length === 0) return
  throw new Error(`${missing.join()} did not trigger, and ${unfounded.join()} did without a reason: ${JSON.stringify(command)}`)
}

/**
 * Limits that may have blocked a quote, because they have no further block of room for it; `must` contains those for which no other limit can be the
 * reason.
 */
function blockedBy(naive: NaiveLimits, holding: Blocking | undefined, unit: UnitExposure, now: number, unsure: Set<string>) {
  const [must, may] = [new Set<string>(), new Set<string>()]
  for (const { resting, arriving, isSure } of holding?.shortfalls ?? []) {
    const [rests, comes] = [naive.quoteOf(resting), naive.quoteOf(arriving)]
    const limitsOn = (quote: Quote, all: readonly ProtectionLimit[]) =>
      quote.isQuote ? all.filter((limit) => isCovered(limit, quote)) : []
    const own = (quote: Quote) => naive.limitsOf(quote.desk).filter(({ id }) => id !== 'MMP')
    const sides = [
      { quote: rests, limits: limitsOn(rests, naive.limitsOf(rests.desk)), others: limitsOn(comes, own(comes)) },
      { quote: comes, limits: limitsOn(comes, own(comes)), others: limitsOn(rests, naive.limitsOf(rests.desk)) },
    ]
    for (const { quote, limits, others } of sides)
      for (const limit of limits) {
        const name = `${quote.desk} ${limit.id} ${limit.product}`
        const full = isFull(limit, quote, naive.used(quote.desk, limit, now), unit, holding!.minimum)
        if (full === 'nobody knows') unsure.add(name)
        if (full === 'yes') may.add(name)
        if (full === 'yes' && isSure && others.length === 0) must.add(name)
      }
  }
  return { must, may }
}

/** Whether the limit has no room for another block of the quote. */
function isFull(
  { most }: ProtectionLimit,
  { side }: Quote,
  used: Readonly<Record<Measure, number>>,
  { notional = 0, delta = 0, vega = 0 }: UnitExposure,
  minimum: number,
): 'yes' | 'no' | 'nobody knows' {
  const units = (minimum / 1e6) * (side === 'BUY' ? 1 : -1)
  const block = {
    orders: 0,
    executions: 1,
    quantity: minimum,
    notional: Math.abs(notional * units),
    delta: delta * units,
    vega: vega * units,
  }
  const over = (Object.entries(most) as [Measure, number][])
    .filter(([measure]) => block[measure] !== 0)
    .map(([measure, top]) => ({ top, more: Math.sign(block[measure]) * (used[measure] + block[measure]) - top }))
  if (over.some(({ top, more }) => more !== 0 && Math.abs(more) < top * 1e-6)) return 'nobody knows'
  return over.some(({ more }) => more > 0) ? 'yes' : 'no'
}

const liveIn = ({ rfqs }: Shard, kind: RfqKind) => [...rfqs.live.values()].filter(({ rfq }) => rfq.audience === kind)

/** Rulebook 11.4: a quote blocked by a limit does not stay in the book across the orders it would have met. */
function checkUncrossed({ shard }: Day): void {
  type OpenOrder = { readonly side: string; readonly price: number; readonly actor: { readonly desk: string }; readonly state: string }
  const check = (all: readonly OpenOrder[], id: string | number) => {
    const prices = (side: string) => all.filter((one) => one.state === 'OPEN' && one.side === side).map(({ price }) => price)
    if (Math.max(...prices('BUY')) >= Math.min(...prices('SELL'))) throw new Error(`bids and asks cross in ${id}`)
  }
  for (const { rfq, orders } of liveIn(shard, 'ORDER_BOOK')) check([...orders.values()], rfq.id)
  for (const { rfq, orders } of liveIn(shard, 'DIRECT'))
    for (const [bids, asks] of [
      ['BUY', 'SELL'],
      ['SELL', 'BUY'],
    ] as const)
      check(
        [...orders.values()].filter(({ actor: { desk }, side }) => side === (desk === rfq.creator.desk ? bids : asks)),
        rfq.id,
      )
}

/** Whether a model figure is too close to its maximum to tell if it is reached. */
const isUnsure = ({ most }: ProtectionLimit, used: Readonly<Record<Measure, number>>): boolean =>
  (['notional', 'delta', 'vega'] as const).some(
    (measure) => most[measure] !== undefined && Math.abs(Math.abs(used[measure]) - most[measure]) < most[measure] * 1e-6,
  )

/** Rulebook 11.3 at that time: no figure is beyond its maximum on either side, or beyond its value before the limit was set. */
function checkStanding({ naive }: Day, desk: DeskId, limit: ProtectionLimit, at: number): void {
  const [used, before] = [naive.used(desk, limit, at), naive.usedBeforeSet(desk, limit, at)]
  for (const [measure, top] of Object.entries(limit.most) as [Measure, number][]) {
    const [least, most] = [Math.min(-top, before[measure]), Math.max(top, before[measure])]
    if (used[measure] > most + top * (MUCH - 1) + DUST || used[measure] < least - top * (MUCH - 1) - DUST)
      throw new Error(`${measure} of ${desk} stands at ${used[measure]} at ${at}, beyond ${JSON.stringify(limit)}`)
  }
}

/** Time passes and nothing trades: no limit is exceeded by executions that leave their windows. */
function wait(day: Day, until: number): void {
  for (const desk of DESKS)
    for (const limit of day.naive.limitsOf(desk))
      for (const at of day.naive.leavings(desk, limit, day.now, until)) {
        day.counts.set('leaving', (day.counts.get('leaving') ?? 0) + 1)
        checkStanding(day, desk, limit, at)
      }
  day.now = until as Instant
}

/** While a limit is frozen, no quote that it covers rests, in either flow. */
function checkFrozen({ naive, shard, now }: Day): void {
  const frozen = [...naive.frozen.values()]
  for (const { frozen: one } of frozen)
    if (one.until !== undefined && one.until < now) throw new Error(`${one.limit} is frozen beyond its time`)
  if (frozen.length === 0) return
  const check = (desk: DeskId, quote: Coverage, id: string | number) => {
    const by = frozen.find((one) => one.desk === desk && isCovered(one.frozen, quote))
    if (by !== undefined) throw new Error(`${id} rests while ${by.frozen.limit} is frozen`)
  }
  const productsIn = ({ legs }: Structure) => legs.filter((leg) => leg.price === undefined).map(({ instrument }) => instrument.productCode)
  for (const { rfq, orders } of shard.rfqs.live.values())
    for (const order of orders.values())
      if (order.state === 'OPEN' && order.kind === 'QUOTE')
        check(order.actor.desk, { products: productsIn(rfq.structure), label: order.label }, order.id)
}

function unitOf(chance: Chance): UnitExposure {
  const some = (figure: number) => (chance.happens(0.9) ? figure : undefined)
  const [notional, delta, vega] = [some(1_000 * (1 + chance.below(9))), some((chance.below(21) - 10) / 10), some(chance.below(41) - 20)]
  return {
    ...(notional === undefined ? {} : { notional }),
    ...(delta === undefined ? {} : { delta }),
    ...(vega === undefined ? {} : { vega }),
  }
}

const labelOf = (chance: Chance) => {
  const label = chance.oneOf(LABELS)
  return label === undefined ? {} : { label }
}

function bookCommand({ chance, shard }: Day): ShardCommand {
  const books = liveIn(shard, 'ORDER_BOOK')
  if (books.length === 0 || chance.happens(0.01)) {
    const structure = chance.oneOf(structures)
    const sizes = { minimumBlock: quantity('25'), quantityIncrement: quantity('0.1') }
    return {
      kind: 'OpenRfq',
      audience: 'ORDER_BOOK',
      actor: actor(MAKERS[0]!),
      shard: SHARD,
      venue: 'DBT',
      baseCurrency: 'BTC',
      structure,
      ...sizes,
    }
  }
  const { rfq, orders } = chance.oneOf(books)
  const { legs } = rfq.structure
  const legPrices = legs.map(({ instrument }, place) => ((place === 0 ? 600 + chance.below(7) : 500) * instrument.tickSize) as Price)
  const at = structurePrice(legs, legPrices)
  const takes = chance.happens(0.4) && at !== undefined
  const size = quantity(String((250 + chance.below(500)) / 10))
  const common = { audience: 'ORDER_BOOK', id: rfq.id, shard: SHARD, isPostOnly: false, unit: unitOf(chance) } as const
  const own = [...orders.values()].filter((quote) => quote.state === 'OPEN')
  if (own.length > 0 && chance.happens(0.15)) {
    const quote = chance.oneOf(own)
    return { kind: 'ReplaceOrder', actor: quote.actor, orderId: quote.id, quantity: size, legPrices, timeInForce: 'GTD', ...common }
  }
  return {
    kind: 'PlaceOrder',
    actor: actor(takes ? chance.oneOf(DESKS) : chance.oneOf(MAKERS)),
    orderId: newOrderId(),
    as: takes ? 'CROSS' : 'QUOTE',
    side: chance.oneOf(['BUY', 'SELL']),
    quantity: size,
    ...(takes ? { price: at } : { legPrices }),
    timeInForce: takes ? 'IOC' : 'GTD',
    isHidden: !takes && chance.happens(0.1),
    account: 'main',
    ...(takes && chance.happens(0.4) ? { allocations: partsOf(size, chance) } : {}),
    ...labelOf(chance),
    ...common,
  }
}

function directCommand(day: Day): ShardCommand | undefined {
  const { chance } = day
  const command = somebody(day.made++, { rfqs: day.shard.rfqs, known: day.known }, chance)
  if (command?.kind === 'PlaceOrder') return { ...command, unit: unitOf(chance), ...labelOf(chance) }
  return command?.kind === 'ReplaceOrder' ? { ...command, unit: unitOf(chance) } : command
}

function limitBy(chance: Chance): ShardCommand {
  const all: ProtectionLimit['most'] = {
    executions: 1 + chance.below(4),
    quantity: quantity(String(30 + chance.below(200))),
    notional: 50_000 * (1 + chance.below(20)),
    delta: 10 + chance.below(60),
    vega: 100 + chance.below(1_500),
  }
  const some = Object.entries(all).filter(() => chance.happens(0.4))
  const most = some.length === 0 ? { quantity: quantity('60') } : Object.fromEntries(some)
  const frozenMs = chance.happens(0.3) ? {} : { frozenMs: chance.below(8_000) }
  const limit = {
    id: chance.oneOf(['a', 'b', 'c']),
    product: chance.oneOf(['DO', 'CF'] as const),
    windowMs: chance.oneOf([500, 5_000, 60_000]),
  }
  return { kind: 'SetLimit', desk: chance.oneOf(DESKS.slice(0, 8)), limit: { ...limit, ...frozenMs, ...labelOf(chance), most } }
}

function command(day: Day): ShardCommand | undefined {
  const { chance, shard } = day
  const roll = chance.next()
  if (roll < 0.5) return bookCommand(day)
  if (roll < 0.9) return directCommand(day)
  const desk = chance.oneOf(DESKS.slice(0, 8))
  if (roll < 0.93) return limitBy(chance)
  if (roll < 0.935) return { kind: 'RemoveLimit', desk, id: chance.oneOf(['a', 'b', 'c']) }
  if (roll < 0.96) return { kind: 'ResetProtection', desk, ...(chance.happens(0.5) ? { product: 'DO' } : {}) }
  const [at] = liveIn(shard, 'ORDER_BOOK').filter(({ trades }) => trades.length > 0)
  return at === undefined ? undefined : { kind: 'ConfirmSettlement', id: at.rfq.id, tradeId: at.trades[0]!.id, venueTradeId: 'v' }
}

function pass(day: Day, ms: number): void {
  const until = day.now + ms
  for (let next = shardMachine.nextDeadline(day.shard); next !== undefined && next <= until;) {
    wait(day, Math.max(day.now, next))
    give(day, shardMachine.due(day.shard, day.now)!)
    next = shardMachine.nextDeadline(day.shard)
  }
  wait(day, until)
}

/** A restored shard decides like the one that was saved, with its events in the same order. */
function crash(day: Day): void {
  const text = JSON.stringify(shardMachine.snapshot(day.shard))
  const again = shardMachine.restore(JSON.parse(text))
  expect(JSON.stringify(shardMachine.snapshot(again))).toBe(text)
  expect(shardMachine.nextDeadline(again)).toBe(shardMachine.nextDeadline(day.shard))
  for (let tries = 0; tries < 3; tries++) {
    const next = bookCommand(day)
    expect(shardMachine.decide(again, next, day.now)).toEqual(shardMachine.decide(day.shard, next, day.now))
  }
  if (day.chance.happens(0.5)) day.shard = again
}

function live(seed: number, commands: number): Map<string, number> {
  const chance = chanceFrom(seed)
  const counts = new Map<string, number>()
  for (let left = commands; left > 0; left -= COMMANDS_A_DAY) {
    const day: Day = { chance, counts, naive: new NaiveLimits(), shard: shardMachine.initial(), known: new Map(), now: NOON, made: 0 }
    for (let n = 0; n < Math.min(left, COMMANDS_A_DAY); n++) {
      pass(day, chance.happens(0.02) ? chance.below(20_000) : chance.below(300))
      const next = command(day)
      if (next !== undefined) give(day, next)
      if (chance.happens(0.02)) crash(day)
    }
  }
  return counts
}

describe('11.3 no limit is exceeded at any time', () => {
  const seed = Number(process.env['PARLEY_SEED'] ?? Math.floor(Math.random() * 2 ** 32))

  it(
    `11.1, 11.2 in ${COMMANDS} commands to both flows, and each fires exactly when it is reached (PARLEY_SEED=${seed})`,
    { timeout: 60_000 + COMMANDS * 5 },
    () => {
      const counts = live(seed, COMMANDS)
      for (const what of [
        'MMP',
        'limit',
        'limit that held back',
        'execution',
        'execution of a quote that came',
        'ProtectionActive',
        'ResetProtection',
        'ResetDue',
        'DeclineRfq',
        'same fill',
        'SetLimit',
        'RemoveLimit',
        'leaving',
      ])
        expect(counts.get(what) ?? 0, `${what} never came about`).toBeGreaterThan(0)
      expect(counts.get('execution')).toBeGreaterThan(COMMANDS / 50)
    },
  )
})
