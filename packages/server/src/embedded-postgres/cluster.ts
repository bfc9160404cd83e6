/** One PostgreSQL server of our own on one folder: created, started or attached to, and stopped. It listens on a socket that only we can reach. */
import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { chmodSync, closeSync, existsSync, lstatSync, mkdirSync, openSync, readdirSync, realpathSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import type { Log } from '../log/log.ts'
import { isGuarded, writeAccess } from './access.ts'
import { describe, findBinaries, postgresOf, reachableCopy, type Binaries } from './binaries.ts'
import { createCluster, databaseEnvironment, problemFrom } from './create-cluster.ts'
import { limits } from '../database/limits.ts'
import { isAlive, readPostmaster, removePostmasterFile, textOf, urlOf, type Postmaster } from './postmaster-file.ts'
import { makeDataFolder } from './data-folder.ts'
import { ensureRoles } from './roles.ts'
import { databaseUser, isOwnUser, isReachable, standpointOf } from './unprivileged-user.ts'
import { asStartProblem, notReachable, StartProblem } from '../database/start-problem.ts'

export type Cluster = {
  /** The URL of the cluster's own `postgres` database. */
  readonly url: string
  readonly pid: number
  readonly found: 'started' | 'survivor'
  /** Still running from a time when every user of the machine could connect, so it must be restarted. */
  readonly isOpenToAll: boolean
  isRunning(): boolean
  stop(): Promise<void>
}

export type ClusterOptions = { readonly dataDir: string; readonly log: Log; readonly settings?: Readonly<Record<string, string>> }

export async function openCluster({ dataDir, log, settings = {} }: ClusterOptions): Promise<Cluster> {
  try {
    const { home, folder, binaries } = ensureCluster({ dataDir, log })
    const survivor = await waitForSurvivor(folder)
    const postmaster = survivor ?? (await start({ folder, home, binaries, settings }))
    const url = urlOf(postmaster, 'postgres')
    const isOpenToAll = !isGuarded(folder)
    if (!isOpenToAll)
      await ensureRoles(url).catch(async (error: unknown) => {
        if (survivor === undefined) await stop(postmaster, folder)
        throw error
      })
    return {
      url,
      pid: postmaster.pid,
      found: survivor ? 'survivor' : 'started',
      isOpenToAll,
      isRunning: () => isAlive(postmaster, folder),
      stop: () => stop(postmaster, folder),
    }
  } catch (error) {
    throw asStartProblem(error, dataDir)
  }
}

/** Creates the database's folder if there is none. Nothing is started, so a start may do this while it loads its modules. */
export function ensureCluster({ dataDir, log }: Pick<ClusterOptions, 'dataDir' | 'log'>): Pick<Start, 'home' | 'folder' | 'binaries'> {
  makeDataFolder(dataDir)
  const home = realpathSync(dataDir)
  const folder = join(home, 'postgres')
  const binaries = usableBinaries(home)
  if (isEmpty(folder)) {
    log.info({ folder, major: binaries.major }, 'Creating the database')
    createCluster(folder, binaries)
  }
  checkVersion(folder, binaries)
  return { home, folder, binaries }
}

/** Programs that the unprivileged user can reach. */
function usableBinaries(home: string): Binaries {
  const binaries = findBinaries(join(home, 'postgres-bin'))
  if (isReachable(binaries.folder)) return binaries
  const copy = reachableCopy(binaries, home)
  const copied = describe(copy, 'package')
  if (copied === undefined)
    throw new StartProblem('NoBinaries', `The copy of PostgreSQL in ${copy} does not run; remove it and start again.`)
  return copied
}

const isEmpty = (folder: string): boolean => !existsSync(folder) || readdirSync(folder).length === 0

function checkVersion(folder: string, binaries: Binaries): void {
  const version = textOf(join(folder, 'PG_VERSION'))?.trim()
  if (version === undefined || !/^\d+$/.test(version))
    throw new StartProblem(
      'FolderBroken',
      `${folder} is not a complete database (PG_VERSION is ${version === undefined ? 'missing' : 'broken'}); put a backup in its place, or move it away to start with an empty database.`,
    )
  if (version !== String(binaries.major))
    throw new StartProblem(
      'OtherMajorVersion',
      `${folder} was created by PostgreSQL ${version} and this Parley brings PostgreSQL ${binaries.major}; run PostgreSQL ${version} on it and set DATABASE_URL, or move it away to start with an empty database.`,
    )
}

/** A postmaster that outlived a killed Parley, ready for use. If it is just stopping, this waits for it. */
async function waitForSurvivor(folder: string): Promise<Postmaster | undefined> {
  const until = Date.now() + limits.startMs
  for (;;) {
    const postmaster = readPostmaster(folder)
    if (postmaster === undefined) return undefined
    if (!isAlive(postmaster, folder)) {
      removePostmasterFile(folder)
      return undefined
    }
    if (postmaster.status === 'ready') return postmaster
    if (Date.now() > until)
      throw new StartProblem(
        'DatabaseDoesNotStart',
        `The database process ${postmaster.pid} on ${folder} neither starts nor stops; kill it (kill ${postmaster.pid}) and start again.`,
      )
    await delay(limits.pollMs)
  }
}

const SOCKET_LOCK = '.s.PGSQL.5432.lock'

type Start = { folder: string; home: string; binaries: Binaries; settings: Readonly<Record<string, string>> }

async function start({ folder, home, binaries, settings }: Start): Promise<Postmaster> {
  const user = databaseUser()
  const standpoint = standpointOf(folder)
  if (standpoint === undefined) throw notReachable(folder)
  chmodSync(folder, 0o700)
  writeAccess(folder)
  user.give(folder)
  const log = join(home, 'postgres.log')
  const socket = socketFolder(folder, standpoint.name)
  // PostgreSQL believes the socket's lock of a killed server while its process number is in use, also by another program or by a process that no
  // parent has reaped. It checks the lock of the folder first, so the lock of a running server is not missed.
  rmSync(join(socket === standpoint.name ? folder : socket, SOCKET_LOCK), { force: true })
  const wanted = { ...ownSettings(socket, binaries.major), ...settings }
  const args = ['-D', standpoint.name, ...Object.entries(wanted).flatMap(([name, value]) => ['-c', `${name}=${value}`])]
  const out = openSync(log, logFlag(log), 0o600)
  const from = statSync(log).size
  // A separate session, because Ctrl-C in the terminal must reach Parley first. Parley stops the database when it no longer needs it.
  const child = spawn(postgresOf(binaries), args, {
    ...user.ids,
    cwd: standpoint.cwd,
    detached: true,
    stdio: ['ignore', out, out],
    env: databaseEnvironment(),
  })
  closeSync(out)
  let ended: string | undefined
  child.once('error', (error) => (ended = error.message))
  child.once('exit', (code, signal) => (ended ??= `ended with ${signal ?? code}`))
  child.unref()
  const until = Date.now() + limits.startMs
  while (Date.now() < until) {
    const postmaster = readPostmaster(folder)
    if (ended !== undefined) {
      // Two starts at the same moment: the other one's postmaster has the folder and can be used as well.
      const other = await waitForSurvivor(folder)
      if (other !== undefined) return other
      throw problemFrom((textOf(log) ?? '').slice(from) || ended, folder)
    }
    if (postmaster?.status === 'ready' && isAlive(postmaster, folder)) return postmaster
    await delay(limits.pollMs)
  }
  throw new StartProblem(
    'DatabaseDoesNotStart',
    `The database in ${folder} was not ready after ${limits.startMs / 1000} seconds; see ${log}.`,
  )
}

const ownSettings = (socket: string, major: number): Record<string, string> => ({
  listen_addresses: '',
  unix_socket_directories: socket,
  max_connections: String(limits.connectionsOfCluster),
  log_min_messages: 'warning',
  max_wal_size: '512MB',
  // A segment of the log is zeroed once and then reused, even by a burst after a quiet night (decision 0300).
  min_wal_size: '256MB',
  shared_buffers: limits.sharedBuffers,
  jit: 'off',
  timezone: 'UTC',
  // Parallel queries need shared memory, which is scarce in containers.
  max_parallel_workers_per_gather: '0',
  max_logical_replication_workers: '0',
  // Reads come from the operating system's cache, so processes that read ahead would only use memory (8 MB each).
  ...(major >= 18 ? { io_method: 'sync' } : {}),
})

const logFlag = (log: string): 'a' | 'w' => (existsSync(log) && statSync(log).size < limits.databaseLogBytes ? 'a' : 'w')

/** In the database's own folder (0700) if the path is short enough, otherwise in another private folder. */
function socketFolder(folder: string, nameOfFolder: string): string {
  if (Buffer.byteLength(folder) <= limits.socketFolderBytes) return nameOfFolder
  const short = shortFolder(folder)
  mkdirSync(short, { recursive: true, mode: 0o700 })
  const entry = lstatSync(short)
  if (!entry.isDirectory() || !isOwnUser(entry.uid))
    throw new StartProblem('PermissionMissing', `${short} belongs to another user; remove it, or set DATA_DIR to a shorter path.`)
  chmodSync(short, 0o700)
  databaseUser().give(short)
  return short
}

const shortFolder = (folder: string): string => join(tmpdir(), `parley-${createHash('sha256').update(folder).digest('hex').slice(0, 16)}`)

/**
 * Fast shutdown: open transactions are rolled back, and everything committed is on disk. The folder shows when it is done, even if no parent process
 * reaps it.
 */
async function stop(postmaster: Postmaster, folder: string): Promise<void> {
  signal(postmaster, 'SIGINT')
  const until = Date.now() + limits.stopMs
  const still = () => readPostmaster(folder)?.pid === postmaster.pid && isAlive(postmaster, folder)
  while (still() && Date.now() < until) await delay(limits.pollMs)
  if (still()) signal(postmaster, 'SIGQUIT')
  else if (postmaster.socketFolder === shortFolder(folder)) rmSync(postmaster.socketFolder, { recursive: true, force: true })
}

function signal(postmaster: Postmaster, name: 'SIGINT' | 'SIGQUIT'): void {
  try {
    process.kill(postmaster.pid, name)
  } catch (error) {
    if ((error as { code?: string }).code !== 'ESRCH') throw error
  }
}
