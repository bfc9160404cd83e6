/** The actor of a change, for the audit log. */
import type { Call } from '@parley/contracts'
import { refuse, type DeskId, type Instant, type Refusal } from '@parley/core'
import type { RouteInput } from '../calls/route.ts'
import type { Change } from './accounts-snapshot.ts'

export type Actor = {
  readonly desk: DeskId
  /** The user, the key, or `operator`. */
  readonly name: string
  readonly now: Instant
  readonly address?: string
  readonly requestId?: string
}

export const actorOf = ({
  caller,
  now,
  address,
  requestId,
}: Pick<RouteInput<Call>, 'caller' | 'now' | 'address' | 'requestId'>): Actor => ({
  desk: caller.desk,
  name: caller.user,
  now,
  address,
  requestId,
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
  detail,
})

/** Refuses a key on a call that is only for users. */
export const noPerson = (): Refusal => refuse('InsufficientPermissions', '', 'This call is not available to API keys. Sign in as a user.')
