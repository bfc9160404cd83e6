/** Adds up a desk's executions in a limit's window, and calculates how much more the limit allows its quotes to trade. */
import { quantityToNumber, type Quantity } from '../decimal.ts'
import type { Instant } from '../ids.ts'
import type { ProductCode } from '../catalogue/product.ts'
import { eachSince } from './executions.ts'
import type { GuardedOrder, LimitStand } from './guard.ts'
import { MMP_FROZEN_MS, MMP_ORDERS, MMP_WINDOW_MS } from './limits.ts'
import { measures, type Execution, type Executions, type Frozen, type Measure, type ProtectionLimit } from './protection.ts'

/** Rulebook 11.1. */
export const marketMakerProtection = (product: ProductCode): ProtectionLimit => ({
  id: 'MMP',
  product,
  windowMs: MMP_WINDOW_MS,
  frozenMs: MMP_FROZEN_MS,
  most: { orders: MMP_ORDERS },
})

/** Identifies a limit of a desk in a product, whatever its label. */
export const limitKey = ({ limit, product }: Pick<Frozen, 'limit' | 'product'>): string => `${limit} ${product}`

/** A freeze outlasts a change of the limit's label. The limit may then be frozen for both labels. */
export const frozenKey = ({ limit, product, label }: Pick<Frozen, 'limit' | 'product' | 'label'>): string =>
  label === undefined ? limitKey({ limit, product }) : `${limitKey({ limit, product })} ${label}`

type Coverage = { readonly products: readonly ProductCode[]; readonly label?: string }

export const covers = (limit: Pick<ProtectionLimit, 'product' | 'label'>, { products, label }: Coverage): boolean =>
  products.includes(limit.product) && (limit.label === undefined || limit.label === label)

/** A net figure. Older executions leave the window before newer ones, so its later values are the sums over the newest ones. */
export type Net = {
  readonly now: number
  /** Its highest and lowest value until all executions have left the window, if nothing more trades; it ends at zero. */
  readonly highest: number
  readonly lowest: number
}

/** The figures that count towards a limit. */
export type Tally = {
  /** Each order once. Filled only if their number is limited, which keeps it short. */
  readonly orders: readonly string[]
  readonly executions: number
  readonly quantity: number
  readonly notional: number
  readonly delta: Net
  readonly vega: Net
}

class Netting implements Net {
  now = 0
  highest = 0
  lowest = 0

  addOlder(figure: number): void {
    this.now += figure
    if (this.now > this.highest) this.highest = this.now
    else if (this.now < this.lowest) this.lowest = this.now
  }
}

/** A placeholder for a figure that the limit does not limit, and that is not added up. */
const unlimited: Net = { now: 0, highest: 0, lowest: 0 }

/**
 * Rulebook 11.2: an execution counts until the window has passed, or until the limit has triggered and was reset. `newest` are added to the earlier
 * ones.
 */
export function tally(limit: ProtectionLimit, before: Executions | undefined, newest: readonly Execution[], now: Instant): Tally {
  const orders: string[] = []
  const areOrdersLimited = limit.most.orders !== undefined
  const delta = limit.most.delta === undefined ? undefined : new Netting()
  const vega = limit.most.vega === undefined ? undefined : new Netting()
  let [executions, quantity, notional] = [0, 0, 0]
  const count = (execution: Execution) => {
    if (!covers(limit, execution) || hasLookedAt(limit, execution)) return
    if (areOrdersLimited && !execution.isArriving && !orders.includes(execution.order)) orders.push(execution.order)
    if (!execution.isSameFill) executions++
    quantity += execution.quantity
    notional += execution.notional
    delta?.addOlder(execution.delta)
    vega?.addOlder(execution.vega)
  }
  for (let at = newest.length - 1; at >= 0; at--) count(newest[at]!)
  if (before !== undefined) eachSince(before, (now - limit.windowMs) as Instant, count)
  return { orders, executions, quantity, notional, delta: delta ?? unlimited, vega: vega ?? unlimited }
}

const hasLookedAt = (limit: ProtectionLimit, { lookedAt }: Execution): boolean =>
  lookedAt?.includes(limitKey({ limit: limit.id, product: limit.product })) === true

/** The first measure that has reached its maximum. */
export function reached({ most }: ProtectionLimit, { orders, executions, quantity, notional, delta, vega }: Tally): Measure | undefined {
  if (most.orders !== undefined && orders.length >= most.orders) return 'orders'
  if (most.executions !== undefined && executions >= most.executions) return 'executions'
  if (most.quantity !== undefined && quantity >= most.quantity) return 'quantity'
  if (most.notional !== undefined && notional >= most.notional) return 'notional'
  if (most.delta !== undefined && Math.abs(delta.now) >= most.delta) return 'delta'
  if (most.vega !== undefined && Math.abs(vega.now) >= most.vega) return 'vega'
  return undefined
}

const sideSign = ({ side }: Pick<GuardedOrder, 'side'>): 1 | -1 => (side === 'BUY' ? 1 : -1)

/** Rulebook 22.11: a maker that quotes a list expects all of it to trade at once. */
const countedAs = ({ order, list }: GuardedOrder): string => list ?? order

/** The execution that a match of this quantity would be. */
export function executionOf(order: GuardedOrder, quantity: Quantity, at: Instant): Execution {
  const { unit, products, label, isArriving } = order
  const sign = sideSign(order)
  const units = quantityToNumber(quantity)
  return {
    at,
    order: countedAs(order),
    products,
    quantity,
    notional: Math.abs(unit.notional ?? 0) * units,
    delta: sign * (unit.delta ?? 0) * units,
    vega: sign * (unit.vega ?? 0) * units,
    ...(label === undefined ? {} : { label }),
    ...(isArriving ? { isArriving } : {}),
  }
}

/** How much the limit allows the order to trade, in units; Infinity if it does not apply. */
export function roomFor(order: GuardedOrder, { most }: Pick<ProtectionLimit, 'most'>, used: Tally): number {
  const { unit } = order
  const sign = sideSign(order)
  const isNew = !used.orders.includes(countedAs(order))
  const areOrdersLimited = most.orders !== undefined && !order.isArriving
  if (areOrdersLimited && (isNew ? used.orders.length >= most.orders : used.orders.length > most.orders)) return 0
  if (most.executions !== undefined && used.executions >= most.executions) return 0
  return Math.min(
    most.quantity === undefined ? Infinity : quantityToNumber((most.quantity - used.quantity) as Quantity),
    most.notional === undefined ? Infinity : within(most.notional - used.notional, known(unit.notional)),
    most.delta === undefined ? Infinity : towards(most.delta, used.delta, sign * known(unit.delta)),
    most.vega === undefined ? Infinity : towards(most.vega, used.vega, sign * known(unit.vega)),
  )
}

/** An unmeasured figure counts as more than any limit allows (docs/decisions/0290). */
const known = (figure: number | undefined): number => figure ?? Infinity

const within = (left: number, each: number): number => (each === 0 ? Infinity : Math.max(0, left / Math.abs(each)))

/** A net figure has a maximum in both directions, now and after opposite executions have left the window (docs/decisions/0290). */
const towards = (most: number, { highest, lowest }: Net, each: number): number => within(each > 0 ? most - highest : most + lowest, each)

/** The measure of the limit that leaves the order the least room, that room in units, and how much is used. */
export function leastRoom(
  order: GuardedOrder,
  limit: ProtectionLimit,
  used: Tally,
): { readonly room: number; readonly stand: LimitStand } | undefined {
  const counted = { ...used, orders: used.orders.length, delta: furthest(used.delta), vega: furthest(used.vega) }
  let least: { readonly room: number; readonly stand: LimitStand } | undefined
  for (const measure of measures) {
    const most = limit.most[measure]
    if (most === undefined) continue
    const room = roomFor(order, { most: { [measure]: most } }, used)
    if (room < (least?.room ?? Infinity)) least = { room, stand: { limit, measure, used: counted[measure], most } }
  }
  return least
}

/** The use of a net figure is the value that blocks quotes, even if it is smaller at present (docs/decisions/0290). */
export const furthest = ({ highest, lowest }: Net): number => (highest >= -lowest ? highest : lowest)

/**
 * The same for each measure separately, with the current figures. A net figure that would exceed its maximum only later, as the window passes, blocks
 * quotes but triggers nothing (docs/decisions/0290).
 */
export function roomsNow(order: GuardedOrder, { most }: ProtectionLimit, used: Tally): readonly (readonly [Measure, number])[] {
  const now = ({ now: figure }: Net): Net => ({ now: figure, highest: figure, lowest: figure })
  const asOfNow = { ...used, delta: now(used.delta), vega: now(used.vega) }
  return measures
    .filter((measure) => most[measure] !== undefined && isMeasured(measure, order))
    .map((measure) => [measure, roomFor(order, { most: { [measure]: most[measure]! } }, asOfNow)])
}

const isMeasured = (measure: Measure, { unit }: GuardedOrder): boolean =>
  (measure !== 'notional' && measure !== 'delta' && measure !== 'vega') || unit[measure] !== undefined
