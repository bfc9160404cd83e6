/** Protections as seen by the matcher (rulebook 11.3). */
import type { ProductCode } from '../catalogue/product.ts'
import type { Quantity } from '../decimal.ts'
import type { DeskId } from '../ids.ts'
import type { Side } from '../structure/structure.ts'
import type { Measure, ProtectionLimit, UnitExposure } from './protection.ts'

/** A quote that is about to trade: a resting one, or an arriving one that crosses. */
export type GuardedOrder = {
  /** The order's id. */
  readonly order: string
  readonly desk: DeskId
  readonly side: Side
  readonly label?: string
  /** The products of all legs except hedges. */
  readonly products: readonly ProductCode[]
  readonly unit: UnitExposure
  readonly quantityIncrement: Quantity
  readonly minimumBlock: Quantity
  /** Set on an arriving quote, which is covered by its desk's own limits and not by market maker protection (docs/decisions/0290). */
  readonly isArriving?: true
  /** The list of its RFQ: all quotes of one list count as one order (rulebook 22.11). */
  readonly list?: string
  /** Set on an order that market maker protection does not cover (rulebook 17.10). */
  readonly isOutsideMmp?: true
}

/** A fill of a resting quote that a limit of its desk reduced or prevented. */
export type ShortenedFill = {
  readonly order: GuardedOrder
  readonly wanted: Quantity
  readonly allowed: Quantity
  /** The limit with the least room, as it was when it was checked; undefined if the quote was already frozen. */
  readonly by: LimitStand | undefined
}

export type LimitStand = { readonly limit: ProtectionLimit; readonly measure: Measure; readonly used: number; readonly most: number }

/** A guard is used for one decision, and counts everything it has allowed as traded when it is called again. */
export type Guard = {
  /**
   * How much of `wanted` can trade: a whole multiple of the increment and at least the minimum block, or zero. An order is undefined if protections
   * do not cover it.
   */
  allowed(resting: GuardedOrder | undefined, wanted: Quantity, arriving?: GuardedOrder): Quantity
  /** Begins a part of the decision that may be given up. Returns a function that forgets what the part was allowed, and keeps what it has prevented. */
  attempt(): () => void
  /** Orders that it has prevented from trading in full, by id. */
  readonly blocked: ReadonlyMap<string, GuardedOrder>
  /** The reduced or prevented fills of resting orders among them, by the order's id. */
  readonly shortened: ReadonlyMap<string, ShortenedFill>
}

const nothing: ReadonlyMap<string, never> = new Map<string, never>()

/** Allows everything. */
export const noGuard: Guard = {
  allowed: (_resting, wanted) => wanted,
  attempt: () => () => undefined,
  blocked: nothing,
  shortened: nothing,
}
