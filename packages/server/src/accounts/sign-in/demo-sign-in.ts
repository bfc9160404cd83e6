/** A demo lets its two newcomers sign in with one click. Other installations list no such users and let none in (decision 0043). */
import { accountCalls as calls } from '@parley/contracts'
import { isRefusal, refuse, type Refusal } from '@parley/core'
import type { Fault } from '../../calls/fault.ts'
import { route, type Route } from '../../calls/route.ts'
import type { RateLimit } from '../../limits/token-bucket.ts'
import type { Book } from '../accounts-snapshot.ts'
import type { DeskRow, UserRow } from '../rows.ts'
import { seatOf, signedInAnswer, type Admit, type Admitted } from './admission.ts'
import type { DeviceOf } from './device.ts'
import type { FailedSignIns } from './failed-sign-ins.ts'
import { factorRequired, tooMany } from './prove-factor.ts'
import { refusedOr } from './routes.ts'
import type { SecondFactors } from './second-factor.ts'
import type { SignInAttempt } from './sign-in.ts'

export type DemoSignInParts = {
  /** The emails of users who can sign in without a password; empty outside a demo. */
  readonly demoPeople: readonly string[]
  readonly book: Book
  readonly factors: SecondFactors
  readonly failed: FailedSignIns
  readonly admit: Admit
  /** These sign-ins share the limit of sign-ins with a password. */
  readonly addresses: RateLimit
  readonly deviceOf: DeviceOf
}

type DemoPerson = { readonly user: UserRow; readonly desk: DeskRow }
type Attempt = Omit<SignInAttempt, 'email' | 'password' | 'given'> & { readonly desk: string }

export function demoSignInRoutes(parts: DemoSignInParts): readonly Route[] {
  return [
    route(calls.listDemoPeople, () => {
      const people = peopleOf(parts)
      return Promise.resolve({ results: people.map(({ desk }) => ({ desk: desk.ticker, desk_name: desk.name, is_maker: desk.isMaker })) })
    }),
    route(calls.signInToDemo, async ({ body, now, requestId, ...from }) => {
      const { desk, app_type: appType, app_version: appVersion } = body
      const answer = await signIn(parts, { desk, device: parts.deviceOf(from), appType, appVersion, now, requestId })
      return 'token' in answer ? signedInAnswer(parts.book.accounts, answer) : refusedOr(answer)
    }),
  ]
}

/** The first listed user of each desk; empty before the demo has created its desks. */
function peopleOf({ demoPeople, book: { accounts } }: DemoSignInParts): readonly DemoPerson[] {
  return demoPeople.flatMap((email) => {
    const user = accounts.usersByEmail.get(email)
    const seat = user === undefined ? undefined : seatOf(accounts, user)
    const desk = seat === undefined || isRefusal(seat) ? undefined : accounts.desks.get(seat.desk)
    return user === undefined || desk === undefined ? [] : [{ user, desk }]
  })
}

/** The same order as a sign-in with a password: rate limit, user, second factor, session. */
async function signIn(parts: DemoSignInParts, { desk, ...attempt }: Attempt): Promise<Admitted | Refusal | Fault> {
  const { device, now, requestId } = attempt
  const found = peopleOf(parts).find((person) => person.desk.ticker === desk)
  const wait = parts.addresses.take(device.network, now)
  if (wait !== undefined) {
    parts.failed.record({ user: found?.user, device, what: 'TooMany', now, requestId })
    return tooMany(wait)
  }
  if (found === undefined) return refuse('SignInRefused', '', 'Only demo users can sign in without a password.')
  const needed = parts.factors.needed(found.user.id)
  // If the user has turned on a factor, it is asked for as in a sign-in with a password.
  if (needed.totp || needed.passkey) return factorRequired(parts.factors, found.user)
  return parts.admit({ user: found.user, by: 'Demo', withFactor: true, ...attempt })
}
