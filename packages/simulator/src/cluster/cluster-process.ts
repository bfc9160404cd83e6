/** One process of a cluster: the product in one role, or NATS. */
import { spawn, type ChildProcess } from 'node:child_process'
import { createWriteStream, existsSync, writeFileSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { StartProblem } from '@parley/server'
import { freePort } from '../exchange/listen.ts'

const SERVE = fileURLToPath(new URL('../../../server/src/main.ts', import.meta.url))
/** `npm run cluster` and `npm test` unpack the package of Debian there (tools/src/bootstrap/nats.mjs). */
const FETCHED = fileURLToPath(new URL('../../../../.cache/nats/usr/sbin', import.meta.url))
/** Ends the process with the one that has started it. */
const FOLLOW_PARENT = new URL('../../../../tools/src/bootstrap/follow-parent.mjs', import.meta.url).href
const START_WITHIN_MS = 120_000
const LOOK_EVERY_MS = 50
const STOP_WITHIN_MS = 10_000

export type ClusterRole = 'gateway' | 'shards' | 'workers'

export type ClusterProcess = {
  readonly role: ClusterRole
  readonly port: number
  readonly url: string
  readonly pid: number
  readonly isRunning: () => boolean
  stop(): Promise<void>
}

type Starting = {
  readonly role: ClusterRole
  readonly env: Readonly<Record<string, string>>
  /** The file that gets its log. */
  readonly logFile: string
}

/** Resolves when it is ready. */
export async function startProcess({ role, env, logFile }: Starting): Promise<ClusterProcess> {
  const port = await freePort()
  const flags = ['--disable-warning=ExperimentalWarning', `--import=${FOLLOW_PARENT}`, '--max-semi-space-size=32']
  const child = spawn(process.execPath, [...flags, SERVE, '--role', role], {
    env: { ...process.env, ...env, PORT: String(port), HOST: '127.0.0.1' },
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  })
  const file = createWriteStream(logFile, { flags: 'a', mode: 0o600 })
  for (const output of [child.stdout!, child.stderr!]) output.pipe(file, { end: false })
  const url = `http://127.0.0.1:${port}`
  await untilReady(child, `${url}/health/ready`, `The ${role} process did not start. Its log is ${logFile}.`)
  return { role, port, url, pid: child.pid!, isRunning: () => isRunning(child), stop: () => stopChild(child) }
}

/** Undefined if no nats-server is installed. */
export const natsProgram = (): string | undefined =>
  [...(process.env['PATH'] ?? '').split(delimiter), '/usr/sbin', FETCHED].map((folder) => join(folder, 'nats-server')).find(existsSync)

/** On a port of this machine only. `settingsFile` is written. */
export async function startNats(settingsFile: string): Promise<{ readonly url: string; stop(): Promise<void> }> {
  const program = natsProgram()
  if (program === undefined)
    throw new StartProblem(
      'SettingWrong',
      'npm run cluster needs nats-server. Install it (Debian: apt-get install nats-server), or set NATS_URL.',
    )
  const [port, monitor] = [await freePort(), await freePort()]
  writeFileSync(settingsFile, `listen: "127.0.0.1:${port}"\nhttp: "127.0.0.1:${monitor}"\nmax_payload: 8MB\n`, { mode: 0o600 })
  const child = spawn(program, ['-c', settingsFile], { stdio: 'ignore' })
  const endWithUs = () => child.kill()
  process.once('exit', endWithUs)
  await untilReady(child, `http://127.0.0.1:${monitor}/healthz`, 'nats-server did not start.')
  const stop = async () => {
    process.off('exit', endWithUs)
    await stopChild(child)
  }
  return { url: `nats://127.0.0.1:${port}`, stop }
}

async function untilReady(child: ChildProcess, url: string, problem: string): Promise<void> {
  const until = Date.now() + START_WITHIN_MS
  while (isRunning(child) && Date.now() < until) {
    const isReady = await fetch(url).then(
      ({ ok }) => ok,
      () => false,
    )
    if (isReady) return
    await delay(LOOK_EVERY_MS)
  }
  child.kill('SIGKILL')
  throw new StartProblem('SettingWrong', problem)
}

const isRunning = (child: ChildProcess): boolean => child.exitCode === null && child.signalCode === null

async function stopChild(child: ChildProcess): Promise<void> {
  if (!isRunning(child)) return
  const ended = new Promise((resolve) => child.once('exit', resolve))
  child.kill('SIGTERM')
  const late = setTimeout(() => child.kill('SIGKILL'), STOP_WITHIN_MS)
  await ended
  clearTimeout(late)
}
