/**
 * Secrets at rest: AES-256-GCM. A sealed text begins with its version; from the second on the id of its key follows, so that a text
 * sealed with another key is not taken for a damaged one.
 */
import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'
import { keyIdOf } from './secret-key.ts'

const VERSION_WITHOUT_ID = 1
const VERSION = 2
const KEY_ID_BYTES = 4
const NONCE_BYTES = 12
const TAG_BYTES = 16

export type Vault = {
  /** `about` binds the secret to its row: a sealed secret moved to another row does not open. */
  readonly seal: (plain: string, about: string) => Buffer
  readonly open: (sealed: Uint8Array, about: string) => string
}

export function createVault(key: Uint8Array): Vault {
  const id = Buffer.from(keyIdOf(key), 'hex')
  return {
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

/** The beginning of the nonce. */
function startOf(sealed: Uint8Array, id: Uint8Array): number {
  switch (sealed[0]) {
    case VERSION_WITHOUT_ID:
      return 1
    case VERSION:
      if (Buffer.compare(sealed.subarray(1, 1 + KEY_ID_BYTES), id) !== 0) throw new Error('This was sealed with another key')
      return 1 + KEY_ID_BYTES
    case undefined:
    default:
      throw new Error('This was not sealed by Parley')
  }
}
