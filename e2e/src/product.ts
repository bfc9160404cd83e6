/** The whole product as a new user starts it, with all options marked: in its own process, data folder and port, stopped or killed by the test. */
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { EndedEarly, openHost, type Host } from './host.ts'
import { untilMarked } from './marked-market.ts'
import type { ToHost } from './product-host.ts'

const ENTRY = fileURLToPath(new URL('product-host.ts', import.meta.url))

export type DemoUser = {
  email: string
  password: string
  name: string
  desk: string
  role: string
  /** The demo lets this user in with one click, and no other member of the desk. */
  isLetIn: boolean
}
export type DemoDesk = {
  ticker: string
  name: string
  simulated: boolean
  accessKey: string
  secretKey: string
  accounts: Record<string, string>
}
export type Demo = {
  baseUrl: string
  venueControl: string
  operator: { name: string; password: string; totpSecret: string }
  users: DemoUser[]
  desks: DemoDesk[]
}

export type Product = {
  readonly baseUrl: string
  readonly demo: Demo
  readonly dataDir: string
  readonly output: () => string
  readonly pid: number
  /** Closes it as Ctrl-C does, and waits until it has stopped. */
  stop(): Promise<void>
  /** SIGKILL: nothing gets a chance to tidy up. */
  kill(): Promise<void>
}

export type ProductOptions = { readonly dataDir?: string; readonly port?: number; readonly flags?: readonly string[] }

/** A first start creates a database and ten desks, possibly on a busy machine. */
const READY_WITHIN_MS = 240_000
const STOPPED_WITHIN_MS = 120_000

/** The products of a process share one address, so that a browser window reuses the code that it has compiled for an earlier one. */
type Address = { readonly host: Host<ToHost>; readonly port: number }
/** Hosts whose product has been stopped; the next product uses one of them. */
const idle: Address[] = []

/** With these flags the test owns the market: simulated desks answer its RFQs, and nothing else moves. */
export const STILL = ['--seed', '7', '--scenario', 'still'] as const
/** With these, ten desks trade all the time: for tests about a market that moves on its own. */
export const LIVE = ['--seed', '7'] as const

export const newDataDir = (): string => mkdtempSync(join(tmpdir(), `parley-e2e-${process.pid}-`))
export const removeDataDir = (dataDir: string): void => rmSync(dataDir, { recursive: true, force: true })

/** A killed run leaves its folders behind. Its products end with it. */
export function removeLeftDataDirs(): void {
  for (const name of readdirSync(tmpdir())) {
    const [, maker] = /^parley-e2e-(\d+)-/.exec(name) ?? []
    if (maker !== undefined && !isRunning(Number(maker))) removeDataDir(join(tmpdir(), name))
  }
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

/** A port that was free may be in use by the time it is opened. Unless the port is given, the product is started once more. */
export async function startProduct(options: ProductOptions = {}): Promise<Product> {
  const dataDir = options.dataDir ?? newDataDir()
  if (options.port !== undefined) return startAt(addressAt(options.port), dataDir, options)
  return startAt(idle.pop() ?? addressAt(await freePort()), dataDir, options).catch(async (error: unknown) => {
    if (!(error instanceof EndedEarly)) throw error
    return startAt(addressAt(await freePort()), dataDir, options)
  })
}

function addressAt(port: number): Address {
  const at = idle.findIndex((one) => one.port === port)
  return idle.splice(at, at === -1 ? 0 : 1)[0] ?? { host: openHost<ToHost>(ENTRY), port }
}

async function startAt(address: Address, dataDir: string, options: ProductOptions): Promise<Product> {
  const { host, port } = address
  const since = host.output().length
  const env = { DATA_DIR: dataDir, PORT: String(port), DATABASE_URL: '' }
  await host.ask({ do: 'start', flags: options.flags ?? LIVE, env }, READY_WITHIN_MS).catch(async (error: unknown) => {
    await host.kill()
    throw error
  })
  let isRunning = true
  const baseUrl = `http://localhost:${port}`
  const demo = readDemo(dataDir)
  await untilMarked(baseUrl, demo.desks[0]!)
  return {
    baseUrl,
    demo,
    dataDir,
    output: () => host.output().slice(since),
    pid: host.pid,
    stop: async () => {
      if (!isRunning || host.hasEnded()) return
      isRunning = false
      await host.ask({ do: 'stop' }, STOPPED_WITHIN_MS)
      idle.push(address)
    },
    kill: async () => {
      isRunning = false
      await host.kill()
    },
  }
}

/** The first user of each desk that does not trade on its own can sign in (decision 0043). */
function readDemo(dataDir: string): Demo {
  const demo = JSON.parse(readFileSync(join(dataDir, 'demo.json'), 'utf8')) as Omit<Demo, 'users'> & { users: Omit<DemoUser, 'isLetIn'>[] }
  const first = demo.desks.filter(({ simulated }) => !simulated).map(({ ticker }) => demo.users.find(({ desk }) => desk === ticker))
  return { ...demo, users: demo.users.map((user) => ({ ...user, isLetIn: first.includes(user) })) }
}

/** If a later part fails to open, this ends the running product, because nothing else would. */
export async function endingOnFailure<Opened>(end: () => Promise<unknown>, open: () => Promise<Opened>): Promise<Opened> {
  try {
    return await open()
  } catch (error) {
    await end()
    throw error
  }
}

export function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer()
    probe.once('error', reject)
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address()
      probe.close(() => (address !== null && typeof address === 'object' ? resolve(address.port) : reject(new Error('no port'))))
    })
  })
}
