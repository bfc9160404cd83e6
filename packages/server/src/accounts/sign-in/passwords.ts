/**
 * Passwords are stored as argon2id. An unknown email takes as long as a wrong password. Only a few hashes run at once, because each takes 64 MiB: an
 * attack waits in a queue, and users on known devices go first.
 */
import { randomBytes } from 'node:crypto'
import { hash, verify } from '@node-rs/argon2'
import { fault } from '../../calls/fault.ts'
import { Faulted } from '../../calls/route.ts'
import { createSemaphore, type Urgency } from '../../queues/semaphore.ts'

const ARGON2ID = 2

/** The cost of making a hash and of checking a password against it. Every hash records its own cost. One lane. */
export type PasswordWork = { readonly memoryKib: number; readonly passes: number }
/** About 60 ms where it was measured (decision 0051). */
export const passwordWork: PasswordWork = { memoryKib: 64 * 1024, passes: 3 }

/** Shared by the whole process, because it protects threads and memory. */
const semaphore = createSemaphore({ atOnce: 2, waitingMost: 200 })

const taken = <T>(urgency: Urgency, job: () => Promise<T>): Promise<T> => {
  const turn = semaphore.take(urgency, job)
  if (turn === undefined)
    throw new Faulted(fault('Unavailable', 'Too many users are signing in. Try again shortly.', { retryAfterMs: 2000 }))
  return turn
}

export type Passwords = {
  hash(password: string): Promise<string>
  isRight(password: string, kept: string | undefined, urgency?: Urgency): Promise<boolean>
  /** Hashed with old parameters. The next correct sign-in hashes it again. */
  isOutdated(kept: string): boolean
}

export function createPasswords({ memoryKib, passes }: PasswordWork): Passwords {
  const form = `$argon2id$v=19$m=${memoryKib},t=${passes},p=1$`
  // A hash of no password with current parameters. Comparing with it takes as long as usual and never matches.
  const nobody = `${form}${unpadded(16)}$${unpadded(32)}`
  const work = { algorithm: ARGON2ID, memoryCost: memoryKib, timeCost: passes, parallelism: 1 }
  return {
    hash: (password) => taken('First', () => hash(password.normalize('NFKC'), work)),
    async isRight(password, kept, urgency = 'Usual') {
      const fits = await taken(urgency, () => verify(kept ?? nobody, password.normalize('NFKC')))
      return fits && kept !== undefined
    },
    isOutdated: (kept) => !kept.startsWith(form),
  }
}

const unpadded = (bytes: number): string => randomBytes(bytes).toString('base64').replace(/=+$/, '')
