/** The database for read-only commands. If a running Parley owns it, it is used and left running. */
import { existsSync, realpathSync } from 'node:fs'
import { join } from 'node:path'
import { silent } from '../log/log.ts'
import { connect } from '../database/connect.ts'
import { PRODUCT_ROLE } from './access.ts'
import { isAlive, readPostmaster, urlOf } from './postmaster-file.ts'
import { StartProblem } from '../database/start-problem.ts'
import { openDatabase, type Database } from './supervisor.ts'

type Named = { readonly dataDir: string; readonly url: string | undefined }

/** Throws unless there is a database in the data folder or `url` names one. Commands call it first, because opening a folder creates a database. */
export function requireDatabase({ dataDir, url }: Named): void {
  if ((url !== undefined && url !== '') || existsSync(join(dataDir, 'postgres', 'PG_VERSION'))) return
  throw new StartProblem(
    'NoInstallation',
    `There is no database in ${dataDir}; set DATA_DIR to the folder Parley keeps its data in, or DATABASE_URL.`,
  )
}

export async function inspectDatabase({ dataDir, url }: Named): Promise<Database> {
  requireDatabase({ dataDir, url })
  if (url !== undefined && url !== '') return openDatabase({ dataDir, url, log: silent })
  const folder = join(dataDir, 'postgres')
  const running = readPostmaster(realpathSync(folder))
  if (running === undefined || running.status !== 'ready' || !isAlive(running, folder))
    return openDatabase({ dataDir, url: undefined, log: silent })
  const found = urlOf(running, PRODUCT_ROLE)
  const sql = connect(found, { max: 2, name: 'parley looks' })
  return { sql, url: found, kind: 'embedded', isTakeOver: false, close: () => sql.end({ timeout: 5 }) }
}
