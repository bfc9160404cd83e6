/**
 * Passwords are kept as argon2id. An email that nobody has takes as long as one with a wrong password. Hashing has few turns, because each
 * takes 64 MiB: an attack waits in a queue, and people at places where they have signed in before go first.
 */
import { randomBytes } from 'node:crypto'
import { hash, verify } from '@node-rs/argon2'
import { fault } from '../../http/fault.ts'
import { Faulted } from '../../http/route.ts'
import { createTurns, type Urgency } from '../../protection/turns.ts'

const ARGON2ID = 2
/** 64 MiB, three passes, one lane: about 60 ms where it was measured (decision 0101). */
const work = { algorithm: ARGON2ID, memoryCost: 64 * 1024, timeCost: 3, parallelism: 1 } as const
const CURRENT = `$argon2id$v=19$m=${work.memoryCost},t=${work.timeCost},p=${work.parallelism}$`

/** Of the whole process: its threads and its memory are what is protected. */
const turns = createTurns({ atOnce: 2, waitingMost: 200 })

const taken = <T>(urgency: Urgency, job: () => Promise<T>): Promise<T> => {
  const turn = turns.take(urgency, job)
  if (turn === undefined)
    throw new Faulted(fault('Unavailable', 'Too many people are signing in at this moment; come back shortly.', { retryAfterMs: 2000 }))
  return turn
}

export async function hashPassword(password: string): Promise<string> {
  return taken('First', () => hash(password.normalize('NFKC'), work))
}

const unpadded = (bytes: number): string => randomBytes(bytes).toString('base64').replace(/=+$/, '')
/** The form of a hash of today, of no password: comparing with it takes as long and never fits. */
const nobody = `${CURRENT}${unpadded(16)}$${unpadded(32)}`

export async function isPassword(password: string, kept: string | undefined, urgency: Urgency = 'Usual'): Promise<boolean> {
  const fits = await taken(urgency, () => verify(kept ?? nobody, password.normalize('NFKC')))
  return fits && kept !== undefined
}

/** Made with other work than today's: to be hashed again when the password is next at hand. */
export const isOutdated = (kept: string): boolean => !kept.startsWith(CURRENT)
