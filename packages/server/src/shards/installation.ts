/** The names of an installation's messages, so that several installations can share a NATS server. */
import { subjectsOf, type Subjects } from '../cluster/messages.ts'
import { sha256 } from '../engine/hash-chain.ts'

const CHARACTERS = 16

/** The key is a secret, and its hash is not. */
export const subjectsOfInstallation = (numberKey: Uint8Array): Subjects =>
  subjectsOf(sha256(`messages ${Buffer.from(numberKey).toString('hex')}`).slice(0, CHARACTERS))
