/** A route: a call of contracts and the function that answers it. It parses nothing and holds no rule. */
import type { IncomingHttpHeaders } from 'node:http'
import type { AnswerOf, Call } from '@parley/contracts'
import type { DeskId, DeskRole, Instant, Refusal, UserId, VenueCode } from '@parley/core'
import type { z } from 'zod'
import type { Idempotency } from '../engine/engine.ts'
import type { Fault } from './fault.ts'

/** The caller, as authentication has proved it. */
export type Caller = {
  readonly kind: 'key' | 'session'
  readonly desk: DeskId
  readonly user: UserId
  /** The person's or the key's, as their desk knows it. */
  readonly name?: string | undefined
  /** The API key's or the session's id: what cancel on disconnect covers. */
  readonly via: string
  readonly role: DeskRole
  /** When the person last proved who they are; undefined for keys. */
  readonly proved: { readonly at: number; readonly withFactor: boolean } | undefined
  /** The request it speaks in, for the audit log. */
  readonly from?: { readonly address: string; readonly requestId: string } | undefined
  /** Signed in from a restricted address: few RFQs may be asked for. */
  readonly isRestricted: boolean
  /** Venues that the desk is offered beside the unified markets; absent are none (rulebook 3.23). */
  readonly alsoOffered?: readonly VenueCode[]
}

type OutputOf<T> = T extends z.ZodType ? z.output<T> : undefined

export type RouteInput<C extends Call> = {
  readonly params: OutputOf<NonNullable<C['params']>>
  readonly query: OutputOf<NonNullable<C['query']>>
  readonly body: OutputOf<NonNullable<C['body']>>
  /** Undefined only where the call is for anyone. */
  readonly caller: Caller
  readonly now: Instant
  readonly requestId: string
  /** The caller's network address, for the audit trail. */
  readonly address: string
  readonly headers: IncomingHttpHeaders
  /** The caller's country (two letters), as the operator's own proxy reports it; otherwise undefined. */
  readonly region: string | undefined
  /** Present where the caller sent an Idempotency-Key. */
  readonly idempotency?: Idempotency
}

/** Whether the platform takes a call now; the fault where it does not. */
export type Gate = (call: Call) => Fault | undefined

/** The status where some of several shards have decided and others were not reached. */
export const DONE_IN_PART = 207

/** Thrown where a route's own machinery, not a rule of the market, has to turn the caller away. */
export class Faulted extends Error {
  readonly fault: Fault
  constructor(fault: Fault) {
    super(fault.message)
    this.fault = fault
  }
}

/** An answer with another status or headers than the call's own. */
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
