/**
 * Decides how much of a quote the protections allow to trade, and which limits its trades trigger. It runs at every match, so it allocates as little
 * as possible.
 */
import type { ProductCode } from '../catalogue/product.ts'
import { QUANTITY_DECIMALS, quantityToNumber, type Quantity } from '../decimal.ts'
import type { DeskId, Instant } from '../ids.ts'
import type { Guard, GuardedOrder, LimitStand, ShortenedFill } from './guard.ts'
import type { DeskProtection, Execution, Frozen, Measure, ProtectionEvent, ProtectionLimit, Protections } from './protection.ts'
import {
  type Coverage,
  covers,
  executionOf,
  freezes,
  leastRoom,
  marketMakerProtection,
  reached,
  roomFor,
  roomsNow,
  tally,
} from './tally.ts'

const QUANTITY_UNIT = 10 ** QUANTITY_DECIMALS
/** The tolerated share of an increment: model figures are inexact, and three times 0.1 should fit in 0.3. */
const DUST = 1e-9

const none: readonly never[] = []
const nobody: ReadonlyMap<string, never> = new Map<string, never>()
const marketMakers = new Map<ProductCode, readonly ProtectionLimit[]>()

/** Market maker protection in the product as a list of one, created once for each product. */
function marketMakerAlone(product: ProductCode): readonly ProtectionLimit[] {
  let alone = marketMakers.get(product)
  if (alone === undefined) marketMakers.set(product, (alone = [marketMakerProtection(product)]))
  return alone
}

/**
 * Market maker protection in every product of the order, then the desk's own limits that cover it, by name. An arriving quote is not a resting order,
 * so only the desk's own limits cover it (rulebook 11.1, 11.2).
 */
export function limitsOn(
  order: Pick<GuardedOrder, 'products' | 'label' | 'isArriving' | 'isOutsideMmp'>,
  protection: DeskProtection | undefined,
): readonly ProtectionLimit[] {
  const { products, isArriving, isOutsideMmp } = order
  // Most desks have no limits of their own, and most structures have one product.
  const always =
    isArriving || isOutsideMmp ? none : products.length === 1 ? marketMakerAlone(products[0]!) : products.flatMap(marketMakerAlone)
  if (protection === undefined || protection.limits.size === 0) return always
  const own = [...protection.limits.values()].filter((limit) => covers(limit, order))
  return own.length === 0 ? always : [...always, ...own]
}

/** Whether anything of the desk is frozen at all. This is rare, so the caller usually does not have to determine an order's products. */
export const hasFrozen = ({ desks }: Protections, desk: DeskId): boolean => (desks.get(desk)?.frozen.size ?? 0) > 0

/** The protection that currently prevents the desk from resting such an order (rulebook 11.1, 11.2). */
export function frozenBy(protections: Protections, desk: DeskId, order: Coverage): Frozen | undefined {
  if (!hasFrozen(protections, desk)) return undefined
  for (const frozen of protections.desks.get(desk)!.frozen.values()) if (freezes(frozen, order)) return frozen
  return undefined
}

/** Rulebook 11.3. It counts everything it allows, so that a sweep through several quotes of one desk also stops at the limit. */
export const guardOf = (protections: Protections, now: Instant): Guard => new DecisionGuard(protections, now)

/** A class, because every decision creates one and few decisions use it. */
class DecisionGuard implements Guard {
  readonly #protections: Protections
  readonly #now: Instant
  #planned: Map<DeskId, Execution[]> | undefined = undefined
  #blocked: Map<string, GuardedOrder> | undefined = undefined
  #shortened: Map<string, ShortenedFill> | undefined = undefined

  constructor(protections: Protections, now: Instant) {
    this.#protections = protections
    this.#now = now
  }

  get blocked(): ReadonlyMap<string, GuardedOrder> {
    return this.#blocked ?? nobody
  }

  get shortened(): ReadonlyMap<string, ShortenedFill> {
    return this.#shortened ?? nobody
  }

  /** If the limits of both sides leave equally little, the arriving quote counts as blocked, so that only that one is cancelled. */
  allowed(resting: GuardedOrder | undefined, wanted: Quantity, arriving?: GuardedOrder): Quantity {
    const may = arriving === undefined ? wanted : this.#leftFor(arriving, wanted)
    const quantity = resting === undefined || may === 0 ? may : this.#leftFor(resting, may)
    if (resting !== undefined && quantity < may) {
      this.#block(resting)
      this.#shorten(resting, may, quantity)
    } else if (arriving !== undefined && quantity < wanted) this.#block(arriving)
    if (quantity === 0) return quantity
    if (resting !== undefined) this.#plan(resting, quantity)
    if (arriving !== undefined) this.#plan(arriving, quantity)
    return quantity
  }

  attempt(): () => void {
    const before = new Map([...(this.#planned ?? [])].map(([desk, planned]) => [desk, planned.length]))
    return () => {
      for (const [desk, planned] of this.#planned ?? []) planned.length = before.get(desk) ?? 0
    }
  }

  #leftFor(order: GuardedOrder, wanted: Quantity): Quantity {
    if (frozenBy(this.#protections, order.desk, order) !== undefined) return 0 as Quantity
    const planned = this.#planned?.get(order.desk) ?? none
    const quantity = within(order, wanted, roomOf(order, this.#protections.desks.get(order.desk), planned, this.#now))
    return quantity < order.minimumBlock ? (0 as Quantity) : quantity
  }

  #plan(order: GuardedOrder, quantity: Quantity): void {
    const execution = executionOf(order, quantity, this.#now)
    const planned = this.#planned?.get(order.desk)
    if (planned !== undefined) planned.push(execution)
    else (this.#planned ??= new Map<DeskId, Execution[]>()).set(order.desk, [execution])
  }

  #shorten(order: GuardedOrder, wanted: Quantity, allowed: Quantity): void {
    const { desks } = this.#protections
    const isFrozen = frozenBy(this.#protections, order.desk, order) !== undefined
    const planned = this.#planned?.get(order.desk) ?? none
    const by = isFrozen ? undefined : tightest(order, desks.get(order.desk), planned, this.#now)
    this.#shortened ??= new Map<string, ShortenedFill>()
    this.#shortened.set(order.order, { order, wanted, allowed, by })
  }

  #block(order: GuardedOrder): void {
    this.#blocked ??= new Map<string, GuardedOrder>()
    this.#blocked.set(order.order, order)
  }
}

/** The limit that leaves the order the least room, and what is used of it. */
function tightest(order: GuardedOrder, protection: DeskProtection | undefined, planned: readonly Execution[], now: Instant) {
  let least: { readonly room: number; readonly stand: LimitStand } | undefined
  for (const limit of limitsOn(order, protection)) {
    const one = leastRoom(order, limit, tally(limit, protection?.executions, planned, now))
    if (one !== undefined && one.room < (least?.room ?? Infinity)) least = one
  }
  return least?.stand
}

/** The smallest room that any limit leaves, in units. */
function roomOf(order: GuardedOrder, protection: DeskProtection | undefined, planned: readonly Execution[], now: Instant): number {
  let room = Infinity
  for (const limit of limitsOn(order, protection))
    room = Math.min(room, roomFor(order, limit, tally(limit, protection?.executions, planned, now)))
  return room
}

/** `wanted`, or as many whole increments as there is room for. */
function within({ quantityIncrement }: GuardedOrder, wanted: Quantity, room: number): Quantity {
  if (room >= quantityToNumber(wanted)) return wanted
  const steps = Math.floor((room * QUANTITY_UNIT) / quantityIncrement + DUST)
  return Math.min(wanted, steps * quantityIncrement) as Quantity
}

/** An execution of a quote, before it is measured. */
export type QuoteExecution = {
  readonly order: GuardedOrder
  readonly quantity: Quantity
  /** Set if this execution is a further account's part of the previous fill. */
  readonly isSameFill?: true
}

export function asExecution({ order, quantity, isSameFill }: QuoteExecution, at: Instant): Execution {
  const execution = executionOf(order, quantity, at)
  return isSameFill ? { ...execution, isSameFill } : execution
}

type TriggerEvent = Extract<ProtectionEvent, { kind: 'ProtectionTriggered' }>

/**
 * The limits that a decision triggers, each once: first those that its executions have reached, then those that have blocked a quote and have no room
 * for another block of it (rulebook 11.1, 11.2).
 */
export function triggeredBy(
  protections: Protections,
  executed: readonly QuoteExecution[],
  blocked: Iterable<GuardedOrder>,
  now: Instant,
): readonly TriggerEvent[] {
  const events: TriggerEvent[] = []
  const added = new Map<DeskId, Execution[]>()
  const trigger = (desk: DeskId, limit: ProtectionLimit, measure: Measure, why: Pick<TriggerEvent, 'blocked'> = {}): void => {
    const isListed = events.some(
      ({ desk: other, frozen }) => other === desk && frozen.limit === limit.id && frozen.product === limit.product,
    )
    if (!isListed) events.push({ kind: 'ProtectionTriggered', desk, frozen: frozenOf(limit, measure, now), ...why })
  }
  for (const one of executed) {
    const { order } = one
    const protection = protections.desks.get(order.desk)
    const own = added.get(order.desk) ?? []
    own.push(asExecution(one, now))
    added.set(order.desk, own)
    for (const limit of limitsOn(order, protection)) {
      const measure = reached(limit, tally(limit, protection?.executions, own, now))
      if (measure !== undefined) trigger(order.desk, limit, measure)
    }
  }
  for (const order of blocked) {
    const { desk, minimumBlock, order: id, unit } = order
    const protection = protections.desks.get(desk)
    for (const limit of limitsOn(order, protection)) {
      const used = tally(limit, protection?.executions, added.get(desk) ?? none, now)
      const full = roomsNow(order, limit, used).find(([, room]) => within(order, minimumBlock, room) < minimumBlock)
      if (full !== undefined) trigger(desk, limit, full[0], { blocked: { order: id, unit } })
    }
  }
  return events
}

function frozenOf({ id: limit, product, label, frozenMs }: ProtectionLimit, measure: Frozen['measure'], at: Instant): Frozen {
  return {
    limit,
    product,
    measure,
    at,
    ...(label === undefined ? {} : { label }),
    ...(frozenMs === undefined ? {} : { until: (at + frozenMs) as Instant }),
  }
}
