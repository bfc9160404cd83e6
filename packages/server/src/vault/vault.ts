/**
 * Encrypts stored secrets with AES-256-GCM. A sealed text starts with its version. From the second version on, the id of its key follows, so that a
 * text sealed with a different key is not mistaken for a damaged one.
 */
import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes, timingSafeEqual } from 'node:crypto'
import { keyIdOf } from './secret-key.ts'

const VERSION_WITHOUT_ID = 1
const VERSION = 2
const KEY_ID_BYTES = 4
const NONCE_BYTES = 12
const TAG_BYTES = 16

export type Vault = {
  /** `about` binds the secret to its row: a sealed secret that is moved to another row cannot be opened. */
  readonly seal: (plain: string, about: string) => Buffer
  readonly open: (sealed: Uint8Array, about: string) => string
  /** Signs a head of the journal for this installation: the id of its key and an HMAC-SHA-256, which cannot be made from a copy of the database. */
  readonly sign: (head: string) => string
  /** Also false if another key signed it. */
  readonly hasSigned: (head: string, signature: string) => boolean
}

/** The id of the key that made a signature, if it is genuine. */
export const keyIdOfSignature = (signature: string): string => signature.slice(0, KEY_ID_BYTES * 2)

/** A separate key for signing, so that no key serves two purposes. */
const SIGNING = 'parley journal head'

export function createVault(key: Uint8Array): Vault {
  const id = Buffer.from(keyIdOf(key), 'hex')
  const signing = new Uint8Array(hkdfSync('sha256', key, new Uint8Array(), SIGNING, 32))
  const sign = (head: string) => `${keyIdOf(key)}${createHmac('sha256', signing).update(head).digest('hex')}`
  return {
    sign,
    hasSigned(head, signature) {
      const [own, given] = [Buffer.from(sign(head)), Buffer.from(signature)]
      return own.length === given.length && timingSafeEqual(own, given)
    },
    seal(plain, about) {
      const nonce = randomBytes(NONCE_BYTES)
      const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.from(about))
      const body = Buffer.concat([cipher.update(plain, 'utf8'), cipher.final()])
      return Buffer.concat([Buffer.of(VERSION), id, nonce, cipher.getAuthTag(), body])
    },
    open(sealed, about) {
      const nonceAt = startOf(sealed, id)
      const tagAt = nonceAt + NONCE_BYTES
      const bodyAt = tagAt + TAG_BYTES
      const decipher = createDecipheriv('aes-256-gcm', key, sealed.subarray(nonceAt, tagAt), { authTagLength: TAG_BYTES })
      decipher.setAAD(Buffer.from(about)).setAuthTag(sealed.subarray(tagAt, bodyAt))
      return Buffer.concat([decipher.update(sealed.subarray(bodyAt)), decipher.final()]).toString('utf8')
    },
  }
}

/** The offset of the nonce. */
function startOf(sealed: Uint8Array, id: Uint8Array): number {
  switch (sealed[0]) {
    case VERSION_WITHOUT_ID:
      return 1
    case VERSION:
      if (Buffer.compare(sealed.subarray(1, 1 + KEY_ID_BYTES), id) !== 0) throw new Error('This was encrypted with a different key')
      return 1 + KEY_ID_BYTES
    case undefined:
    default:
      throw new Error('This was not encrypted by Parley')
  }
}
