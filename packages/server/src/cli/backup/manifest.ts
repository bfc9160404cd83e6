/** The description of a backup, in its file `backup.json`: enough to restore it, and to prove afterwards that the journal is the same. */
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { StartProblem } from '../../database/start-problem.ts'
import type { SqlTag } from '../../database/sql.ts'

/** A row of the journal that a backup contains. Its hash covers every row before it. */
export type Head = { readonly shard: string; readonly seq: number; readonly hash: string }

export type Manifest = {
  /** FILES is the folder of the embedded database; DUMP is the archive of pg_dump. */
  readonly kind: 'FILES' | 'DUMP'
  readonly version: string
  readonly commit: string | null
  readonly postgres: number
  readonly startedAt: string
  readonly endedAt: string
  /** The secret key with which it can be used, which is not in the backup. */
  readonly keyId: string
  readonly heads: readonly Head[]
}

const NAME = 'backup.json'

export const writeManifest = (folder: string, manifest: Manifest): void =>
  writeFileSync(join(folder, NAME), `${JSON.stringify(manifest, undefined, 2)}\n`, { mode: 0o600 })

export function readManifest(folder: string): Manifest {
  const file = join(folder, NAME)
  if (!existsSync(file))
    throw new StartProblem(
      'SettingWrong',
      `${folder} holds no complete backup: there is no ${NAME}. Name a folder that npm run backup made.`,
    )
  return JSON.parse(readFileSync(file, 'utf8')) as Manifest
}

export async function readHeads(sql: SqlTag): Promise<readonly Head[]> {
  return sql<Head[]>`
    select distinct on (shard) shard, seq, encode(hash, 'hex') as hash from journal order by shard, seq desc`
}

/** The heads that differ from the journal. */
export async function missingHeads(sql: SqlTag, heads: readonly Head[]): Promise<readonly Head[]> {
  const missing: Head[] = []
  for (const head of heads) {
    const found = await sql`select from journal where shard = ${head.shard} and seq = ${head.seq} and hash = decode(${head.hash}, 'hex')`
    if (found.length === 0) missing.push(head)
  }
  return missing
}
