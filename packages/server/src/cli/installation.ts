/** The installation on which a command acts: its name in sentences, and the check that it exists. Nothing here creates one. */
import { readHosts } from '../database/hosts.ts'
import { checkMigrated, noInstallation } from '../database/migrate.ts'
import type { Sql } from '../database/sql.ts'

export type Named = { readonly dataDir: string; readonly databaseUrl: string | undefined }

/** For people: without the password that DATABASE_URL may hold. */
export function placeOf({ dataDir, databaseUrl }: Named): string {
  if (databaseUrl === undefined) return dataDir
  const { url, hosts } = readHosts(databaseUrl)
  if (!URL.canParse(url)) return 'the database of DATABASE_URL'
  const { host, pathname, searchParams } = new URL(url)
  const at = hosts.length === 0 ? (searchParams.get('host') ?? host) : hosts.map((each) => `${each.host}:${each.port}`).join(' and ')
  return `the database ${pathname.slice(1)} at ${at} with the data folder ${dataDir}`
}

/** Refuses a database that no start of this version has made whole: one without its tables, or without the id of its secret key. */
export async function checkInstallation(sql: Sql, named: Named): Promise<void> {
  await checkMigrated(sql, placeOf(named))
  const keys = await sql`select from secret_key`
  if (keys.length === 0) throw noInstallation(placeOf(named))
}
