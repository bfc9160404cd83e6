/** DATA_DIR: closed to every other user of the machine. Where Parley is root they may walk through it, as its own database has to. */
import { chmodSync, existsSync, mkdirSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'

export function makeDataFolder(dataDir: string): void {
  const mode = process.getuid?.() === 0 ? 0o711 : 0o700
  if (mkdirSync(dataDir, { recursive: true }) !== undefined) return chmodSync(dataDir, mode)
  // A folder that holds something else is somebody else's to close.
  if (!isOwn(dataDir)) return
  const { mode: found, uid } = statSync(dataDir)
  if (uid === process.getuid?.() && (found & 0o777 & ~mode) !== 0) chmodSync(dataDir, found & mode)
}

const isOwn = (dataDir: string): boolean =>
  ['secret.key', 'postgres'].some((name) => existsSync(join(dataDir, name))) || readdirSync(dataDir).length === 0
