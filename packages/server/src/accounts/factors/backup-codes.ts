/** Backup codes for signing in without the phone: ten codes of 50 bits, each valid once. Only hashes are stored. */
import { createHash, randomBytes } from 'node:crypto'
import { factorLimits } from './limits.ts'

/** Crockford's base 32: no two of its characters look alike, so a code can be copied from paper. */
const ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz'
const CHARACTERS = 10

/** The codes as shown to the user: `7k3pq-9wxm2`. */
export function newBackupCodes(): readonly string[] {
  const codes = new Set<string>()
  while (codes.size < factorLimits.backupCodes) codes.add(newCode())
  return [...codes]
}

function newCode(): string {
  const code = [...randomBytes(CHARACTERS)].map((byte) => ALPHABET[byte % ALPHABET.length]!).join('')
  return `${code.slice(0, CHARACTERS / 2)}-${code.slice(CHARACTERS / 2)}`
}

/** Normalises a typed code for hashing; undefined if it cannot be a backup code. Case, spaces, hyphens and look-alike characters are tolerated. */
export function readBackupCode(typed: string): string | undefined {
  const code = typed.toLowerCase().replace(/[\s-]/g, '').replace(/o/g, '0').replace(/[il]/g, '1')
  return code.length === CHARACTERS && [...code].every((sign) => ALPHABET.includes(sign)) ? code : undefined
}

/** Salted with the person's id, so that equal codes of two people differ. A code is random, so a fast hash is enough. */
export const hashBackupCode = (user: string, code: string): Buffer => createHash('sha256').update(`backup-code ${user} ${code}`).digest()
