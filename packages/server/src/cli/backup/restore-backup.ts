/** Restores a backup into an installation that does not exist yet. Nothing that exists is changed. */
import { cpSync, existsSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { silent } from '../../log/log.ts'
import type { Sql } from '../../database/sql.ts'
import { StartProblem } from '../../database/start-problem.ts'
import { makeDataFolder } from '../../embedded-postgres/data-folder.ts'
import { openDatabase } from '../../embedded-postgres/supervisor.ts'
import { databaseUser } from '../../embedded-postgres/unprivileged-user.ts'
import { keyFrom, keyIdOf } from '../../vault/secret-key.ts'
import { DUMP, FILES, majorOf } from './make-backup.ts'
import { findTool, runTool } from './dump-tools.ts'
import type { Manifest } from './manifest.ts'

type Target = { readonly dataDir: string; readonly databaseUrl: string | undefined; readonly secretKey: string | undefined }

export async function restoreBackup(manifest: Manifest, from: string, { dataDir, databaseUrl }: Target): Promise<void> {
  if (manifest.kind === 'FILES' && databaseUrl !== undefined)
    throw new StartProblem(
      'SettingWrong',
      'This is a backup of an embedded database; restore it without DATABASE_URL, into a new DATA_DIR.',
    )
  if (manifest.kind === 'DUMP' && databaseUrl === undefined)
    throw new StartProblem(
      'SettingWrong',
      'This is a backup of a database of your own; create an empty database and set DATABASE_URL to it.',
    )
  if (databaseUrl === undefined) restoreFiles(join(from, FILES), dataDir)
  else await restoreDump(join(from, DUMP), databaseUrl, dataDir)
}

function restoreFiles(from: string, dataDir: string): void {
  const folder = join(dataDir, 'postgres')
  if (existsSync(folder) && readdirSync(folder).length > 0)
    throw new StartProblem('SettingWrong', `There is a database in ${dataDir} already; set DATA_DIR to a new folder.`)
  makeDataFolder(dataDir)
  const half = join(dataDir, `postgres.half-${process.pid}`)
  try {
    cpSync(from, half, { recursive: true })
    databaseUser().give(half)
    rmSync(folder, { recursive: true, force: true })
    renameSync(half, folder)
  } catch (error) {
    rmSync(half, { recursive: true, force: true })
    throw error
  }
}

async function restoreDump(file: string, url: string, dataDir: string): Promise<void> {
  const { sql, close } = await openDatabase({ dataDir, url, log: silent })
  try {
    await requireEmpty(sql)
    runTool(findTool('pg_restore', await majorOf(sql)), url, [
      '--no-owner',
      '--no-privileges',
      '--exit-on-error',
      '--single-transaction',
      file,
    ])
  } finally {
    await close()
  }
}

async function requireEmpty(sql: Sql): Promise<void> {
  const tables = await sql`select from pg_tables where schemaname = 'public' limit 1`
  if (tables.length > 0)
    throw new StartProblem(
      'SettingWrong',
      'The database of DATABASE_URL is not empty; create a new one with createdb and restore into that.',
    )
}

/** The key that the restored installation still needs. Undefined if its key is in place. */
export function missingKey({ keyId }: Manifest, { dataDir, secretKey }: Target): string | undefined {
  const file = join(dataDir, 'secret.key')
  const text = secretKey ?? (existsSync(file) ? readFileSync(file, 'utf8').trim() : undefined)
  if (text !== undefined && keyIdOf(keyFrom(text, secretKey === undefined ? file : 'PARLEY_SECRET_KEY')) === keyId) return undefined
  return `Before you start Parley, put the secret key with the id ${keyId} into ${file}, or into PARLEY_SECRET_KEY. It is not in the backup.`
}
