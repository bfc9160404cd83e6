/**
 * PostgreSQL refuses to run as root. If Parley runs as root (containers, CI), its programs run as users without rights. The database is created by
 * `nobody` and then transferred to a user that has no name and no other process, so that no other service of the machine owns it (decision 0676).
 */
import { lchownSync, lstatSync, readdirSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'

/** Between the users that systemd assigns and `nobody`. Distributions do not assign these numbers. */
const DATABASE_USER = 65_525
/** The programs that create a database look up the name of their user, and this user has a name on every system. */
const NOBODY = 65_534

type Ids = { readonly uid: number; readonly gid: number }
export type SystemUser = { readonly ids: Ids | undefined; readonly give: (folder: string) => void }

const isRoot = (): boolean => process.getuid?.() === 0

/** Both are the user that runs Parley, if that is not root. */
export const creatingUser = (): SystemUser => (isRoot() ? unprivilegedUser(NOBODY) : ownUser)
export const databaseUser = (): SystemUser => (isRoot() ? unprivilegedUser(DATABASE_USER) : ownUser)

const ownUser: SystemUser = { ids: undefined, give: () => undefined }
const unprivilegedUser = (user: number): SystemUser => ({ ids: { uid: user, gid: user }, give: (folder) => chownTree(folder, user) })

/** For a private folder inside a folder that every user can write to. */
export const isOwnUser = (uid: number): boolean => uid === process.getuid?.() || (isRoot() && (uid === DATABASE_USER || uid === NOBODY))

/** Whether the unprivileged user can reach it. */
export function isReachable(path: string): boolean {
  if (!isRoot()) return true
  for (let folder = dirname(path); ; folder = dirname(folder)) {
    if ((statSync(folder).mode & 0o001) === 0) return false
    if (folder === dirname(folder)) return true
  }
}

/** The folder in which a program starts, and the name by which it finds its own file. */
export type Standpoint = { readonly cwd: string; readonly name: string }

export const OWN_FOLDER = '/proc/self/cwd'

/**
 * A program in a folder that only root may traverse is started inside that folder with a relative name, so it needs no right to the path. Undefined
 * if the system cannot express that name.
 */
export function standpointOf(folder: string): Standpoint | undefined {
  if (isReachable(folder)) return { cwd: '/', name: folder }
  return process.platform === 'linux' ? { cwd: folder, name: OWN_FOLDER } : undefined
}

function chownTree(path: string, user: number): void {
  const entry = lstatSync(path)
  if (entry.uid !== user || entry.gid !== user) lchownSync(path, user, user)
  if (entry.isDirectory()) for (const name of readdirSync(path)) chownTree(join(path, name), user)
}
