/** Passwords are kept as argon2id. An email that nobody has takes as long as one with a wrong password. */
import { hash, verify } from '@node-rs/argon2'

const ARGON2ID = 2
const options = { algorithm: ARGON2ID, memoryCost: 19 * 1024, timeCost: 2, parallelism: 1 } as const

export const hashPassword = (password: string): Promise<string> => hash(password.normalize('NFKC'), options)

/** Any valid hash: it is compared with and never matches. */
let nobody: Promise<string> | undefined

export async function isPassword(password: string, kept: string | undefined): Promise<boolean> {
  const against = kept ?? (await (nobody ??= hashPassword(crypto.randomUUID())))
  const fits = await verify(against, password.normalize('NFKC'))
  return fits && kept !== undefined
}
