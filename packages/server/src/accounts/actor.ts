/** The actor of a change, for the audit log. */
import type { Call } from '@parley/contracts'
import { refuse, type DeskId, type Instant, type Refusal, type Right } from '@parley/core'
import type { RouteInput } from '../calls/route.ts'
import { rightFor, type Change } from './still-may.ts'

export type Actor = {
  readonly desk: DeskId
  /** The user, the key, or `operator`. */
  readonly name: string
  readonly now: Instant
  readonly address?: string
  readonly requestId?: string
  /** The right that the call requires, which is checked again inside the transaction. Undefined for the operator and the server itself. */
  readonly needs?: Right | undefined
}

export const actorOf = ({
  caller,
  now,
  address,
  requestId,
  who,
}: Pick<RouteInput<Call>, 'caller' | 'now' | 'address' | 'requestId' | 'who'>): Actor => ({
  desk: caller.desk,
  name: caller.user,
  now,
  address,
  requestId,
  needs: rightFor(who),
})

export type About = (actor: Actor, action: string, object: string, detail?: Change['detail']) => Change

/** Builds the audit log entry of a change. */
export const about: About = (actor, action, object, detail = {}) => ({
  at: actor.now,
  desk: actor.desk,
  actor: actor.name,
  action,
  object,
  address: actor.address,
  requestId: actor.requestId,
  needs: actor.needs,
  detail,
})

/** Refuses a key on a call that is only for users. */
export const noPerson = (): Refusal => refuse('InsufficientPermissions', '', 'This call is not available to API keys. Sign in as a user.')
