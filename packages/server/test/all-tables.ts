/** Everything that a database stores, as text, for tests that look for what must not be in it. */
import type { Sql } from '../src/database/sql.ts'

/** The rows of each table. A bytes column is hex when it is read as text. */
export async function textOfTables(sql: Sql): Promise<ReadonlyMap<string, string>> {
  const tables = await sql<{ name: string }[]>`
    select table_name as name from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE'`
  const texts = new Map<string, string>()
  for (const { name } of tables) {
    const rows = await sql<{ row: string }[]>`select t::text as row from ${sql(name)} t`
    texts.set(name, rows.map(({ row }) => row).join('\n'))
  }
  return texts
}
