/** How protections look to whoever matches (rulebook 11.3). */
import type { ProductCode } from '../catalogue/product.ts'
import type { Quantity } from '../decimal.ts'
import type { DeskId } from '../ids.ts'
import type { Side } from '../structure/structure.ts'

/** What one unit of a structure is worth to its buyer, as the venue's figures of the moment say; model figures, of either sign. */
export type UnitExposure = {
  /** US dollars. */
  readonly notional?: number
  /** Coins of the base currency. */
  readonly delta?: number
  /** US dollars for a volatility point. */
  readonly vega?: number
}

/** A quote that is about to trade: one that rests, or one that has just come and crosses. */
export type GuardedOrder = {
  /** Its id, whatever the flow. */
  readonly order: string
  readonly desk: DeskId
  readonly side: Side
  readonly label?: string
  /** Of the legs that are not hedges. */
  readonly products: readonly ProductCode[]
  readonly unit: UnitExposure
  readonly quantityIncrement: Quantity
  readonly minimumBlock: Quantity
  /** It has come to what rests: its desk's own limits guard it, market maker protection does not (docs/decisions/0355). */
  readonly isArriving?: true
}

/** Lives for one decision: what it has allowed counts as traded when it is asked again. */
export type Guard = {
  /**
   * How much of `wanted` may trade: a whole multiple of the increment and at least the minimum block, or zero. Either of the two that meet may
   * be nobody's quote, and then only the other is asked for.
   */
  allowed(resting: GuardedOrder | undefined, wanted: Quantity, arriving?: GuardedOrder): Quantity
  /** By id, what it has kept from trading as much as it might have. */
  readonly blocked: ReadonlyMap<string, GuardedOrder>
}

const nothing: ReadonlyMap<string, GuardedOrder> = new Map()

/** Where no protections are set. */
export const noGuard: Guard = { allowed: (_resting, wanted) => wanted, blocked: nothing }
