/** An installation of many processes for a benchmark, with a database whose figures it can read. */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createClient, type Client } from '@parley/client'
import { asOwner, connect, openDatabase, silent, type Sql } from '@parley/server'
import { readClusterFile, readDemoFile, startCluster, type ClusterFile, type DemoDesk, type DemoSetting } from '@parley/simulator'
import { freePort } from './own-demo.ts'

export type ClusterPlace = {
  readonly dataDir: string
  readonly baseUrl: string
  readonly desks: readonly DemoDesk[]
  /** A connection that may change settings of the database. */
  readonly sql: Sql
  clientOf(ticker: string): Client
  processes(role: ClusterFile['processes'][number]['role']): ClusterFile['processes']
  /** Resolves when the process is ready. */
  start(role: ClusterFile['processes'][number]['role']): Promise<void>
  /** Bytes of messages that NATS has received and delivered. */
  natsBytes(): Promise<{ readonly received: number; readonly delivered: number }>
}

/** More than a benchmark sends. */
const OFTEN = { most: 1_000_000, withinMs: 1_000 }
const CONNECTIONS = 160

export async function settingIn(dataDir: string, databaseUrl?: string): Promise<DemoSetting> {
  return {
    ...{ port: await freePort(), dataDir, databaseUrl, webDir: undefined, mail: { kind: 'off' }, seed: 7, speed: 1 },
    ...{ scenario: 'still', rates: 'unhurried', onProgress: () => undefined, onProblem: () => undefined },
  }
}

export async function withCluster<Measured>(work: (place: ClusterPlace) => Promise<Measured>): Promise<Measured> {
  const dataDir = mkdtempSync(join(tmpdir(), 'parley-bench-cluster-'))
  const ending: (() => Promise<unknown>)[] = []
  try {
    const settings = { max_connections: String(CONNECTIONS) }
    const database = await openDatabase({ dataDir: join(dataDir, 'database'), log: silent, name: 'parley bench', settings })
    ending.push(database.close)
    const cluster = await startCluster(await settingIn(dataDir, database.url), {
      desks: 'AWAY',
      deskRates: { requestsPerDesk: OFTEN, rfqsPerDesk: OFTEN, takesPerProduct: OFTEN },
    })
    ending.push(cluster.close)
    const sql = connect(asOwner(database.url), { max: 1, name: 'parley bench' })
    ending.push(() => sql.end())
    return await work(placeOf(dataDir, cluster.baseUrl, sql))
  } finally {
    for (const end of ending.reverse()) await end()
    rmSync(dataDir, { recursive: true, force: true })
  }
}

function placeOf(dataDir: string, baseUrl: string, sql: Sql): ClusterPlace {
  const { desks } = readDemoFile(dataDir)!
  return {
    ...{ dataDir, baseUrl, desks, sql },
    clientOf(ticker) {
      const { accessKey, secretKey } = desks.find((desk) => desk.ticker === ticker)!
      return createClient({ baseUrl, credentials: { kind: 'key', accessKey, secretKey }, pacing: false })
    },
    processes: (role) => readClusterFile(dataDir)!.processes.filter((one) => one.role === role),
    async start(role) {
      const started = await fetch(`${readClusterFile(dataDir)!.control}/start/${role}`, { method: 'POST' })
      if (!started.ok) throw new Error(await started.text())
    },
    async natsBytes() {
      const [, monitor] = /http: "([^"]+)"/.exec(readFileSync(join(dataDir, 'nats.conf'), 'utf8'))!
      const seen = (await (await fetch(`http://${monitor}/varz`)).json()) as { in_bytes: number; out_bytes: number }
      return { received: seen.in_bytes, delivered: seen.out_bytes }
    },
  }
}
