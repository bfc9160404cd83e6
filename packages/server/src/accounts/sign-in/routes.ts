/** The calls that start, keep and end a session. */
import { accountCalls as calls } from '@parley/contracts'
import { cleanEmailAddress, isEmailAddress, refuse, type Refusal } from '@parley/core'
import { isFault } from '../../calls/fault.ts'
import { Answered, Faulted, route, type Route } from '../../calls/route.ts'
import type { Book } from '../accounts-snapshot.ts'
import { signedInAnswer } from './admission.ts'
import type { DeviceOf } from './device.ts'
import type { SessionList } from './session-list.ts'
import type { Sessions } from './sessions.ts'
import type { SignIn } from './sign-in.ts'
import type { SocketTickets } from './socket-tickets.ts'

export type SessionRouteParts = {
  readonly book: Book
  readonly sessions: Sessions
  readonly list: SessionList
  readonly signIn: SignIn
  readonly deviceOf: DeviceOf
  readonly tickets: SocketTickets
}

export function sessionRoutes({ book, sessions, list, signIn, deviceOf, tickets }: SessionRouteParts): readonly Route[] {
  return [
    route(calls.login, async ({ body, now, requestId, ...from }) => {
      const { email, password, totp_token, passkey, app_type: appType, app_version: appVersion } = body
      const malformed = refuseEmail(email)
      if (malformed !== undefined) return malformed
      const given = { totp_token, passkey }
      const device = deviceOf(from)
      const answer = await signIn({ email, password, given, device, appType, appVersion, now, requestId })
      return 'token' in answer ? signedInAnswer(book.accounts, answer) : refusedOr(answer)
    }),
    route(calls.logout, async (input) => {
      if (input.caller.kind === 'session') await list.signOut(input)
      return {}
    }),
    route(calls.refreshToken, async ({ caller, now }) => {
      const token = caller.kind === 'session' ? await sessions.refresh(caller.via, now) : undefined
      if (token === undefined) return refuse('InsufficientPermissions', '', 'Only a session token can be refreshed.')
      return new Answered(200, { token }, { 'refreshed-token': token })
    }),
    route(calls.createSocketTicket, ({ caller, now }) => Promise.resolve(tickets.issue(caller, now))),
    route(calls.listSessions, ({ caller }) => Promise.resolve(list.of(caller))),
    route(calls.endSession, (input) => list.end(input, input.params.id)),
    route(calls.endAllSessions, (input) => list.endAll(input)),
  ]
}

/** Malformed input is a typing error and reveals nothing about who has an account. */
export const refuseEmail = (typed: string): Refusal | undefined =>
  isEmailAddress(cleanEmailAddress(typed)) ? undefined : refuse('InvalidParams', '', 'Enter a valid email address.', 'email')

/** The answer of a route. A fault is sent with its own status and headers. */
export function refusedOr<T extends object>(answer: T): Exclude<T, { readonly fault: unknown }> {
  if (isFault(answer)) throw new Faulted(answer)
  return answer as Exclude<T, { readonly fault: unknown }>
}
