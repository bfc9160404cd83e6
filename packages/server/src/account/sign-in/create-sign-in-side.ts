/** Signing in, passwords and sessions as one part of accounts. */
import { codeBackOff, secretBackOff } from '@parley/core'
import type { Sql } from '../../postgres/sql.ts'
import type { Route } from '../../http/route.ts'
import type { Log } from '../../log.ts'
import type { Post } from '../../mail/post.ts'
import { createGuesses } from '../../protection/guesses.ts'
import { createRateLimit } from '../../protection/rate-limit.ts'
import type { Rates } from '../../protection/rates.ts'
import type { Book } from '../book.ts'
import { createAdmission, type AdmissionParts, type Admit } from './admission.ts'
import { createFailedSignIns, type FailedSignIns } from './failed-sign-ins.ts'
import { openKnownPlaces } from './known-places.ts'
import { passwordRoutes } from './password-routes.ts'
import { createPasswordReset } from './password-reset.ts'
import { createPlaceOf, type PlaceOf } from './place.ts'
import { sessionRoutes } from './routes.ts'
import type { SecondFactors } from './second-factor.ts'
import { createSessionList } from './session-list.ts'
import type { Sessions } from './sessions.ts'
import { createSignIn } from './sign-in.ts'
import { createSocketTickets, type SocketTickets } from './socket-tickets.ts'

export type SignInSide = {
  /** For whoever proves a person by other means: a passkey, an invitation. */
  readonly admit: Admit
  readonly placeOf: PlaceOf
  readonly failed: FailedSignIns
  readonly tickets: SocketTickets
  readonly routes: readonly Route[]
  close(): Promise<void>
}

export type SignInSideParts = {
  readonly sql: Sql
  readonly book: Book
  readonly sessions: Sessions
  readonly factors: SecondFactors
  readonly isRestricted: AdmissionParts['isRestricted']
  readonly remind: AdmissionParts['remind']
  readonly post: Post
  readonly publicUrl: string
  readonly rates: Rates
  readonly now: () => number
  readonly log: Log
}

export async function createSignInSide({ now, log, rates, isRestricted, remind, factors, ...rest }: SignInSideParts): Promise<SignInSide> {
  const { sql, book, sessions, publicUrl } = rest
  const places = await openKnownPlaces(sql, now())
  const failed = createFailedSignIns(sql, () => book.accounts, log)
  const passwords = createGuesses(secretBackOff)
  const codes = createGuesses(codeBackOff)
  const admit = createAdmission({ ...rest, places, isRestricted, remind, log })
  const parts = { ...rest, places, failed, passwords, codes, factors }
  const signIn = createSignIn({ ...parts, admit, addresses: createRateLimit(rates.signInsPerAddress) })
  const resets = createRateLimit(rates.resetsPerAddress)
  const resetParts = { ...parts, guessed: [passwords, codes], resets, log }
  const reset = createPasswordReset(resetParts)
  const tickets = createSocketTickets()
  const placeOf = createPlaceOf(publicUrl)
  const list = createSessionList(sql, sessions)
  return {
    admit,
    placeOf,
    failed,
    tickets,
    routes: [
      ...sessionRoutes({ book, sessions, list, signIn, placeOf, tickets }),
      ...passwordRoutes({ parts: resetParts, reset, placeOf }),
    ],
    async close() {
      await reset.close()
      await failed.close()
    },
  }
}
