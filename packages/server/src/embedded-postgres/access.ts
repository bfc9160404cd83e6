/**
 * Restricts who may connect to the embedded database: the user that runs Parley, as identified by the kernel, and no other user of the machine
 * (decision 0676).
 */
import { existsSync, lstatSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { userInfo } from 'node:os'
import { join } from 'node:path'

/** The product's role has no special rights. The database's owner creates it and does nothing else. */
export const PRODUCT_ROLE = 'parley'
export const OWNER_ROLE = 'parley_owner'

const TITLE = '# Written by Parley at every start; decision 0676.'
const rulesFile = (folder: string): string => join(folder, 'pg_hba.conf')

/** Call before a start, because a running database does not read them again. */
export function writeAccess(folder: string): void {
  const { username } = userInfo()
  const users = [PRODUCT_ROLE, OWNER_ROLE].map((role) => `parley "${username}" ${role}`)
  const rules = ['local all all peer map=parley', 'local replication all peer map=parley']
  write(join(folder, 'pg_ident.conf'), users)
  write(rulesFile(folder), rules)
}

/**
 * Never writes into an existing file, which may be a link made by the folder's owner. Does not write at all if the content is right, because another
 * start may be reading it.
 */
function write(file: string, lines: readonly string[]): void {
  const text = `${[TITLE, ...lines].join('\n')}\n`
  if (existsSync(file) && lstatSync(file).isFile() && readFileSync(file, 'utf8') === text) return
  rmSync(file, { force: true })
  writeFileSync(file, text, { flag: 'wx', mode: 0o600 })
}

/** False for a database that was created when every local user could connect, and that has not been restarted since. */
export const isGuarded = (folder: string): boolean =>
  existsSync(rulesFile(folder)) && readFileSync(rulesFile(folder), 'utf8').startsWith(TITLE)
