/** A market whose writes the database refuses, while the other markets continue. */
import type { Sql } from '../src/database/sql.ts'

const TABLES = ['journal', 'request'] as const

export async function cutMarket(sql: Sql, market: string): Promise<void> {
  await sql.unsafe(`create function refuse_it() returns trigger language plpgsql as $$ begin raise exception 'cut off'; end $$`)
  for (const table of TABLES)
    await sql.unsafe(
      `create trigger cut_off before insert on ${table} for each row when (new.shard = '${market}') execute function refuse_it()`,
    )
}

export async function mendMarket(sql: Sql): Promise<void> {
  for (const table of TABLES) await sql.unsafe(`drop trigger cut_off on ${table}`)
  await sql.unsafe('drop function refuse_it()')
}
