/** Signing in to the operator console, and giving the second factor again. Attempts are limited as those of desks are (decision 0051). */
import { codeBackOff, secretBackOff } from '@parley/core'
import { appendAudit } from '../../audit/append.ts'
import { personAt } from '../../audit/author.ts'
import type { Echo } from '../../cluster/echo.ts'
import { createFailedAttempts, echoedAttempts } from '../../limits/failed-attempts.ts'
import { countedNetwork } from '../../limits/network.ts'
import type { Rates } from '../../limits/rate-names.ts'
import { createRateLimit } from '../../limits/token-bucket.ts'
import type { Unproved } from '../../accounts/factors/webauthn.ts'
import type { ConsoleSession, ConsoleSessions } from './console-sessions.ts'
import type { OperatorPasskeys } from './operator-passkeys.ts'
import { passwordHashOf, useOperatorCode, type OperatorPeopleParts } from './operator-people.ts'

export type ConsoleSignInParts = OperatorPeopleParts & {
  readonly sessions: ConsoleSessions
  readonly rates: Pick<Rates, 'signInsPerAddress'>
  readonly echo: Echo
  /** Undefined if the address of the console is not known. */
  readonly passkeys: OperatorPasskeys | undefined
}

type From = { readonly address: string; readonly requestId: string; readonly now: number }
type SignIn = From & { readonly name: string; readonly password: string; readonly code: string }
type StepUp = From & { readonly session: ConsoleSession; readonly token: string; readonly code: string }

type Passkey = From & { readonly passkey: Unproved }

type TooMany = { readonly waitMs: number }

export function createConsoleSignIn(parts: ConsoleSignInParts) {
  const { sql, passwords, passkeys, sessions, rates, echo } = parts
  const attempts = echoedAttempts(createFailedAttempts(secretBackOff), echo, 'operators')
  const codes = echoedAttempts(createFailedAttempts(codeBackOff), echo, 'operator codes')
  const addresses = createRateLimit(rates.signInsPerAddress)
  const record = (name: string, action: string, { address, requestId, now }: From, detail: { readonly by?: string } = {}) =>
    sql.begin((tx) => appendAudit(tx, { at: now, actor: personAt(name).actor, action, object: name, address, requestId, detail }))

  return {
    /** A refusal does not tell which of the three was wrong, because that would help an attacker. */
    async signIn({ name, password, code, ...from }: SignIn): Promise<{ readonly token: string } | TooMany | 'Refused'> {
      const { address, now } = from
      const origin = countedNetwork(address)
      const attempt = { subject: name, origin, isKnown: false }
      const waitMs = addresses.take(origin, now) ?? attempts.begin(attempt, now)
      if (waitMs !== undefined) return { waitMs }
      const hash = await passwordHashOf(sql, name)
      const isRight = await passwords.isRight(password, hash)
      const codeWaitMs = isRight ? codes.begin(attempt, now) : undefined
      if (codeWaitMs !== undefined) return { waitMs: codeWaitMs }
      if (!isRight || !(await useOperatorCode(parts, name, code, now))) {
        if (hash !== undefined) await record(name, 'ConsoleSignInFailed', from)
        return 'Refused'
      }
      attempts.right(attempt)
      codes.right(attempt)
      const token = await sessions.start(name, address, now)
      await record(name, 'ConsoleSignIn', from)
      return { token }
    },

    /** Each request for a challenge is a row, so strangers get as many of them as they may sign in. */
    async askOptions({ address, now }: From): Promise<object | TooMany | 'NotOffered'> {
      const waitMs = addresses.take(countedNetwork(address), now)
      if (waitMs !== undefined) return { waitMs }
      return passkeys === undefined ? 'NotOffered' : { ...(await passkeys.askOptions(now)) }
    },

    async signInWithPasskey({ passkey, ...from }: Passkey): Promise<{ readonly token: string } | TooMany | 'Refused'> {
      const waitMs = addresses.take(countedNetwork(from.address), from.now)
      if (waitMs !== undefined) return { waitMs }
      const name = await passkeys?.nameOf(passkey, from)
      if (name === undefined) return 'Refused'
      const token = await sessions.start(name, from.address, from.now)
      await record(name, 'ConsoleSignIn', from, { by: 'Passkey' })
      return { token }
    },

    /** The passkey of another operator is refused. */
    async stepUpWithPasskey({ passkey, session, token, ...from }: Passkey & Omit<StepUp, 'code'>): Promise<'Proved' | 'Refused'> {
      if ((await passkeys?.nameOf(passkey, from)) !== session.name) return 'Refused'
      await sessions.prove(token, from.now)
      await record(session.name, 'ProveIdentity', from, { by: 'Passkey' })
      return 'Proved'
    },

    /** The second factor, before something that hurts. */
    async stepUp({ session, token, code, ...from }: StepUp): Promise<'Proved' | TooMany | 'Refused'> {
      const attempt = { subject: session.name, origin: 'console', isKnown: true }
      const waitMs = codes.begin(attempt, from.now)
      if (waitMs !== undefined) return { waitMs }
      if (!(await useOperatorCode(parts, session.name, code, from.now))) return 'Refused'
      codes.right(attempt)
      await sessions.prove(token, from.now)
      await record(session.name, 'ProveIdentity', from)
      return 'Proved'
    },
  }
}
