/** A request of a person that waits until a second person of the desk approves it (rulebook 11.15). */
import type { DeskRole } from '../roles.ts'
import type { Instant, UserId } from '../../ids.ts'

export type HeldRequest = {
  readonly sender: UserId
  readonly expiresAt: Instant
} & (
  | { readonly state: 'HELD' }
  | { readonly state: 'APPROVED' | 'DECLINED'; readonly by: UserId; readonly at: Instant }
  | { readonly state: 'WITHDRAWN' | 'CANCELLED' | 'EXPIRED'; readonly at: Instant }
)

/** A person or an API key of the desk. Members of other desks never reach the request. */
export type HeldRequestActor = { readonly id: UserId; readonly kind: 'PERSON' | 'KEY'; readonly role: DeskRole }

export type HeldRequestCommand =
  | { readonly kind: 'Approve'; readonly actor: HeldRequestActor }
  | { readonly kind: 'Decline'; readonly actor: HeldRequestActor }
  | { readonly kind: 'Withdraw'; readonly actor: HeldRequestActor }
  /** By a stop of trading, or by a cancellation of everything that covers its sender. */
  | { readonly kind: 'Cancel' }
  | { readonly kind: 'Expire' }

export type HeldRequestEvent =
  | { readonly kind: 'HeldRequestApproved'; readonly by: UserId; readonly at: Instant }
  | { readonly kind: 'HeldRequestDeclined'; readonly by: UserId; readonly at: Instant }
  | { readonly kind: 'HeldRequestWithdrawn'; readonly at: Instant }
  | { readonly kind: 'HeldRequestCancelled'; readonly at: Instant }
  | { readonly kind: 'HeldRequestExpired'; readonly at: Instant }

export type HeldRequestRefusal = 'HeldRequestEnded' | 'OwnHeldRequest' | 'NotTheSender' | 'InsufficientPermissions'

/** A request waits this long, unless its own deadline is earlier. */
export const HELD_FOR_MS = 60_000
/** The number of requests of one desk that can wait at the same time. */
export const MOST_HELD_REQUESTS = 20

/** The earlier of the two: the end of the wait, and the latest time at which the order may be decided (rulebook 5.25). */
export const heldUntil = (now: Instant, notAfter: number | undefined): Instant =>
  Math.min(now + HELD_FOR_MS, notAfter ?? Infinity) as Instant
