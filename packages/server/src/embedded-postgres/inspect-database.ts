/** The database for read-only commands. If a running Parley owns it, it is used and left running. */
import { existsSync, realpathSync } from 'node:fs'
import { join } from 'node:path'
import { silent } from '../log/log.ts'
import { connect } from '../database/connect.ts'
import { PRODUCT_ROLE } from './access.ts'
import { isAlive, readPostmaster, urlOf } from './postmaster-file.ts'
import { StartProblem } from '../database/start-problem.ts'
import { openDatabase, type Database } from './supervisor.ts'

export async function inspectDatabase({ dataDir, url }: { readonly dataDir: string; readonly url: string | undefined }): Promise<Database> {
  if (url !== undefined && url !== '') return openDatabase({ dataDir, url, log: silent })
  const folder = join(dataDir, 'postgres')
  if (!existsSync(join(folder, 'PG_VERSION')))
    throw new StartProblem(
      'FolderBroken',
      `There is no database in ${dataDir}; set DATA_DIR to the folder Parley keeps its data in, or DATABASE_URL.`,
    )
  const running = readPostmaster(realpathSync(folder))
  if (running === undefined || running.status !== 'ready' || !isAlive(running, folder))
    return openDatabase({ dataDir, url: undefined, log: silent })
  const found = urlOf(running, PRODUCT_ROLE)
  const sql = connect(found, { max: 2, name: 'parley looks' })
  return { sql, url: found, kind: 'embedded', close: () => sql.end({ timeout: 5 }) }
}
