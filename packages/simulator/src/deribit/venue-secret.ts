/**
 * The secret with which the venue signs consents. It is stored next to its blocks, so that a signature survives the venue's process and does not
 * depend on its seed.
 */
import { randomBytes } from 'node:crypto'
import { closeSync, fsyncSync, mkdirSync, openSync, readFileSync, renameSync, writeSync } from 'node:fs'
import { join } from 'node:path'

export function openVenueSecret(dataDir: string | undefined, seed: number): string {
  if (dataDir === undefined) return `venue ${seed}`
  const path = join(dataDir, 'deribit-secret')
  try {
    return readFileSync(path, 'utf8')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
  }
  mkdirSync(dataDir, { recursive: true })
  const secret = randomBytes(32).toString('base64url')
  const file = openSync(`${path}.new`, 'w', 0o600)
  writeSync(file, secret)
  fsyncSync(file)
  closeSync(file)
  renameSync(`${path}.new`, path)
  return secret
}
