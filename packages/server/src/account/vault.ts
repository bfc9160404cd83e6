/** Secrets at rest: AES-256-GCM with one key from the environment, or from a file only its owner can read. */
import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'
import { closeSync, fsyncSync, mkdirSync, openSync, readFileSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { StartProblem } from '../postgres/start-problem.ts'

const VERSION = 1
const NONCE_BYTES = 12
const TAG_BYTES = 16

export type Vault = {
  /** `about` binds the secret to its row: a sealed secret moved to another row does not open. */
  readonly seal: (plain: string, about: string) => Buffer
  readonly open: (sealed: Uint8Array, about: string) => string
}

export function createVault(key: Uint8Array): Vault {
  return {
    seal(plain, about) {
      const nonce = randomBytes(NONCE_BYTES)
      const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.from(about))
      const body = Buffer.concat([cipher.update(plain, 'utf8'), cipher.final()])
      return Buffer.concat([Buffer.of(VERSION), nonce, cipher.getAuthTag(), body])
    },
    open(sealed, about) {
      const nonce = sealed.subarray(1, 1 + NONCE_BYTES)
      const tag = sealed.subarray(1 + NONCE_BYTES, 1 + NONCE_BYTES + TAG_BYTES)
      const decipher = createDecipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.from(about)).setAuthTag(tag)
      return Buffer.concat([decipher.update(sealed.subarray(1 + NONCE_BYTES + TAG_BYTES)), decipher.final()]).toString('utf8')
    },
  }
}

/** PARLEY_SECRET_KEY (64 hex digits or base64 of 32 bytes), else DATA_DIR/secret.key, made on the first start. */
export function loadSecretKey(dataDir: string, given: string | undefined): Uint8Array {
  if (given !== undefined && given !== '') return keyFrom(given, 'PARLEY_SECRET_KEY')
  mkdirSync(dataDir, { recursive: true })
  const path = join(dataDir, 'secret.key')
  try {
    const file = openSync(path, 'wx', 0o600)
    writeSync(file, randomBytes(32).toString('hex') + '\n')
    fsyncSync(file)
    closeSync(file)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  }
  return keyFrom(readFileSync(path, 'utf8').trim(), path)
}

function keyFrom(text: string, place: string): Uint8Array {
  const key = Buffer.from(text, /^[0-9a-f]{64}$/i.test(text) ? 'hex' : 'base64')
  if (key.length !== 32)
    throw new StartProblem(
      'SecretKeyBroken',
      `${place} does not hold a key; put back the one this database was made with (64 hex digits or the base64 of 32 bytes).`,
    )
  return key
}
