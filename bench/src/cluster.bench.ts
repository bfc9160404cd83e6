/** An installation of many processes next to one process: the time of a write, and the pause when the owner of a market is killed. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { catalogueCalls, ClientError, createClient, directRfqCalls, type Client } from '@parley/client'
import { natsProgram, readClusterFile, readDemoFile, startCluster, startDemo, type DemoSetting } from '@parley/simulator'
import { percentile } from './figures.ts'
import { freePort } from './own-demo.ts'
import type { Bench, Row } from './row.ts'

const MARKET = 'DBT-BTC'
const [WARM, WRITES, KILLS] = [20, 60, 5]
/** The rate of RFQs of a desk in the demo. */
const PACE_MS = 110

type Asking = { readonly desk: Client; readonly instrumentId: number }

async function askingAt(baseUrl: string, dataDir: string): Promise<Asking> {
  const { accessKey, secretKey } = readDemoFile(dataDir)!.desks.find(({ ticker }) => ticker === 'AMBR')!
  const desk = createClient({ baseUrl, credentials: { kind: 'key', accessKey, secretKey }, pacing: false })
  const { results } = await desk.call(catalogueCalls.listInstruments, { query: { venue: 'DBT', kind: 'OPTION' } })
  return { desk, instrumentId: results.find(({ base_currency }) => base_currency === 'BTC')!.id }
}

/** Creates an RFQ, however often it has to be sent. Returns the milliseconds until it was acknowledged. */
async function write({ desk, instrumentId }: Asking): Promise<number> {
  const [idempotencyKey, began] = [crypto.randomUUID(), performance.now()]
  const body = { venue: 'DBT', quantity: '25', legs: [{ instrument_id: instrumentId, ratio: '1', side: 'BUY' }] } as const
  for (;;) {
    try {
      const { id } = await desk.call(directRfqCalls.createRfq, { body: { ...body, legs: [...body.legs] }, idempotencyKey })
      const took = performance.now() - began
      await desk.call(directRfqCalls.cancelRfq, { params: { id } })
      return took
    } catch (error) {
      if (!(error instanceof ClientError) || (error.status !== 503 && error.status !== 0)) throw error
      await delay(50)
    }
  }
}

async function timesOf(asking: Asking): Promise<readonly number[]> {
  const times: number[] = []
  for (let n = 0; n < WARM + WRITES; n++) {
    times.push(await write(asking))
    await delay(PACE_MS)
  }
  return times.slice(WARM)
}

/** Milliseconds from the death of the owner until the next write is acknowledged. */
async function pausesOf(asking: Asking, dataDir: string): Promise<readonly number[]> {
  const pauses: number[] = []
  for (let n = 0; n < KILLS; n++) {
    const { processes, control } = readClusterFile(dataDir)!
    const owner = await ownerIn(processes.filter(({ role }) => role === 'shards'))
    process.kill(owner, 'SIGKILL')
    pauses.push(await write(asking))
    await fetch(`${control}/start/shards`, { method: 'POST' })
    await delay(2_000)
  }
  return pauses
}

async function ownerIn(owners: readonly { readonly pid: number; readonly url: string }[]): Promise<number> {
  for (const { pid, url } of owners)
    if ((await (await fetch(`${url}/metrics`)).text()).includes(`parley_shard_serving{shard="${MARKET}"} 1`)) return pid
  throw new Error(`no process owns ${MARKET}`)
}

async function settingIn(dataDir: string): Promise<DemoSetting> {
  return {
    ...{ port: await freePort(), dataDir, databaseUrl: undefined, webDir: undefined, mail: { kind: 'off' }, seed: 7, speed: 1 },
    ...{ scenario: 'still', rates: 'unhurried', onProgress: () => undefined, onProblem: () => undefined },
  }
}

async function within<Measured>(work: (setting: DemoSetting) => Promise<Measured>): Promise<Measured> {
  const dataDir = mkdtempSync(join(tmpdir(), 'parley-bench-cluster-'))
  try {
    return await work(await settingIn(dataDir))
  } finally {
    rmSync(dataDir, { recursive: true, force: true })
  }
}

const inOneProcess = (setting: DemoSetting) =>
  startDemo(setting).then(async (demo) => {
    try {
      return await timesOf(await askingAt(demo.file.baseUrl, setting.dataDir))
    } finally {
      await demo.close()
    }
  })

const inMany = (setting: DemoSetting) =>
  startCluster(setting).then(async (cluster) => {
    try {
      const asking = await askingAt(cluster.baseUrl, setting.dataDir)
      return { times: await timesOf(asking), pauses: await pausesOf(asking, setting.dataDir) }
    } finally {
      await cluster.close()
    }
  })

export const bench: Bench = {
  name: 'cluster',
  async run(): Promise<readonly Row[]> {
    if (natsProgram() === undefined) throw new Error('this benchmark needs nats-server (Debian: apt-get install nats-server)')
    const [one, many] = [await within(inOneProcess), await within(inMany)]
    const conditions =
      'STILL demo, one sender, embedded PostgreSQL; two gateways, two shard owners, one worker and a door on the same machine'
    const at = (part: number): Row => ({
      what: `RFQ created on many processes, p${part}`,
      figure: percentile(many.times, part),
      unit: 'ms',
      beside: { what: 'one process', figure: percentile(one, part), unit: 'ms' },
      conditions,
    })
    const pause = { figure: Math.max(...many.pauses), unit: 'ms', bar: '≤ 3,000 ms', conditions: `${KILLS} kills` }
    return [at(50), at(95), { what: 'owner of a market killed: until its next write is acknowledged, longest', ...pause }]
  },
}
