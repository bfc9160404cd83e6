/** Random names and secrets. */
import { createHash, randomBytes } from 'node:crypto'

const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'

/** Contains only letters and digits, so that it survives every header, query and double click. */
function randomText(characters: number): string {
  let text = ''
  while (text.length < characters)
    for (const byte of randomBytes(characters)) if (byte < 248 && text.length < characters) text += ALPHABET[byte % 62]!
  return text
}

export const newId = (kind: 'f' | 'u' | 's' | 'k' | 'a' | 'i'): string => `${kind}_${randomText(20)}`
export const newSessionToken = (): string => `ps_${randomText(43)}`
/** For links, cookies and tickets. */
export const newToken = (): string => randomText(43)
export const newAccessKey = (): string => randomText(24)
/** The part of an access key that is shown in lists: long enough to tell keys apart, and too short to help an attacker. */
const SHOWN_CHARACTERS = 6
export const shownPrefixOf = (accessKey: string): string => accessKey.slice(0, SHOWN_CHARACTERS)
/** Base64. Clients decode it before they sign. */
export const newSecretKey = (): string => randomBytes(32).toString('base64')

export const hashToken = (token: string): Buffer => createHash('sha256').update(token).digest()
/** The hash under which an access key is found. The access key itself is not stored anywhere (decision 0670). */
export const accessHashOf = (accessKey: string): string => hashToken(accessKey).toString('hex')
