/** What a desk's resting orders have traded in a window, and how much more a limit lets them trade. */
import type { Quantity } from '../decimal.ts'
import type { Instant } from '../ids.ts'
import type { ProductCode } from '../catalogue/product.ts'
import type { GuardedOrder } from './guard.ts'
import { MMP_FROZEN_MS, MMP_ORDERS, MMP_WINDOW_MS } from './limits.ts'
import type { Execution, Frozen, Measure, ProtectionLimit } from './protection.ts'

/** Rulebook 11.1. */
export const marketMakerProtection = (product: ProductCode): ProtectionLimit => ({
  id: 'MMP',
  product,
  windowMs: MMP_WINDOW_MS,
  frozenMs: MMP_FROZEN_MS,
  most: { orders: MMP_ORDERS },
})

/** Names a limit of a desk in a product. */
export const frozenKey = ({ limit, product }: Pick<Frozen, 'limit' | 'product'>): string => `${limit} ${product}`

type Covered = { readonly products: readonly ProductCode[]; readonly label?: string }

export const covers = (limit: Pick<ProtectionLimit, 'product' | 'label'>, { products, label }: Covered): boolean =>
  products.includes(limit.product) && (limit.label === undefined || limit.label === label)

export type Tally = { readonly [M in Exclude<Measure, 'orders'>]: number } & { readonly orders: ReadonlySet<string> }

/** Rulebook 11.2: an execution counts until the window has passed since it, or the limit has fired and was reset. */
export function tally(limit: ProtectionLimit, executions: readonly Execution[], now: Instant): Tally {
  const orders = new Set<string>()
  const key = frozenKey({ limit: limit.id, product: limit.product })
  let [count, quantity, notional, delta, vega] = [0, 0, 0, 0, 0]
  for (let at = executions.length - 1; at >= 0; at--) {
    const execution = executions[at]!
    if (execution.at <= now - limit.windowMs) break
    if (!covers(limit, execution) || execution.lookedAt?.includes(key) === true) continue
    orders.add(execution.order)
    if (!execution.isSameFill) count++
    quantity += execution.quantity
    notional += execution.notional
    delta += execution.delta
    vega += execution.vega
  }
  return { orders, executions: count, quantity, notional, delta, vega }
}

/** The first measure that has reached its most. */
export function reached({ most }: ProtectionLimit, used: Tally): Measure | undefined {
  if (most.orders !== undefined && used.orders.size >= most.orders) return 'orders'
  const plain: readonly Exclude<Measure, 'orders'>[] = ['executions', 'quantity', 'notional', 'delta', 'vega']
  return plain.find((measure) => most[measure] !== undefined && Math.abs(used[measure]) >= most[measure])
}

const sideSign = ({ side }: Pick<GuardedOrder, 'side'>): 1 | -1 => (side === 'BUY' ? 1 : -1)

/** What a match of this quantity would add. */
export function executionOf(order: GuardedOrder, quantity: Quantity, units: number, at: Instant): Execution {
  const { unit, products, label } = order
  const sign = sideSign(order)
  return {
    at,
    order: order.order,
    products,
    quantity,
    notional: Math.abs(unit.notional ?? 0) * units,
    delta: sign * (unit.delta ?? 0) * units,
    vega: sign * (unit.vega ?? 0) * units,
    ...(label === undefined ? {} : { label }),
  }
}

/** How many units the limit lets the order trade now; Infinity where it does not mind. */
export function roomFor(order: GuardedOrder, { most }: ProtectionLimit, used: Tally, unitsOf: (quantity: number) => number): number {
  const { unit } = order
  const sign = sideSign(order)
  const isNew = !used.orders.has(order.order)
  if (most.orders !== undefined && (isNew ? used.orders.size >= most.orders : used.orders.size > most.orders)) return 0
  if (most.executions !== undefined && used.executions >= most.executions) return 0
  return Math.min(
    most.quantity === undefined ? Infinity : unitsOf(most.quantity - used.quantity),
    most.notional === undefined ? Infinity : within(most.notional - used.notional, Math.abs(unit.notional ?? 0)),
    most.delta === undefined ? Infinity : towards(most.delta, used.delta, sign * (unit.delta ?? 0)),
    most.vega === undefined ? Infinity : towards(most.vega, used.vega, sign * (unit.vega ?? 0)),
  )
}

const within = (left: number, each: number): number => (each === 0 ? Infinity : Math.max(0, left / each))

/** A net figure may go to its most on either side; what brings it back is always welcome, as far as the other side's most. */
const towards = (most: number, used: number, each: number): number => within(each > 0 ? most - used : most + used, Math.abs(each))
