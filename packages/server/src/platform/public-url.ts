/** The address at which people open the product: kept by the running one, for the operator's commands beside it, which listen nowhere. */
import type { Sql } from '../database/sql.ts'

export async function keepPublicUrl(sql: Sql, url: string): Promise<void> {
  await sql`insert into public_url (url) values (${url}) on conflict (one) do update set url = excluded.url where public_url.url <> excluded.url`
}

/** Undefined where none has run yet. */
export async function readPublicUrl(sql: Sql): Promise<string | undefined> {
  const [row] = await sql<{ url: string }[]>`select url from public_url`
  return row?.url
}
