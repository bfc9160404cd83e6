/** A primary and a synchronous standby, of the PostgreSQL that is installed on this machine. */
import { execFileSync } from 'node:child_process'
import { chmodSync, chownSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { freePort } from '../product.ts'

const SYSTEM = '/usr/lib/postgresql'
const OLDEST = 15
const IN_STEP_WITHIN_MS = 60_000
const LOOK_MS = 100

export type DatabasePair = {
  /** Names both hosts. */
  readonly url: string
  /** Kills the primary with all that it is doing. It never returns. */
  losePrimary(): void
  /** Resolves when the standby accepts writes. */
  promoteStandby(): void
  stop(): void
}

/** Undefined if no PostgreSQL with its client programs is installed. */
export function postgresPrograms(): string | undefined {
  const versions = existsSync(SYSTEM) ? readdirSync(SYSTEM).toSorted((a, b) => Number(b) - Number(a)) : []
  return versions
    .filter((version) => Number(version) >= OLDEST)
    .map((version) => join(SYSTEM, version, 'bin'))
    .find((folder) => ['initdb', 'pg_ctl', 'pg_basebackup', 'psql'].every((name) => existsSync(join(folder, name))))
}

/** PostgreSQL does not run as root. Debian's package makes a user for it. */
function userOf(): { readonly uid?: number; readonly gid?: number } {
  if (process.getuid?.() !== 0) return {}
  const number = (option: string) => Number(execFileSync('id', [option, 'postgres'], { encoding: 'utf8' }))
  return { uid: number('-u'), gid: number('-g') }
}

export async function openDatabasePair(): Promise<DatabasePair> {
  const programs = postgresPrograms()!
  const folder = mkdtempSync(join(tmpdir(), 'parley-pair-'))
  const user = userOf()
  chmodSync(folder, 0o755)
  if (user.uid !== undefined) chownSync(folder, user.uid, user.gid!)
  const run = (name: string, ...words: readonly string[]) =>
    execFileSync(join(programs, name), words, { ...user, cwd: folder, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] })
  const [first, second] = [await freePort(), await freePort()]
  const [primary, standby] = [join(folder, 'primary'), join(folder, 'standby')]
  // pg_ctl returns only when nothing holds its output, so the server writes to a file.
  const start = (place: string, port: number) =>
    run(
      'pg_ctl',
      'start',
      '-w',
      '-D',
      place,
      '-l',
      `${place}.log`,
      '-o',
      `-p ${port} -k ${folder} -c max_connections=200 -c listen_addresses=127.0.0.1`,
    )
  const ask = (port: number, text: string, database = 'postgres') =>
    run('psql', '-X', '-A', '-t', '-h', folder, '-p', String(port), '-U', 'parley', '-d', database, '-c', text).trim()
  const stop = () => {
    for (const place of [primary, standby]) {
      try {
        run('pg_ctl', 'stop', '-w', '-m', 'immediate', '-D', place)
      } catch {
        // It has ended before.
      }
    }
    rmSync(folder, { recursive: true, force: true })
  }
  try {
    run('initdb', '-D', primary, '-U', 'parley', '--auth=trust', '--wal-segsize=1', '--encoding=UTF8', '--locale=C')
    start(primary, first)
    ask(first, 'create database parley')
    const from = `host=${folder} port=${first} user=parley application_name=standby`
    run('pg_basebackup', '-D', standby, '--checkpoint=fast', '--wal-method=stream', '--write-recovery-conf', '--dbname', from)
    start(standby, second)
    ask(first, "alter system set synchronous_standby_names = 'standby'")
    ask(first, 'select pg_reload_conf()')
    await untilInStep(() => ask(first, 'select sync_state from pg_stat_replication'))
  } catch (error) {
    stop()
    throw error
  }
  return {
    url: `postgres://parley@127.0.0.1:${first},127.0.0.1:${second}/parley?target_session_attrs=read-write`,
    losePrimary: () => void process.kill(Number(readFileSync(join(primary, 'postmaster.pid'), 'utf8').split('\n')[0]), 'SIGKILL'),
    promoteStandby: () => void run('pg_ctl', 'promote', '-w', '-D', standby),
    stop,
  }
}

async function untilInStep(stateOf: () => string): Promise<void> {
  const until = Date.now() + IN_STEP_WITHIN_MS
  while (stateOf() !== 'sync') {
    if (Date.now() > until) throw new Error('the standby is not in step')
    await delay(LOOK_MS)
  }
}
