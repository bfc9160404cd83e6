/** What a desk's limits stand at: gauges, for whoever looks (rulebook 11.1, 11.2). */
import type { ProductCode } from '../catalogue/product.ts'
import type { DeskId, Instant } from '../ids.ts'
import type { Frozen, Measure, ProtectionLimit, Protections } from './protection.ts'
import { measures } from './protection.ts'
import { marketMakerProtection, tally, type Net } from './tally.ts'

export type LimitInUse = {
  readonly limit: ProtectionLimit
  /** The limit is gone, or is for something else now, and what it has frozen is not free: its name, product and label as they were then. */
  readonly isRemoved: boolean
  readonly frozen?: Frozen
  /** Of what is limited, what counts in the window now. Delta and vega are net, of either sign: the furthest they stand, now or as the window passes. */
  readonly used: { readonly [M in Measure]?: number }
  /** Of delta and vega, where they are limited: where they stand now. */
  readonly net: { readonly delta?: number; readonly vega?: number }
}

/** Market maker protection of these products, the desk's own limits, and what is still frozen by a limit that is gone. */
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

/** What is used of a net figure is what keeps its quotes back, though the figure of now be smaller (docs/decisions/0290). */
const furthest = ({ highest, lowest }: Net): number => (highest >= -lowest ? highest : lowest)

const limitOfGone = ({ limit: id, product, label }: Frozen): ProtectionLimit => ({
  id,
  product,
  windowMs: 0,
  most: {},
  ...(label === undefined ? {} : { label }),
})
