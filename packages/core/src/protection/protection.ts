/**
 * The protections of desks in one shard (rulebook 11): market maker protection, the desk's own limits, the dead man's switch, and the stop that an
 * administrator or the operator sets. A desk-wide action is the same command sent to every shard.
 */
import type { ProductCode } from '../catalogue/product.ts'
import type { Price, Quantity } from '../decimal.ts'
import type { Deadline } from '../deadlines.ts'
import type { DeskId, Instant, OrderId, RfqId, UserId } from '../ids.ts'
import type { Refusal } from '../refusal.ts'
import type { ChangeOrigin } from '../change-origin.ts'
import type { RfqKind } from '../rfq-kind.ts'
import type { Canceler } from '../canceler.ts'
import type { Side } from '../structure/structure.ts'

/** The name under which the operator stops and resumes trading. */
export const OPERATOR = 'operator'

/** `orders` counts resting orders that executed, each once; `executions` counts each of their matches. */
export type Measure = 'orders' | 'executions' | 'quantity' | 'notional' | 'delta' | 'vega'

/** In order of precedence. */
export const measures: readonly Measure[] = ['orders', 'executions', 'quantity', 'notional', 'delta', 'vega']

export type ProtectionLimit = {
  /** The desk's own name for it; `MMP` is market maker protection. */
  readonly id: string
  readonly product: ProductCode
  /** Only quotes with this label count, and only they are frozen. */
  readonly label?: string
  readonly windowMs: number
  /** Without it, quotes stay frozen until the desk resets the limit. */
  readonly frozenMs?: number
  /** `quantity` is a scaled integer, `notional` and `vega` are dollars, `delta` is coins. Delta and vega are net. */
  readonly most: { readonly [M in Measure]?: number }
  /** Counts the settings of the desk's limits. If one name is set in two shards, the later setting applies. */
  readonly turn?: number
}

/** The exposure that a buyer takes on with one unit of a structure, by the venue's current figures. Model figures with a sign. */
export type UnitExposure = {
  /** US dollars. */
  readonly notional?: number
  /** Coins of the base currency. */
  readonly delta?: number
  /** US dollars per volatility point. */
  readonly vega?: number
}

/** One match of a quote, resting or arriving. */
export type Execution = {
  readonly at: Instant
  readonly order: string
  readonly products: readonly ProductCode[]
  readonly label?: string
  readonly quantity: Quantity
  readonly notional: number
  /** Signed by the side the desk traded. */
  readonly delta: number
  readonly vega: number
  /** Limits, by name and product, that were reset since then. The execution no longer counts for them. */
  readonly lookedAt?: readonly string[]
  /** Adds to the sums, but not to the number of executions. */
  readonly isSameFill?: true
  /** Set on an arriving quote, which does not count as a resting order that executed. */
  readonly isArriving?: true
  /** Set on an order that market maker protection does not cover, and does not count. */
  readonly isOutsideMmp?: true
}

/** The executions that are still kept. */
export type Executions = {
  /** Oldest first. */
  readonly all: Execution[]
  /** The index of the oldest one still kept; earlier entries are outside every window. */
  first: number
}

export type Frozen = {
  readonly limit: string
  readonly product: ProductCode
  readonly label?: string
  readonly measure: Measure
  readonly at: Instant
  /** If absent, until the desk resets the limit. */
  readonly until?: Instant
}

export type RefusedFill = {
  readonly limit: string
  readonly product: ProductCode
  readonly label?: string
  readonly measure: Measure
  /** As counted by the limit: quantities are scaled integers. */
  readonly used: number
  readonly most: number
  readonly audience: RfqKind
  readonly rfq: RfqId
  readonly rfqNumber?: number
  readonly order: OrderId
  readonly orderNumber?: number
  readonly side: Side
  readonly price: Price
  /** The quantity of the fill that arrived, and how much of it the limit allowed. */
  readonly wanted: Quantity
  readonly allowed: Quantity
}

export type DeskProtection = {
  readonly limits: Map<string, ProtectionLimit>
  readonly executions: Executions
  /** By limit, product and label. */
  readonly frozen: Map<string, Frozen>
}

/** Trading is stopped for a desk, or for one user or key of it. */
export type Stop = { readonly by: string; readonly at: Instant; readonly why?: string }

export type Protections = {
  readonly desks: Map<DeskId, DeskProtection>
  /** By desk, then by user; the empty user is the whole desk. */
  readonly stops: Map<DeskId, Map<UserId | '', Stop>>
  /** By key or session. */
  readonly deadMen: Map<string, { readonly desk: DeskId; readonly at: Instant }>
  /** Ends of freezes and dead man's switches: `reset <desk> <limit> <product> <label>` and `via <via>`. */
  readonly deadlines: Deadline<string>[]
}

type WithOrigin = { readonly asked?: ChangeOrigin }

export type ProtectionCommand =
  | ({
      readonly kind: 'SetLimit'
      readonly desk: DeskId
      readonly limit: ProtectionLimit
      /** The number of the desk's limits in other shards, without one of this name, which this limit replaces. */
      readonly limitsElsewhere?: number
    } & WithOrigin)
  /** With `olderThan`, it removes only a limit set before that turn, and keeps a limit that was set again since. */
  | ({ readonly kind: 'RemoveLimit'; readonly desk: DeskId; readonly id: string; readonly olderThan?: number } & WithOrigin)
  /** Resets everything of the desk, of one product, or of one limit. */
  | { readonly kind: 'ResetProtection'; readonly desk: DeskId; readonly product?: ProductCode; readonly limit?: string }
  | ({
      readonly kind: 'StopTrading'
      /** Named to the desk with the orders that the stop cancels. */
      readonly canceler?: Canceler
      readonly desk: DeskId
      readonly user?: UserId
      readonly by: string
      readonly why?: string
    } & WithOrigin)
  | ({ readonly kind: 'AllowTrading'; readonly desk: DeskId; readonly user?: UserId; readonly by: string } & WithOrigin)
  /** Cancels everything sent by `via` after that time, unless the switch is renewed; undefined switches it off. */
  | { readonly kind: 'SetDeadMan'; readonly desk: DeskId; readonly via: string; readonly inMs?: number }
  /** Sent when one of the shard's own deadlines is due. */
  | { readonly kind: 'ResetDue'; readonly desk: DeskId; readonly key: string }
  | { readonly kind: 'TriggerDeadMan'; readonly via: string }

export type ProtectionEvent =
  | ({ readonly kind: 'LimitSet'; readonly desk: DeskId; readonly limit: ProtectionLimit; readonly at: Instant } & WithOrigin)
  | ({ readonly kind: 'LimitRemoved'; readonly desk: DeskId; readonly id: string; readonly at: Instant } & WithOrigin)
  | {
      readonly kind: 'ProtectionTriggered'
      readonly desk: DeskId
      readonly frozen: Frozen
      /** Set if the limit was not reached but has no room for another block: the quote that it blocked. */
      readonly blocked?: { readonly order: string; readonly unit: UnitExposure }
    }
  /** A limit reduced or prevented a fill of a resting quote, and still has room for another block. Nothing else reports this (rulebook 11.10). */
  | { readonly kind: 'FillRefused'; readonly desk: DeskId; readonly refused: RefusedFill; readonly at: Instant }
  /** One command cancelled orders of other members of the desk. It changes nothing, and is for the audit log (rulebook 8.15). */
  | {
      readonly kind: 'OthersCanceled'
      readonly desk: DeskId
      readonly orders: number
      readonly rfqs: number
      readonly asked: ChangeOrigin
      readonly at: Instant
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

export type ProtectionRefusalCode = 'LimitInvalid' | 'LimitUnknown' | 'TooManyLimits' | 'ProtectionActive' | 'TradingIsStopped'
export type ProtectionDecision = readonly ProtectionEvent[] | Refusal<ProtectionRefusalCode>
