/** The rule of who may connect to the embedded database: the user that runs Parley, as the kernel says it, and no other user of the machine (decision 0676). */
import { existsSync, lstatSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { userInfo } from 'node:os'
import { join } from 'node:path'

/** The product's role is a plain one; the database's owner makes it and is asked for nothing else. */
export const PRODUCT_ROLE = 'parley'
export const OWNER_ROLE = 'parley_owner'

const TITLE = '# Written by Parley at every start; decision 0676.'
const rulesFile = (folder: string): string => join(folder, 'pg_hba.conf')

/** Before a start: a running database reads them once. */
export function writeAccess(folder: string): void {
  const { username } = userInfo()
  const users = [PRODUCT_ROLE, OWNER_ROLE].map((role) => `parley "${username}" ${role}`)
  const rules = ['local all all peer map=parley', 'local replication all peer map=parley']
  write(join(folder, 'pg_ident.conf'), users)
  write(rulesFile(folder), rules)
}

/** Never into what stands there, which may be a link that the folder's owner has made; and not at all where it is right, because another start may read it. */
function write(file: string, lines: readonly string[]): void {
  const text = `${[TITLE, ...lines].join('\n')}\n`
  if (existsSync(file) && lstatSync(file).isFile() && readFileSync(file, 'utf8') === text) return
  rmSync(file, { force: true })
  writeFileSync(file, text, { flag: 'wx', mode: 0o600 })
}

/** False of a database that was made when every local user could connect, and has not been started anew since. */
export const isGuarded = (folder: string): boolean =>
  existsSync(rulesFile(folder)) && readFileSync(rulesFile(folder), 'utf8').startsWith(TITLE)
