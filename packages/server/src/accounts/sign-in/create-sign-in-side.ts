/** Signing in, passwords and sessions as one part of accounts. */
import { codeBackOff, secretBackOff } from '@parley/core'
import type { Echo } from '../../cluster/echo.ts'
import type { Sql } from '../../database/sql.ts'
import type { Route } from '../../calls/route.ts'
import type { Log } from '../../log/log.ts'
import type { Post } from '../../mail/mail-queue.ts'
import { createFailedAttempts, echoedAttempts } from '../../limits/failed-attempts.ts'
import { createRateLimit } from '../../limits/token-bucket.ts'
import type { Rates } from '../../limits/rate-names.ts'
import type { Book } from '../accounts-snapshot.ts'
import { createAdmission, type AdmissionParts, type Admit } from './admission.ts'
import { createFailedSignIns, type FailedSignIns } from './failed-sign-ins.ts'
import { openKnownDevices } from './known-devices.ts'
import { passwordRoutes } from './password-routes.ts'
import { createPasswordReset } from './password-reset.ts'
import type { Passwords } from './passwords.ts'
import { demoSignInRoutes } from './demo-sign-in.ts'
import { createDeviceOf, type DeviceOf } from './device.ts'
import { sessionRoutes } from './routes.ts'
import type { SecondFactors } from './second-factor.ts'
import { createSessionList } from './session-list.ts'
import type { Sessions } from './sessions.ts'
import { createSignIn } from './sign-in.ts'
import { createSocketTickets, type SocketTickets } from './socket-tickets.ts'

export type SignInSide = {
  /** For other proofs of identity: a passkey or an invitation. */
  readonly admit: Admit
  readonly deviceOf: DeviceOf
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
  readonly passwords: Passwords
  readonly publicUrl: string
  /** The emails of users who can sign in to a demo with one click; empty outside a demo. */
  readonly demoPeople: readonly string[]
  readonly rates: Rates
  /** To the other gateways. */
  readonly echo: Echo
  readonly now: () => number
  readonly log: Log
}

export async function createSignInSide({
  now,
  log,
  rates,
  echo,
  isRestricted,
  remind,
  factors,
  ...rest
}: SignInSideParts): Promise<SignInSide> {
  const { sql, book, sessions, publicUrl } = rest
  const knownDevices = await openKnownDevices(sql, now())
  const failed = createFailedSignIns(sql, () => book.accounts, log)
  const failedAttempts = echoedAttempts(createFailedAttempts(secretBackOff), echo, 'passwords')
  const codes = echoedAttempts(createFailedAttempts(codeBackOff), echo, 'codes')
  const admit = createAdmission({ ...rest, knownDevices, isRestricted, remind, log })
  const parts = { ...rest, knownDevices, failed, failedAttempts, codes, factors }
  const addresses = createRateLimit(rates.signInsPerAddress)
  const signIn = createSignIn({ ...parts, admit, addresses })
  const resets = createRateLimit(rates.resetsPerAddress)
  const resetParts = { ...parts, secrets: [failedAttempts, codes], resets, log }
  const reset = createPasswordReset(resetParts)
  const tickets = createSocketTickets(echo)
  const deviceOf = createDeviceOf(publicUrl)
  const list = createSessionList(sql, sessions)
  return {
    admit,
    deviceOf,
    failed,
    tickets,
    routes: [
      ...sessionRoutes({ book, sessions, list, signIn, deviceOf, tickets }),
      ...demoSignInRoutes({ ...parts, admit, addresses, deviceOf }),
      ...passwordRoutes({ parts: resetParts, reset, deviceOf }),
    ],
    async close() {
      await reset.close()
      await failed.close()
    },
  }
}
