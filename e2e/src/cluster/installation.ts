/** An installation of many processes whose connections to NATS can be cut. */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readClusterFile, readDemoFile, startCluster, type ClusterFile, type DemoDesk } from '@parley/simulator'
import { freePort } from '../product.ts'
import { seeded } from '../random.ts'
import { checkReplay } from '../replay.ts'
import { openNatsLink, type NatsLink } from './nats-link.ts'
import { nextRelease } from './next-release.ts'

export type Role = ClusterFile['processes'][number]['role']
export type Process = ClusterFile['processes'][number]

export type Installation = {
  readonly baseUrl: string
  readonly dataDir: string
  readonly desks: readonly DemoDesk[]
  readonly nats: NatsLink
  /** The address that controls the simulated venues and the chain. */
  readonly venueControl: string
  /** Those that run, oldest first. */
  processes(role: Role): readonly Process[]
  /** The process that serves a market. */
  ownerOf(shard: string): Promise<Process>
  /** Starts a process. Resolves when it is ready. */
  start(role: Role): Promise<void>
  /** Processes that are started from now on are of the next release. */
  releaseNext(): void
  /** Only for the embedded database. */
  databasePid(): number
  logOf(role: Role): string
  /** Stops everything. The folder remains. */
  stop(): Promise<void>
  /** After it was stopped. */
  checkReplay(): Promise<void>
  removeFolder(): void
}

const OWNED_WITHIN_LOOKS = 300
const LOOK_MS = 100
/** On the fastest machine too, faults and not rates end what a desk does. A page of 1,000 rows counts as ten calls. */
const OFTEN = { most: 100_000, withinMs: 1_000 }

/** The clocks of the processes of a role, in the order of their starts, from one that the seed draws. Two that share their work always differ. */
const CLOCKS_AHEAD_MS = [5_000, -5_000, 0]
const SHIFTED_CLOCK = `--import=${import.meta.resolve('./shifted-clock.ts')}`

function clocksOf(seed: number) {
  const starts = new Map<Role, number>()
  return (role: Role) => {
    const start = starts.get(role) ?? Math.floor(seeded(seed)() * CLOCKS_AHEAD_MS.length)
    starts.set(role, start + 1)
    const aheadMs = CLOCKS_AHEAD_MS[start % CLOCKS_AHEAD_MS.length]!
    return { PARLEY_TEST_CLOCK_AHEAD_MS: String(aheadMs) }
  }
}

/** Its desks trade only if a test lets them. Without `databaseUrl` it has an embedded database. */
export async function openInstallation(seed: number, databaseUrl?: string): Promise<Installation> {
  const dataDir = mkdtempSync(join(tmpdir(), 'parley-cluster-faults-'))
  const nats = await openNatsLink(join(dataDir, 'nats.conf'))
  const clockOf = clocksOf(seed)
  let release: 'THIS' | 'NEXT' = 'THIS'
  const releaseSettings = (imported: readonly string[]) => {
    const { options, settings } = release === 'THIS' ? { options: [], settings: {} } : nextRelease(dataDir)
    return { ...settings, NODE_OPTIONS: [...imported, ...options].join(' ') }
  }
  const settingsOf = (role: Role) => ({ ...clockOf(role), ...releaseSettings([SHIFTED_CLOCK]) })
  const cluster = await startCluster(
    {
      ...{ port: await freePort(), dataDir, databaseUrl, webDir: undefined, mail: { kind: 'off' } },
      ...{ seed, speed: 1, scenario: 'still', rates: 'unhurried', onProgress: () => undefined, onProblem: () => undefined },
    },
    {
      natsUrl: nats.url,
      settingsOf,
      desks: 'AWAY',
      deskRates: { requestsPerDesk: OFTEN, rfqsPerDesk: OFTEN, takesPerProduct: OFTEN, chainCallsPerDesk: OFTEN },
    },
  ).catch(async (error: unknown) => {
    await nats.close()
    throw error
  })
  // The file has a process that has died until the next one is started.
  const processes = (role: Role) => readClusterFile(dataDir)!.processes.filter((one) => one.role === role && isRunning(one.pid))
  const { desks, venueControl } = readDemoFile(dataDir)!
  return {
    ...{ baseUrl: cluster.baseUrl, dataDir, desks, venueControl, nats, processes },
    ownerOf: (shard) => ownerAmong(() => processes('shards'), shard),
    async start(role) {
      const started = await fetch(`${readClusterFile(dataDir)!.control}/start/${role}`, { method: 'POST' })
      if (!started.ok) throw new Error(await started.text())
    },
    releaseNext: () => void (release = 'NEXT'),
    databasePid: () => Number(readFileSync(join(dataDir, 'postgres', 'postmaster.pid'), 'utf8').split('\n')[0]),
    logOf: (role) => readFileSync(join(dataDir, 'cluster-logs', `${role}.log`), 'utf8'),
    async stop() {
      await cluster.close()
      await nats.close()
    },
    checkReplay: () => checkReplay(dataDir, { DATABASE_URL: databaseUrl ?? '', ...releaseSettings([]) }),
    removeFolder: () => rmSync(dataDir, { recursive: true, force: true }),
  }
}

export function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

async function ownerAmong(owners: () => readonly Process[], shard: string): Promise<Process> {
  for (let look = 0; look < OWNED_WITHIN_LOOKS; look += 1) {
    for (const one of owners()) {
      const metrics = await fetch(`${one.url}/metrics`).then(
        (answer) => answer.text(),
        () => '',
      )
      if (metrics.includes(`parley_shard_serving{shard="${shard}"} 1`)) return one
    }
    await new Promise((resolve) => setTimeout(resolve, LOOK_MS))
  }
  throw new Error(`no process serves ${shard}`)
}
