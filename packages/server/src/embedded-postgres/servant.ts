/**
 * PostgreSQL refuses to run as root. Where Parley does (containers, CI), its programs run as nobody, on a folder given to nobody;
 * no user is created. Where nobody could not even walk to the folder (/root is closed to it), the one capability it needs for that goes
 * with it (decision 0470).
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

/** Reading and walking everywhere is enough; containers often have only the right to write everywhere, which includes it. */
type Capability = 'dac_read_search' | 'dac_override'
const leastFirst: readonly Capability[] = ['dac_read_search', 'dac_override']

export type Reach = 'reaches' | { readonly reachesWith: Capability } | 'doesNotReach'

/** Whether the servant can walk to every one of these folders. */
export function reachOf(paths: readonly string[]): Reach {
  if (!isRoot() || paths.every(openToNobody)) return 'reaches'
  const reachesWith = leastFirst.find(canCarry)
  return reachesWith === undefined ? 'doesNotReach' : { reachesWith }
}

export function servantFor(reach: Exclude<Reach, 'doesNotReach'>): Servant {
  if (!isRoot()) return { run: (program, args) => ({ program, args }), ids: undefined, give: () => undefined }
  if (reach === 'reaches') return { run: (program, args) => ({ program, args }), ids: { uid: NOBODY, gid: NOBODY }, give: giveTree }
  const carried = carrying(reach.reachesWith)
  return { run: (program, args) => ({ program: 'setpriv', args: [...carried, program, ...args] }), ids: undefined, give: giveTree }
}

/** PostgreSQL asks access(2) about its own programs, which forgets the capability of a process that is not root unless the fixup is off. */
const carrying = (capability: Capability): readonly string[] => [
  '--securebits=+no_setuid_fixup',
  `--reuid=${NOBODY}`,
  `--regid=${NOBODY}`,
  '--clear-groups',
  `--inh-caps=+${capability}`,
  `--ambient-caps=+${capability}`,
  '--',
]

function canCarry(capability: Capability): boolean {
  try {
    execFileSync('setpriv', [...carrying(capability), 'true'], { stdio: 'ignore' })
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
