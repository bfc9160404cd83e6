/**
 * What protects a desk (rulebook 11): market maker protection, limits of its own, the dead man's switch, and the stop that an administrator
 * or the operator pulls. One shard's; a desk-wide action is the same command sent to every shard.
 */
import type { ProductCode } from '../catalogue/product.ts'
import type { Quantity } from '../decimal.ts'
import type { Deadline } from '../deadlines.ts'
import type { DeskId, Instant, UserId } from '../ids.ts'
import type { Refusal } from '../refusal.ts'
import type { Executions } from './executions.ts'
import type { UnitExposure } from './guard.ts'

/** `orders` counts resting orders that executed, each once; `executions` every match of them. */
export type Measure = 'orders' | 'executions' | 'quantity' | 'notional' | 'delta' | 'vega'

/** In the order in which they are looked at. */
export const measures: readonly Measure[] = ['orders', 'executions', 'quantity', 'notional', 'delta', 'vega']

export type ProtectionLimit = {
  /** The desk's own name for it; `MMP` is market maker protection. */
  readonly id: string
  readonly product: ProductCode
  /** Only quotes that carry it count, and only they are frozen. */
  readonly label?: string
  readonly windowMs: number
  /** Undefined: until the desk resets it. */
  readonly frozenMs?: number
  /** The quantity in its scale; dollars, coins of delta and dollars of vega for the others. Delta and vega are net. */
  readonly most: { readonly [M in Measure]?: number }
  /** Which of its desk's wishes it is: of one name in two markets the later counts. What was set before these were counted has none. */
  readonly turn?: number
}

/** One match of a quote, which rested or has just come. */
export type Execution = {
  readonly at: Instant
  readonly order: string
  readonly products: readonly ProductCode[]
  readonly label?: string
  readonly quantity: Quantity
  readonly notional: number
  /** Of what the desk bought or sold, so of either sign. */
  readonly delta: number
  readonly vega: number
  /** By limit and product: what has triggered since and was reset; it counts there no more. */
  readonly lookedAt?: readonly string[]
  /** It adds to the sums and not to the number of executions. */
  readonly isSameFill?: true
  /** The quote came to what rested: among the resting orders that executed it is none. */
  readonly isArriving?: true
}

export type Frozen = {
  readonly limit: string
  readonly product: ProductCode
  readonly label?: string
  readonly measure: Measure
  readonly at: Instant
  /** Undefined: until the desk resets it. */
  readonly until?: Instant
}

export type DeskProtection = {
  readonly limits: Map<string, ProtectionLimit>
  readonly executions: Executions
  /** By limit, product and label. */
  readonly frozen: Map<string, Frozen>
}

/** Trading is stopped for a desk, or for one person or key of it. */
export type Stop = { readonly by: string; readonly at: Instant; readonly why?: string }

export type Protections = {
  readonly desks: Map<DeskId, DeskProtection>
  /** By desk, then by user; the empty user is the whole desk. */
  readonly stops: Map<DeskId, Map<UserId | '', Stop>>
  /** By key or session. */
  readonly deadMen: Map<string, { readonly desk: DeskId; readonly at: Instant }>
  /** Of resets and of dead men: `desk limit product label` and `via`. */
  readonly deadlines: Deadline<string>[]
}

/**
 * Who asked for a change and from where: it goes through with the event, so that what is kept of it elsewhere is kept exactly where the change
 * is. No rule looks at it.
 */
export type ChangeOrigin = {
  /** One for all the markets that a wish is sent to. */
  readonly id: string
  /** The user or the key. */
  readonly actor: string
  readonly object: string
  readonly address?: string
  readonly requestId?: string
  readonly detail?: Readonly<Record<string, string | number | boolean>>
}
type WithOrigin = { readonly asked?: ChangeOrigin }

export type ProtectionCommand =
  | ({
      readonly kind: 'SetLimit'
      readonly desk: DeskId
      readonly limit: ProtectionLimit
      /** Limits the desk has in the other markets, without one of this name, which this one takes the place of. */
      readonly limitsElsewhere?: number
    } & WithOrigin)
  /** Where a turn is given, only what was set before it: a name that came back since stays. */
  | ({ readonly kind: 'RemoveLimit'; readonly desk: DeskId; readonly id: string; readonly olderThan?: number } & WithOrigin)
  /** Resets everything of the desk, or of one product, or by one limit. */
  | { readonly kind: 'ResetProtection'; readonly desk: DeskId; readonly product?: ProductCode; readonly limit?: string }
  | ({
      readonly kind: 'StopTrading'
      readonly desk: DeskId
      readonly user?: UserId
      readonly by: string
      readonly why?: string
    } & WithOrigin)
  | ({ readonly kind: 'AllowTrading'; readonly desk: DeskId; readonly user?: UserId; readonly by: string } & WithOrigin)
  /** Everything that came through `via` is cancelled at that time, unless it is set anew; undefined ends it. */
  | { readonly kind: 'SetDeadMan'; readonly desk: DeskId; readonly via: string; readonly inMs?: number }
  /** From the shard's own deadlines. */
  | { readonly kind: 'ResetDue'; readonly desk: DeskId; readonly key: string }
  | { readonly kind: 'TriggerDeadMan'; readonly via: string }

export type ProtectionEvent =
  | ({ readonly kind: 'LimitSet'; readonly desk: DeskId; readonly limit: ProtectionLimit; readonly at: Instant } & WithOrigin)
  | ({ readonly kind: 'LimitRemoved'; readonly desk: DeskId; readonly id: string; readonly at: Instant } & WithOrigin)
  | {
      readonly kind: 'ProtectionTriggered'
      readonly desk: DeskId
      readonly frozen: Frozen
      /** Where the limit is not reached: the quote that it kept from trading, for which it leaves no further block. */
      readonly blocked?: { readonly order: string; readonly unit: UnitExposure }
    }
  | { readonly kind: 'ProtectionReset'; readonly desk: DeskId; readonly frozen: Frozen; readonly at: Instant }
  | ({ readonly kind: 'TradingStopped'; readonly desk: DeskId; readonly user?: UserId; readonly stop: Stop } & WithOrigin)
  | ({
      readonly kind: 'TradingAllowed'
      readonly desk: DeskId
      readonly user?: UserId
      readonly by: string
      readonly at: Instant
    } & WithOrigin)
  | { readonly kind: 'DeadManSet'; readonly desk: DeskId; readonly via: string; readonly triggersAt: Instant }
  | { readonly kind: 'DeadManCleared'; readonly desk: DeskId; readonly via: string; readonly isTriggered: boolean; readonly at: Instant }

export type ProtectionRefusal = 'LimitInvalid' | 'LimitUnknown' | 'TooManyLimits' | 'ProtectionActive' | 'TradingIsStopped'
export type ProtectionDecision = readonly ProtectionEvent[] | Refusal<ProtectionRefusal>
