/** How much of each of a desk's limits is in use, for its gauges (rulebook 11.1, 11.2). */
import type { ProductCode } from '../catalogue/product.ts'
import type { DeskId, Instant } from '../ids.ts'
import type { Frozen, Measure, ProtectionLimit, Protections } from './protection.ts'
import { measures } from './protection.ts'
import { furthest, marketMakerProtection, tally } from './tally.ts'

export type LimitInUse = {
  readonly limit: ProtectionLimit
  /**
   * Set if the limit was removed or set for something else while it still freezes quotes. Its name, product and label are those at the time it
   * triggered.
   */
  readonly isRemoved: boolean
  readonly frozen?: Frozen
  /**
   * The figures in the window, only for limited measures. Delta and vega are net: the value with the largest absolute size, now or as the window
   * passes.
   */
  readonly used: { readonly [M in Measure]?: number }
  /** The current net delta and vega, if they are limited. */
  readonly net: { readonly delta?: number; readonly vega?: number }
}

/** Market maker protection of these products, the desk's own limits, and removed limits that still freeze quotes. */
export function limitsInUse({ desks }: Protections, desk: DeskId, products: readonly ProductCode[], now: Instant): readonly LimitInUse[] {
  const protection = desks.get(desk)
  const own = [...(protection?.limits.values() ?? [])]
  const frozen = [...(protection?.frozen.values() ?? [])]
  const set = [...products.map(marketMakerProtection), ...own]
  const isOf = (one: Frozen, { id, product, label }: ProtectionLimit) => one.limit === id && one.product === product && one.label === label
  const gone = frozen.filter((one) => !set.some((limit) => isOf(one, limit))).map(limitOfGone)
  return [...set, ...gone].map((limit, place) => {
    const held = frozen.find((one) => isOf(one, limit))
    const { orders, delta, vega, ...sums } = tally(limit, protection?.executions, [], now)
    const counted = { ...sums, orders: orders.length, delta: furthest(delta), vega: furthest(vega) }
    const isLimited = (measure: Measure) => limit.most[measure] !== undefined
    const used = Object.fromEntries(measures.filter(isLimited).map((one) => [one, counted[one]]))
    const net = { ...(isLimited('delta') ? { delta: delta.now } : {}), ...(isLimited('vega') ? { vega: vega.now } : {}) }
    const isRemoved = place >= set.length
    return { limit, isRemoved, used, net, ...(held === undefined ? {} : { frozen: held }) }
  })
}

const limitOfGone = ({ limit: id, product, label }: Frozen): ProtectionLimit => ({
  id,
  product,
  windowMs: 0,
  most: {},
  ...(label === undefined ? {} : { label }),
})
