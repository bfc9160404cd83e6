/** A random trading day from a seed: desks that ask, quote, make errors and cancel, and a venue that is late, repeats itself and refuses. */
import { price, quantity, type Price, type Quantity } from '../src/decimal.ts'
import type { DeskId, Instant, OrderId, RfqId, TradeId } from '../src/ids.ts'
import type { Structure } from '../src/structure/structure.ts'
import type { CancelEverything, RfqCommand } from '../src/rfq/model/commands.ts'
import type { RfqEvent } from '../src/rfq/model/events.ts'
import type { AllocationPart, Order } from '../src/rfq/model/order.ts'
import { declineReasons, remainingQuantity } from '../src/rfq/model/rfq.ts'
import { structurePrice } from '../src/structure/figures.ts'
import { actor, call, callSpread, desk, facts, hedgedSpread, id, ratioSpread, SHARD, type RfqHistory, type Market } from './fixture.ts'

type DayCommand = RfqCommand | CancelEverything

export type Chance = { next(): number; below(n: number): number; oneOf<T>(values: readonly T[]): T; happens(probability: number): boolean }

/** mulberry32: small, uniform, and the same on every machine. */
export function chanceFrom(seed: number): Chance {
  let state = seed >>> 0
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
  const below = (n: number) => Math.floor(next() * n)
  return { next, below, oneOf: (values) => values[below(values.length)]!, happens: (probability) => next() < probability }
}

export const DESKS: readonly DeskId[] = Array.from({ length: 12 }, (_, n) => desk(`DSK${n}`))
const structures: readonly Structure[] = [callSpread, call, ratioSpread, hedgedSpread]

/** The live direct RFQs, youngest last. */
const directRfqs = ({ rfqs, known }: Market): readonly RfqHistory[] =>
  [...rfqs.live.values()].flatMap(({ rfq }) => (rfq.audience === 'DIRECT' ? [known.get(rfq.id)!] : []))

/** Any direct RFQ, usually a live one. */
function someRfq({ rfqs, known }: Market, chance: Chance, made: number): RfqHistory | undefined {
  const all = directRfqs({ rfqs, known })
  if (all.length === 0) return undefined
  const rfq = all[all.length - 1 - Math.floor(chance.next() ** 2 * all.length)]!
  return chance.happens(0.98) ? rfq : (known.get(id('r', chance.below(made)) as RfqId) ?? rfq)
}

/** Usually a size from one block to `most`, in steps; now and then one that is refused. */
function sizeOf(chance: Chance, most: number = quantity('400')): Quantity {
  if (chance.happens(0.03)) return quantity(chance.oneOf(['0', '24.9', '25.05', '900']))
  const steps = Math.max(1, (most - facts.minimumBlock) / facts.quantityIncrement + 1)
  return (facts.minimumBlock + chance.below(steps) * facts.quantityIncrement) as Quantity
}

function legPricesOf(structure: Structure, chance: Chance): readonly Price[] {
  return structure.legs.map((leg, place) => {
    if (leg.price !== undefined) return chance.happens(0.98) ? leg.price : price('97000')
    const ticks = (place === 0 ? 600 : 500) + chance.below(13) - 6
    return (ticks * leg.instrument.tickSize + (chance.happens(0.01) ? 1 : 0)) as Price
  })
}

function askFor(n: number, chance: Chance, market: Market): DayCommand {
  const taker = chance.oneOf(DESKS)
  const others = DESKS.filter((other) => other !== taker || chance.happens(0.02))
  const makers = others.filter(() => chance.happens(0.4))
  const drafts = directRfqs(market).filter(({ state, creator }) => state === 'DRAFT' && creator.desk === taker).length
  return {
    kind: 'CreateRfq',
    audience: 'DIRECT',
    actor: actor(taker, chance.oneOf(['key-1', 'key-2'])),
    id: id('r', n) as RfqId,
    venue: 'DBT',
    baseCurrency: 'BTC',
    structure: chance.oneOf(structures),
    quantity: sizeOf(chance),
    makers,
    isTakerAnonymous: chance.happens(0.3),
    account: `account-of-${taker}`,
    ...(chance.happens(0.5) ? { label: `label-of-${taker}` } : {}),
    as: chance.happens(0.15) ? 'DRAFT' : 'OPEN',
    facts: { ...facts, eligibleMakers: DESKS, draftsOfDesk: drafts },
  }
}

function place(n: number, rfq: RfqHistory, chance: Chance): DayCommand {
  const isTaker = chance.happens(0.3)
  const by = isTaker ? rfq.creator.desk : chance.oneOf(rfq.makers.length > 0 && chance.happens(0.97) ? rfq.makers : DESKS)
  const legPrices = legPricesOf(rfq.structure, chance)
  const at = structurePrice(rfq.structure.legs, legPrices)
  const quantity = chance.happens(0.2) ? rfq.quantity! : sizeOf(chance, isTaker ? remainingQuantity(rfq) : rfq.quantity!)
  return {
    kind: 'PlaceOrder',
    audience: 'DIRECT',
    shard: SHARD,
    actor: actor(by, chance.oneOf(['key-1', 'key-2'])),
    id: rfq.id,
    orderId: id('o', n) as OrderId,
    side: chance.oneOf(['BUY', 'SELL']),
    isHidden: chance.happens(0.2),
    isPostOnly: false,
    timeInForce: isTaker && chance.happens(0.5) ? 'FOK' : 'GTC',
    quantity,
    ...(isTaker && chance.happens(0.3) ? { allocations: partsOf(quantity, chance) } : {}),
    ...(isTaker && at !== undefined ? { price: at } : { legPrices }),
    ...(isTaker ? {} : { account: `account-of-${by}` }),
  }
}

/** Two or three accounts; now and then with parts that do not add up, or with an account twice. */
export function partsOf(quantity: Quantity, chance: Chance): readonly AllocationPart[] {
  const [count, step] = [2 + chance.below(2), facts.quantityIncrement]
  const each = Math.floor(quantity / count / step) * step
  const sizes = Array.from({ length: count }, (_, n) => (n === 0 ? quantity - each * (count - 1) : each))
  if (chance.happens(0.05)) sizes[0]! += step
  return sizes.map((size, n) => ({ account: `fund-${chance.happens(0.02) ? 0 : n}`, quantity: size as Quantity }))
}

function decline(rfq: RfqHistory, chance: Chance): DayCommand {
  const by = chance.oneOf(rfq.makers.length > 0 && chance.happens(0.95) ? rfq.makers : DESKS)
  const said = chance.happens(0.3) ? { text: 'not today' } : {}
  return { kind: 'DeclineRfq', audience: 'DIRECT', actor: actor(by, 'key-1'), id: rfq.id, reason: chance.oneOf(declineReasons), ...said }
}

function change(rfq: RfqHistory, chance: Chance): DayCommand | undefined {
  if (rfq.orders.length === 0) return undefined
  const order = chance.oneOf(rfq.orders)
  const by = chance.happens(0.97) ? order.actor : actor(chance.oneOf(DESKS))
  const common = { audience: 'DIRECT', actor: by, id: rfq.id, orderId: order.id } as const
  if (chance.happens(0.3)) return { kind: 'CancelOrder', ...common }
  const legPrices = legPricesOf(rfq.structure, chance)
  const at = structurePrice(rfq.structure.legs, legPrices)
  const prices = chance.happens(0.3) || at === undefined ? {} : order.kind === 'CROSS' ? { price: at } : { legPrices }
  const size = chance.happens(0.3) ? order.quantity : sizeOf(chance, rfq.quantity!)
  return { kind: 'ReplaceOrder', shard: SHARD, ...common, quantity: size, ...prices, ...brought(order, chance) }
}

/** Members that a replacement changes other than size and prices. */
function brought({ side, actor: { desk: by } }: Order, chance: Chance) {
  const some = <T extends object>(probability: number, members: () => T) => (chance.happens(probability) ? members() : {})
  return {
    ...some(0.2, () => ({ isHidden: chance.happens(0.5) })),
    ...some(0.1, () => ({ account: `account-of-${by}` })),
    ...some(0.2, () => ({ clientOrderId: chance.happens(0.2) ? '' : `mine-${chance.below(20)}` })),
    ...some(0.1, () => ({ label: chance.happens(0.3) ? '' : `label-of-${by}` })),
    ...some(0.1, () => ({ side: chance.happens(0.9) ? side : chance.oneOf(['BUY', 'SELL'] as const) })),
    ...some(0.1, () => ({ timeInForce: chance.happens(0.9) ? ('GTC' as const) : ('FOK' as const) })),
  }
}

/** A random next command; `n` makes the ids of new RFQs and orders. */
export function somebody(n: number, market: Market, chance: Chance): DayCommand | undefined {
  const rfq = chance.happens(0.06) ? undefined : someRfq(market, chance, n)
  if (rfq === undefined) return askFor(n, chance, market)
  const roll = chance.next()
  if (roll < 0.94 && rfq.state === 'DRAFT' && chance.happens(0.3))
    return { kind: 'SendDraft', audience: 'DIRECT', actor: rfq.creator, id: rfq.id, facts: { ...facts, eligibleMakers: DESKS } }
  if (roll < 0.65) return place(n, rfq, chance)
  if (roll < 0.9) return change(rfq, chance)
  const by = chance.happens(0.8) ? rfq.creator : actor(chance.oneOf(DESKS))
  if (roll < 0.91) return { kind: 'CancelRfq', audience: 'DIRECT', actor: by, id: rfq.id }
  if (roll < 0.93) return { kind: 'SendDraft', audience: 'DIRECT', actor: by, id: rfq.id, facts: { ...facts, eligibleMakers: DESKS } }
  if (roll < 0.95) return decline(rfq, chance)
  if (roll < 0.99) return place(n, rfq, chance)
  const what = chance.oneOf(['ORDERS', 'ORDERS_AND_RFQS'] as const)
  const via = chance.happens(0.7) ? { via: 'key-1' } : {}
  return {
    kind: 'CancelEverything',
    actor: { desk: by.desk, ...via },
    what,
    cause: 'MASS_CANCEL',
    ...(chance.happens(0.5) ? { rfqId: rfq.id } : {}),
  }
}

export type Answer = { readonly at: number; readonly id: RfqId; readonly tradeId: TradeId; readonly rejects: boolean }

/** The venue's answers to the trades of a decision: at once or minutes late, sometimes twice, and now and then contradicting each other. */
export function answersTo(events: readonly RfqEvent[], now: number, chance: Chance): readonly Answer[] {
  return events.flatMap((event) => {
    if (event.kind !== 'TradeAgreed') return []
    const once = () => ({
      at: now + (chance.happens(0.1) ? chance.below(600_000) : chance.below(3_000)),
      id: event.id,
      tradeId: event.trade.id,
      rejects: chance.happens(0.15),
    })
    return chance.happens(0.1) ? [once(), once()] : [once()]
  })
}

export const commandOf = ({ id: rfqId, tradeId, rejects }: Answer): DayCommand =>
  rejects
    ? { kind: 'RejectSettlement', id: rfqId, tradeId, rejection: 'price outside the band' }
    : { kind: 'ConfirmSettlement', id: rfqId, tradeId, venueTradeId: `BLOCK-${tradeId.slice(-8)}` }

export const MORNING = 1_800_000_000_000 as Instant
