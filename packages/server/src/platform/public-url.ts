/**
 * The address at which users open the product. The running product stores it for the operator's commands, which run in other processes without a
 * server.
 */
import type { Sql } from '../database/sql.ts'

export async function keepPublicUrl(sql: Sql, url: string): Promise<void> {
  await sql`insert into public_url (url) values (${url}) on conflict (one) do update set url = excluded.url where public_url.url <> excluded.url`
}

/** Undefined if the product has not run yet. */
export async function readPublicUrl(sql: Sql): Promise<string | undefined> {
  const [row] = await sql<{ url: string }[]>`select url from public_url`
  return row?.url
}
