/**
 * The key that encrypts secrets: from the environment, or from a file that only its owner can read. During a rotation there is a second file with the
 * next key. The database names the key that is valid.
 */
import { hash, randomBytes } from 'node:crypto'
import { closeSync, fsyncSync, openSync, readFileSync, renameSync, rmSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { StartProblem } from '../database/start-problem.ts'

export const keyFile = (dataDir: string): string => join(dataDir, 'secret.key')
const nextFile = (dataDir: string): string => join(dataDir, 'secret.key.next')

/** Distinguishes keys without revealing them: the first four bytes of a hash. */
export const keyIdOf = (key: Uint8Array): string =>
  hash('sha256', Buffer.concat([Buffer.from('parley secret key '), key]), 'hex').slice(0, 8)

export const newKey = (): Uint8Array => randomBytes(32)

/** 64 hex digits or base64 of 32 bytes. */
export function keyFrom(text: string, place: string): Uint8Array {
  const key = Buffer.from(text, /^[0-9a-f]{64}$/i.test(text) ? 'hex' : 'base64')
  if (key.length !== 32)
    throw new StartProblem(
      'SecretKeyBroken',
      `${place} does not hold a key; put back the one this database was made with (64 hex digits or the base64 of 32 bytes).`,
    )
  return key
}

/** PARLEY_SECRET_KEY, otherwise DATA_DIR/secret.key, which is created if it does not exist. */
export function loadSecretKey(dataDir: string, given: string | undefined): Uint8Array {
  if (given !== undefined && given !== '') return keyFrom(given, 'PARLEY_SECRET_KEY')
  const path = keyFile(dataDir)
  const found = readKey(path)
  if (found !== undefined) return found
  writeKey(path, newKey(), 'wx')
  return readKey(path)!
}

/** The keys that may belong to a database that already has one. No key is created. */
export function knownKeys(dataDir: string, given: string | undefined): readonly Uint8Array[] {
  if (given !== undefined && given !== '') return [keyFrom(given, 'PARLEY_SECRET_KEY')]
  return [readKey(keyFile(dataDir)), readKey(nextFile(dataDir))].filter((key) => key !== undefined)
}

export const writeNextKey = (dataDir: string, key: Uint8Array): void => writeKey(nextFile(dataDir), key, 'w')

/** The next key replaces the previous one, which is kept under its id for backups that were made with it. Can be repeated after an interruption. */
export function promoteNextKey(dataDir: string, id: string): void {
  const next = readKey(nextFile(dataDir))
  if (next === undefined || keyIdOf(next) !== id) return
  const before = readKey(keyFile(dataDir))
  if (before !== undefined && keyIdOf(before) === id) return rmSync(nextFile(dataDir))
  if (before !== undefined) renameSync(keyFile(dataDir), join(dataDir, oldKeyName(keyIdOf(before))))
  renameSync(nextFile(dataDir), keyFile(dataDir))
  syncFolder(dataDir)
}

/** The key from before a rotation, by its id; undefined if the folder does not contain it. */
export function readOldKey(dataDir: string, id: string): Uint8Array | undefined {
  const key = readKey(join(dataDir, oldKeyName(id)))
  return key !== undefined && keyIdOf(key) === id ? key : undefined
}

/** Throws if there is no such file. */
export function readKeyFile(path: string): Uint8Array {
  const key = readKey(path)
  if (key === undefined) throw new StartProblem('SecretKeyBroken', `There is no file ${path}.`)
  return key
}

export const oldKeyName = (id: string): string => `secret.key.${id}`

function readKey(path: string): Uint8Array | undefined {
  try {
    return keyFrom(readFileSync(path, 'utf8').trim(), path)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw error
  }
}

function writeKey(path: string, key: Uint8Array, flag: 'w' | 'wx'): void {
  try {
    const file = openSync(path, flag, 0o600)
    writeSync(file, Buffer.from(key).toString('hex') + '\n')
    fsyncSync(file)
    closeSync(file)
  } catch (error) {
    // Another start created it at the same moment.
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  }
}

/** A file name is durable only when its folder is synced. Some file systems do not support this call. */
function syncFolder(dataDir: string): void {
  try {
    const folder = openSync(dataDir, 'r')
    fsyncSync(folder)
    closeSync(folder)
  } catch {
    return
  }
}
