/** The next release, made from this one: another version, a new migration, and messages with members that this release does not know. */
import { cpSync, existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

export const NEXT_VERSION = '999.0.0'
const MIGRATIONS = fileURLToPath(new URL('../../../packages/server/migrations', import.meta.url))
const HOOKS = import.meta.resolve('./next-release-hooks.ts')
/**
 * The changes that a release may make while the one before still runs (docs/operations.md). Tables that the journal gives are left as they are: the
 * replay compares every column, and this release's replay does not know the new ones.
 */
const ADDED = `
create table added_later (id bigint primary key, note text not null);
alter table journal add column added_later text;
alter table outbox_message add column added_later text;
alter table request add column added_later text;
alter table cluster_member add column added_later text;
create index request_added_later on request (at, added_later) where added_later is not null;
`

/** How its processes are started. Its migrations are in a folder of the installation. */
export function nextRelease(dataDir: string): { readonly options: readonly string[]; readonly settings: Readonly<Record<string, string>> } {
  const folder = join(dataDir, 'next-migrations')
  if (!existsSync(folder)) {
    cpSync(MIGRATIONS, folder, { recursive: true })
    writeFileSync(join(folder, '9999_added-later.sql'), ADDED)
  }
  return { options: [`--import=${HOOKS}`], settings: { PARLEY_TEST_NEXT_MIGRATIONS: folder, PARLEY_TEST_NEXT_VERSION: NEXT_VERSION } }
}
