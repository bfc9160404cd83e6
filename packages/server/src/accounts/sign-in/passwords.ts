/**
 * Passwords are kept as argon2id. An email that nobody has takes as long as one with a wrong password. Hashing has few turns, because each
 * takes 64 MiB: an attack waits in a queue, and people on known devices go first.
 */
import { randomBytes } from 'node:crypto'
import { hash, verify } from '@node-rs/argon2'
import { fault } from '../../calls/fault.ts'
import { Faulted } from '../../calls/route.ts'
import { createSemaphore, type Urgency } from '../../queues/semaphore.ts'

const ARGON2ID = 2

/** The cost of making a hash, and of trying a password against it; every hash names its own. One lane. */
export type PasswordWork = { readonly memoryKib: number; readonly passes: number }
/** About 60 ms where it was measured (decision 0101). */
export const passwordWork: PasswordWork = { memoryKib: 64 * 1024, passes: 3 }

/** One for the whole process: it protects threads and memory. */
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
  /** Made with other parameters than today's: hashed again at the next right sign-in. */
  isOutdated(kept: string): boolean
}

export function createPasswords({ memoryKib, passes }: PasswordWork): Passwords {
  const form = `$argon2id$v=19$m=${memoryKib},t=${passes},p=1$`
  // A hash of no password with today's parameters: comparing with it takes as long and never fits.
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
