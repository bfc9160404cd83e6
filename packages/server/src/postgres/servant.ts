/**
 * PostgreSQL refuses to run as root. Where Parley does (containers, CI), its programs run as nobody, on a folder given to nobody;
 * no user is created. Where nobody could not even walk to the folder (/root is closed to it), the one capability it needs for that goes with it.
 */
import { execFileSync } from 'node:child_process'
import { chownSync, lstatSync, readdirSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'

const NOBODY = 65534

export type Servant = {
  /** Program and arguments to start, and the ids to start them with. */
  readonly run: (program: string, args: readonly string[]) => { readonly program: string; readonly args: readonly string[] }
  readonly ids: { readonly uid: number; readonly gid: number } | undefined
  readonly give: (folder: string) => void
}

const isRoot = (): boolean => process.getuid?.() === 0

export type Reach = 'reaches' | 'reachesWithCapability' | 'doesNotReach'

/** Whether the servant can walk to every one of these folders. */
export function reachOf(paths: readonly string[]): Reach {
  if (!isRoot() || paths.every(openToNobody)) return 'reaches'
  return canCarryCapability() ? 'reachesWithCapability' : 'doesNotReach'
}

export function servantFor(reach: Reach): Servant {
  if (!isRoot()) return { run: (program, args) => ({ program, args }), ids: undefined, give: () => undefined }
  const ids = { uid: NOBODY, gid: NOBODY }
  if (reach === 'reaches') return { run: (program, args) => ({ program, args }), ids, give: giveTree }
  return { run: (program, args) => ({ program: 'setpriv', args: [...carrying, program, ...args] }), ids: undefined, give: giveTree }
}

const carrying = [
  `--reuid=${NOBODY}`,
  `--regid=${NOBODY}`,
  '--clear-groups',
  '--inh-caps=+dac_override',
  '--ambient-caps=+dac_override',
  '--',
]

function canCarryCapability(): boolean {
  try {
    execFileSync('setpriv', [...carrying, 'true'], { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}

/** Every folder above can be walked through by anybody. */
function openToNobody(path: string): boolean {
  for (let folder = dirname(path); ; folder = dirname(folder)) {
    if ((statSync(folder).mode & 0o001) === 0) return false
    if (folder === dirname(folder)) return true
  }
}

function giveTree(path: string): void {
  const entry = lstatSync(path)
  if (entry.uid !== NOBODY || entry.gid !== NOBODY) chownSync(path, NOBODY, NOBODY)
  if (entry.isDirectory()) for (const name of readdirSync(path)) giveTree(join(path, name))
}
