/** DATA_DIR is closed to every other user of the machine. If Parley runs as root, other users may traverse it, because its own database has to. */
import { chmodSync, existsSync, mkdirSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'

export function makeDataFolder(dataDir: string): void {
  const mode = process.getuid?.() === 0 ? 0o711 : 0o700
  if (mkdirSync(dataDir, { recursive: true }) !== undefined) return chmodSync(dataDir, mode)
  // If the folder contains anything else, it is not ours to close.
  if (!isOwn(dataDir)) return
  const { mode: found, uid } = statSync(dataDir)
  if (uid === process.getuid?.() && (found & 0o777 & ~mode) !== 0) chmodSync(dataDir, found & mode)
}

const isOwn = (dataDir: string): boolean =>
  ['secret.key', 'postgres'].some((name) => existsSync(join(dataDir, name))) || readdirSync(dataDir).length === 0
