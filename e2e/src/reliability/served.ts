/** The server of `npm run serve` with its embedded database, in a process that is killed again and again. Its venue runs elsewhere and stays. */
import { execFile, spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'

const fileOf = (path: string): string => fileURLToPath(new URL(`../../../packages/server/src/${path}`, import.meta.url))
const READY_WITHIN_MS = 240_000
const READY = 'Parley is ready'

export type ServedPlace = { readonly dataDir: string; readonly port: number; readonly deribitUrl: string }

/** SIGKILL ends the server alone, so that the next one finds its database running, or the database with it. */
export type Killed = 'SERVER' | 'SERVER_AND_DATABASE'

export type Served = {
  readonly output: () => string
  kill(what: Killed): Promise<void>
  /** Closes it as a service manager does. */
  stop(): Promise<void>
}

/** The modules of a process that was stopped, compiled. One that is killed keeps none. */
const compiled = process.env['NODE_COMPILE_CACHE'] ?? fileURLToPath(new URL('../../../.cache/compiled', import.meta.url))

const environmentOf = ({ dataDir, port, deribitUrl }: ServedPlace) => ({
  ...process.env,
  NODE_COMPILE_CACHE: compiled,
  ...{ DATA_DIR: dataDir, DATABASE_URL: '', PORT: String(port), VENUES: 'DBT', DERIBIT_URL: deribitUrl, MAIL: 'off', LOG_LEVEL: 'info' },
})

const running = new Set<Served>()

export async function serve(place: ServedPlace): Promise<Served> {
  const child = spawn(process.execPath, [fileOf('main.ts')], { env: environmentOf(place), stdio: ['ignore', 'pipe', 'pipe'] })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (output += chunk.toString()))
  const ended = new Promise<void>((resolve) => child.once('close', () => resolve()))
  await new Promise<void>((resolve, reject) => {
    const finish = (then: () => void): void => {
      clearTimeout(late)
      then()
    }
    const late = setTimeout(() => reject(new Error(`the server was not ready in time:\n${output}`)), READY_WITHIN_MS)
    child.stdout.on('data', () => output.includes(READY) && finish(resolve))
    child.once('close', () => finish(() => reject(new Error(`the server ended at its start:\n${output}`))))
  })
  const served: Served = {
    output: () => output,
    async kill(what) {
      running.delete(served)
      const database = what === 'SERVER' ? [] : databaseProcesses(place.dataDir)
      child.kill('SIGKILL')
      for (const pid of database) endAtOnce(pid)
      await ended
    },
    async stop() {
      running.delete(served)
      child.kill('SIGTERM')
      await ended
    },
  }
  running.add(served)
  return served
}

/** Nothing keeps running after a comparison that failed. */
export const killServed = (): Promise<unknown> => Promise.all([...running].map((served) => served.kill('SERVER_AND_DATABASE')))

/** The database's first process, and those that it has started. */
function databaseProcesses(dataDir: string): readonly number[] {
  const [first] = readFileSync(join(dataDir, 'postgres', 'postmaster.pid'), 'utf8').split('\n')
  const children = readFileSync(`/proc/${first}/task/${first}/children`, 'utf8').trim().split(' ')
  return [first, ...children].map(Number).filter((pid) => pid > 1)
}

/** One of them may have ended by itself. */
function endAtOnce(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL')
  } catch (error) {
    if ((error as { code?: string }).code !== 'ESRCH') throw error
  }
}

const run = promisify(execFile)

/** `npm run operator` on the same installation. */
export const operate = (place: ServedPlace, ...args: readonly string[]): Promise<unknown> =>
  run(process.execPath, [fileOf('cli/operator.ts'), ...args], { env: environmentOf(place) })
