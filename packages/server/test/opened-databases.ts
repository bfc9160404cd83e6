/** Opens databases of folders for a test, and closes those that are still open after each test. */
import { afterEach } from 'vitest'
import { silent } from '../src/log/log.ts'
import { openDatabase, type Database } from '../src/embedded-postgres/supervisor.ts'

/** Call at the top of a test file. The returned function opens the folder's database. */
export function withOpenedDatabases(): (dataDir: string) => Promise<Database> {
  const opened: Database[] = []
  afterEach(async () => {
    for (const database of opened.splice(0)) await database.close()
  })
  return async (dataDir) => {
    const database = await openDatabase({ dataDir, log: silent })
    opened.push(database)
    return database
  }
}
