/** A separate database for a test file, with every migration applied. It is dropped when the file is done. */
import { randomBytes } from 'node:crypto'
import type { Sql } from '../src/database/sql.ts'
import { afterAll, beforeAll, inject } from 'vitest'
import { connect, withDatabase } from '../src/database/connect.ts'
import './database-server.ts'

export type TestDatabase = { readonly sql: Sql; readonly url: string }

/** Call at the top of a `*.db.test.ts` file or of a describe. `sql` and `url` can be read from the first beforeAll after it. */
export function withTestDatabase(): TestDatabase {
  let open: (TestDatabase & { close: () => Promise<void> }) | undefined
  beforeAll(async () => {
    open = await openTestDatabase()
  })
  afterAll(() => open?.close())
  const opened = () => {
    if (open === undefined) throw new Error('The test database is open from beforeAll on, not while tests are being collected')
    return open
  }
  return {
    get sql() {
      return opened().sql
    },
    get url() {
      return opened().url
    },
  }
}

export async function openTestDatabase(): Promise<TestDatabase & { close: () => Promise<void> }> {
  const { url, template } = inject('testServer')
  const name = `parley_test_${randomBytes(6).toString('hex')}`
  const server = connect(url, { max: 1, name: 'parley test' })
  // Copying the files takes a third of the processor time of writing them to the log, which is never replayed here.
  await server`create database ${server(name)} template ${server(template)} strategy file_copy`
  const own = withDatabase(url, name)
  const sql = connect(own, { max: 8, name: 'parley test' })
  return {
    sql,
    url: own,
    async close() {
      await sql.end({ timeout: 2 })
      await server`drop database if exists ${server(name)} with (force)`
      await server.end()
    },
  }
}
