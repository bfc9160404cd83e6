/** What protections let resting orders trade, and what their trades set off. Asked at every match, so nothing is made anew that stands. */
import type { ProductCode } from '../catalogue/product.ts'
import { QUANTITY_DECIMALS, quantityToNumber, type Quantity } from '../decimal.ts'
import type { DeskId, Instant } from '../ids.ts'
import type { Guard, GuardedOrder } from './guard.ts'
import type { DeskProtection, Execution, Frozen, ProtectionEvent, ProtectionLimit, Protections } from './protection.ts'
import { covers, executionOf, marketMakerProtection, reached, roomFor, tally } from './tally.ts'

const QUANTITY_UNIT = 10 ** QUANTITY_DECIMALS
/** Of an increment: figures of models are no exact numbers, and three times 0.1 is meant to be within 0.3. */
const DUST = 1e-9

const none: readonly never[] = []
const marketMakers = new Map<ProductCode, readonly ProtectionLimit[]>()

/** Market maker protection in the product, as a list by itself; made once for each product there is. */
function marketMakerAlone(product: ProductCode): readonly ProtectionLimit[] {
  let alone = marketMakers.get(product)
  if (alone === undefined) marketMakers.set(product, (alone = [marketMakerProtection(product)]))
  return alone
}

/** Market maker protection in every product of the order, then the desk's own limits that cover it, in the order of their names. */
export function limitsOn(
  order: Pick<GuardedOrder, 'products' | 'label'>,
  protection: DeskProtection | undefined,
): readonly ProtectionLimit[] {
  const { products } = order
  // Most desks have no limit of their own, and most structures one product.
  const always = products.length === 1 ? marketMakerAlone(products[0]!) : products.flatMap(marketMakerAlone)
  if (protection === undefined || protection.limits.size === 0) return always
  const own = [...protection.limits.values()].filter((limit) => covers(limit, order))
  return own.length === 0 ? always : [...always, ...own]
}

type Covered = Pick<GuardedOrder, 'products' | 'label'>

/** Whether anything at all is frozen for the desk: mostly not, and then nobody needs to know of what products an order is. */
export const hasFrozen = ({ desks }: Protections, desk: DeskId): boolean => (desks.get(desk)?.frozen.size ?? 0) > 0

/** What keeps the desk from resting such an order now (rulebook 11.1, 11.2). */
export function frozenBy(protections: Protections, desk: DeskId, order: Covered): Frozen | undefined {
  if (!hasFrozen(protections, desk)) return undefined
  for (const frozen of protections.desks.get(desk)!.frozen.values()) if (covers(frozen, order)) return frozen
  return undefined
}

/** Rulebook 11.3. What it allows it counts, so that a sweep through several quotes of one desk stops at the limit too. */
export const guardOf = (protections: Protections, now: Instant): Guard => new DecisionGuard(protections, now)

/** A class, because every decision makes one and few ask it anything. */
class DecisionGuard implements Guard {
  readonly #protections: Protections
  readonly #now: Instant
  #planned: Map<DeskId, Execution[]> | undefined = undefined

  constructor(protections: Protections, now: Instant) {
    this.#protections = protections
    this.#now = now
  }

  allowed(order: GuardedOrder, wanted: Quantity): Quantity {
    if (frozenBy(this.#protections, order.desk, order) !== undefined) return 0 as Quantity
    const planned = this.#planned?.get(order.desk)
    const quantity = within(order, wanted, roomOf(order, this.#protections.desks.get(order.desk), planned ?? none, this.#now))
    if (quantity < order.minimumBlock) return 0 as Quantity
    const execution = executionOf(order, quantity, this.#now)
    if (planned !== undefined) planned.push(execution)
    else (this.#planned ??= new Map<DeskId, Execution[]>()).set(order.desk, [execution])
    return quantity
  }
}

/** In units: the least that any limit leaves. */
function roomOf(order: GuardedOrder, protection: DeskProtection | undefined, planned: readonly Execution[], now: Instant): number {
  let room = Infinity
  for (const limit of limitsOn(order, protection))
    room = Math.min(room, roomFor(order, limit, tally(limit, protection?.executions, planned, now)))
  return room
}

/** `wanted`, or the most whole increments that there is room for. */
function within({ quantityIncrement }: GuardedOrder, wanted: Quantity, room: number): Quantity {
  if (room >= quantityToNumber(wanted)) return wanted
  const steps = Math.floor((room * QUANTITY_UNIT) / quantityIncrement + DUST)
  return Math.min(wanted, steps * quantityIncrement) as Quantity
}

/** A match of a resting order, as the flows report it. */
export type Executed = {
  readonly order: GuardedOrder
  readonly quantity: Quantity
  /** A further account's part of the execution before it. */
  readonly isSameFill?: true
}

export function asExecution({ order, quantity, isSameFill }: Executed, at: Instant): Execution {
  const execution = executionOf(order, quantity, at)
  return isSameFill ? { ...execution, isSameFill } : execution
}

type Triggered = Extract<ProtectionEvent, { kind: 'ProtectionTriggered' }>

/** What the matches of a decision trigger, each limit once (rulebook 11.1, 11.2). */
export function triggeredBy(protections: Protections, executed: readonly Executed[], now: Instant): readonly Triggered[] {
  const events: Triggered[] = []
  const added = new Map<DeskId, Execution[]>()
  for (const one of executed) {
    const { order } = one
    const protection = protections.desks.get(order.desk)
    const own = added.get(order.desk) ?? []
    own.push(asExecution(one, now))
    added.set(order.desk, own)
    for (const limit of limitsOn(order, protection)) {
      const measure = reached(limit, tally(limit, protection?.executions, own, now))
      if (measure === undefined) continue
      const isTold = events.some(({ desk, frozen }) => desk === order.desk && frozen.limit === limit.id && frozen.product === limit.product)
      if (isTold) continue
      events.push({ kind: 'ProtectionTriggered', desk: order.desk, frozen: frozenOf(limit, measure, now) })
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
