/** A route: a call of contracts and the function that answers it. It does no parsing and contains no rules. */
import type { IncomingHttpHeaders } from 'node:http'
import type { AnswerOf, Call, Who } from '@parley/contracts'
import type { DeskId, DeskRole, Instant, Refusal, UserId, VenueCode } from '@parley/core'
import type { z } from 'zod'
import type { Idempotency } from '../engine/engine.ts'
import type { Fault } from './fault.ts'

/** The authenticated caller. */
export type Caller = {
  readonly kind: 'key' | 'session'
  readonly desk: DeskId
  readonly user: UserId
  /** The name of the user or key, as their desk knows it. */
  readonly name?: string | undefined
  /** The id of the API key or session, which defines what cancel-on-disconnect covers. */
  readonly via: string
  readonly role: DeskRole
  /** When the user last proved their identity; undefined for keys. */
  readonly proved: { readonly at: number; readonly withFactor: boolean } | undefined
  /** The request in which it calls, for the audit log. */
  readonly from?: { readonly address: string; readonly requestId: string } | undefined
  /** Signed in from a restricted address, so only a few RFQs may be sent. */
  readonly isRestricted: boolean
  /**
   * Set if the order needs no approval of a second person (rulebook 11.14): it was approved, it is a line of orders that are judged together, or it
   * only makes an earlier order smaller.
   */
  readonly approval?: 'GIVEN' | 'JUDGED_TOGETHER' | 'ONLY_SMALLER' | undefined
  /** The person who approved it, whose own limit applies too (rulebook 11.16). */
  readonly approvedBy?: UserId | undefined
  /** Venues outside the unified markets that are offered to the desk; none if absent (rulebook 3.23). */
  readonly alsoOffered?: readonly VenueCode[]
}

type OutputOf<T> = T extends z.ZodType ? z.output<T> : undefined

export type RouteInput<C extends Call> = {
  readonly params: OutputOf<NonNullable<C['params']>>
  readonly query: OutputOf<NonNullable<C['query']>>
  readonly body: OutputOf<NonNullable<C['body']>>
  /** Undefined only if the call is open to anyone. */
  readonly caller: Caller
  /** The callers of the call. A change checks it again inside its transaction. */
  readonly who: Who
  readonly now: Instant
  readonly requestId: string
  /** The caller's network address, for the audit trail. */
  readonly address: string
  readonly headers: IncomingHttpHeaders
  /** The caller's country (two letters), as reported by the operator's own proxy; otherwise undefined. */
  readonly region: string | undefined
  /** Aborted if the caller has closed the connection before the answer. */
  readonly gone?: (() => AbortSignal) | undefined
  /** Present if the caller sent an Idempotency-Key. */
  readonly idempotency?: Idempotency
}

/** Whether the platform currently accepts a call; the fault if it does not. */
export type Gate = (call: Call) => Fault | undefined

/** The status if some of several shards have decided and others were not reached. */
export const DONE_IN_PART = 207

/** Thrown if a route itself, and not a rule of the market, has to reject the caller. */
export class Faulted extends Error {
  readonly fault: Fault
  constructor(fault: Fault) {
    super(fault.message)
    this.fault = fault
  }
}

/** A response with a different status or headers than the call's own. */
export class Answered<T> {
  readonly status: number
  readonly body: T
  readonly headers: Readonly<Record<string, string>>
  constructor(status: number, body: T, headers: Readonly<Record<string, string>> = {}) {
    this.status = status
    this.body = body
    this.headers = headers
  }
}

export type Handler<C extends Call> = (input: RouteInput<C>) => Promise<AnswerOf<C> | Answered<AnswerOf<C>> | Refusal>
export type Route = { readonly call: Call; readonly handle: Handler<Call> }

export const route = <C extends Call>(call: C, handle: Handler<C>): Route => ({ call, handle: handle as unknown as Handler<Call> })
