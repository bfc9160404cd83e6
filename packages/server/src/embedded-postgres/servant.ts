/**
 * PostgreSQL refuses to run as root. Where Parley does (containers, CI), its programs run as users without rights: the database is made by nobody and then
 * given to a user that has no name and no other process, so that no other service of the machine is its owner (decision 0676).
 */
import { lchownSync, lstatSync, readdirSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'

/** Between the users that systemd hands out and `nobody`: distributions give these numbers to nobody. */
const DATABASE_USER = 65_525
/** The programs that make a database ask for the name of their user, and this one has a name everywhere. */
const NOBODY = 65_534

type Ids = { readonly uid: number; readonly gid: number }
export type Servant = { readonly ids: Ids | undefined; readonly give: (folder: string) => void }

const isRoot = (): boolean => process.getuid?.() === 0

/** Both are Parley's own user where that is not root. */
export const makerServant = (): Servant => (isRoot() ? servantOf(NOBODY) : ownUser)
export const databaseServant = (): Servant => (isRoot() ? servantOf(DATABASE_USER) : ownUser)

const ownUser: Servant = { ids: undefined, give: () => undefined }
const servantOf = (user: number): Servant => ({ ids: { uid: user, gid: user }, give: (folder) => giveTree(folder, user) })

/** Of a private folder that lies in one that everybody writes to. */
export const isOwnUser = (uid: number): boolean => uid === process.getuid?.() || (isRoot() && (uid === DATABASE_USER || uid === NOBODY))

/** Whether the servant can walk to it. */
export function isReachable(path: string): boolean {
  if (!isRoot()) return true
  for (let folder = dirname(path); ; folder = dirname(folder)) {
    if ((statSync(folder).mode & 0o001) === 0) return false
    if (folder === dirname(folder)) return true
  }
}

/** The folder a program starts in, and the name by which it knows its own. */
export type Standpoint = { readonly cwd: string; readonly name: string }

export const OWN_FOLDER = '/proc/self/cwd'

/**
 * A program in a folder that only root may walk to is put into it and calls it by the place it stands in: it needs no right to the way there.
 * Undefined where the system has no such name.
 */
export function standpointOf(folder: string): Standpoint | undefined {
  if (isReachable(folder)) return { cwd: '/', name: folder }
  return process.platform === 'linux' ? { cwd: folder, name: OWN_FOLDER } : undefined
}

function giveTree(path: string, user: number): void {
  const entry = lstatSync(path)
  if (entry.uid !== user || entry.gid !== user) lchownSync(path, user, user)
  if (entry.isDirectory()) for (const name of readdirSync(path)) giveTree(join(path, name), user)
}
