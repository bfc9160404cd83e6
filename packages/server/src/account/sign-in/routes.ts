/** The calls that begin, keep and end a session. */
import { accountCalls as calls } from '@parley/contracts'
import { isRefusal, refuse } from '@parley/core'
import { fault } from '../../http/fault.ts'
import { Answered, Faulted, route, type Route } from '../../http/route.ts'
import type { Book } from '../book.ts'
import { userToWire } from '../wire.ts'
import type { Sessions } from './sessions.ts'
import type { createSignIn } from './sign-in.ts'

export type SignInParts = { readonly book: Book; readonly sessions: Sessions; readonly signIn: ReturnType<typeof createSignIn> }

export function sessionRoutes({ book, sessions, signIn }: SignInParts): readonly Route[] {
  return [
    route(calls.login, async ({ body, address, now }) => {
      const answer = await signIn({ email: body.email, password: body.password, appVersion: body.app_version ?? undefined, address, now })
      if ('retryAfterMs' in answer) throw new Faulted(fault('RateLimited', 'Too many attempts to sign in.', answer))
      if (isRefusal(answer)) return answer
      return { token: answer.token, user: userToWire(book.accounts, answer.user, { ...answer, isRestricted: false }) }
    }),
    route(calls.logout, async ({ caller }) => {
      if (caller.kind === 'session') await sessions.end(caller.via)
      return {}
    }),
    route(calls.refreshToken, async ({ caller, now }) => {
      const token = caller.kind === 'session' ? await sessions.refresh(caller.via, now) : undefined
      if (token === undefined) return refuse('InsufficientPermissions', '', 'Only a session has a token to refresh.')
      return new Answered(200, { token }, { 'refreshed-token': token })
    }),
  ]
}
