/** Makes a backup of an installation, even while it trades. The folder gets its final name only once it is complete. */
import { chmodSync, existsSync, mkdirSync, realpathSync, renameSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { readBuild } from '../../build.ts'
import type { Sql } from '../../database/sql.ts'
import { StartProblem } from '../../database/start-problem.ts'
import type { Database } from '../../embedded-postgres/supervisor.ts'
import { copyFiles } from './copy-files.ts'
import { findTool, runTool } from './dump-tools.ts'
import { readHeads, writeManifest, type Head, type Manifest } from './manifest.ts'

export const FILES = 'postgres'
export const DUMP = 'parley.dump'

type Making = { readonly database: Database; readonly dataDir: string; readonly into: string; readonly now: () => Date }

export async function makeBackup({ database, dataDir, into, now }: Making): Promise<Manifest> {
  if (existsSync(into))
    throw new StartProblem('SettingWrong', `${into} already exists; choose a new folder, so that no backup is overwritten.`)
  const half = `${into}.half-${process.pid}`
  try {
    mkdirSync(dirname(into), { recursive: true })
    mkdirSync(half, { mode: 0o700 })
    chmodSync(half, 0o700)
    const { sql, kind } = database
    const startedAt = now().toISOString()
    const postgres = await majorOf(sql)
    const heads = kind === 'embedded' ? await files(database, dataDir, half) : await dump(database, postgres, half)
    const [key] = await sql<{ id: string }[]>`select id from secret_key`
    const about = { kind: kind === 'embedded' ? 'FILES' : 'DUMP', ...readBuild(), postgres } as const
    const manifest: Manifest = { ...about, startedAt, endedAt: now().toISOString(), keyId: key!.id, heads }
    writeManifest(half, manifest)
    renameSync(half, into)
    return manifest
  } catch (error) {
    rmSync(half, { recursive: true, force: true })
    throw asBackupProblem(error, into)
  }
}

/** Names the folder of the backup, because other refusals of the disk are about DATA_DIR. */
function asBackupProblem(error: unknown, into: string): unknown {
  const { code } = error as NodeJS.ErrnoException
  if (['EACCES', 'EPERM', 'EROFS', 'ENOTDIR', 'EEXIST'].includes(code ?? ''))
    return new StartProblem(
      'PermissionMissing',
      `This user cannot write to ${dirname(into)}; create it for the user that runs Parley, or name a folder in another place.`,
      error,
    )
  if (code === 'ENOSPC' || code === 'EDQUOT')
    return new StartProblem('DiskFull', `The disk that holds ${dirname(into)} is full; name a folder on another disk.`, error)
  return error
}

/** Contains at least these heads, and everything that was acknowledged until the end of the copy. */
async function files({ sql, url }: Database, dataDir: string, half: string): Promise<readonly Head[]> {
  const heads = await readHeads(sql)
  const to = join(half, FILES)
  mkdirSync(to, { mode: 0o700 })
  await copyFiles(url, realpathSync(join(dataDir, 'postgres')), to)
  return heads
}

/** Contains exactly these heads, because both see the same moment. */
async function dump({ sql, url }: Database, major: number, half: string): Promise<readonly Head[]> {
  const tool = findTool('pg_dump', major)
  return sql.begin('isolation level repeatable read read only', async (tx) => {
    const [snapshot] = await tx<{ id: string }[]>`select pg_export_snapshot() as id`
    const heads = await readHeads(tx)
    runTool(tool, url, ['--format=custom', '--no-owner', '--no-privileges', `--snapshot=${snapshot!.id}`, `--file=${join(half, DUMP)}`])
    chmodSync(join(half, DUMP), 0o600)
    return heads
  })
}

export async function majorOf(sql: Sql): Promise<number> {
  const [server] = await sql<{ version: number }[]>`select current_setting('server_version_num')::int as version`
  return Math.floor(server!.version / 10_000)
}
