/**
 * An installation of many processes: a command next to the same in one process, the pause when the owner of a market is killed, what a negotiation costs,
 * and one event to 10,000 sockets over four gateways.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { catalogueCalls, ClientError, createClient, directRfqCalls, type Client } from '@parley/client'
import { natsProgram, startDemo } from '@parley/simulator'
import { fanOut, type FanOut } from './cluster-fan-out.ts'
import { negotiationCosts, type NegotiationCosts } from './cluster-negotiations.ts'
import { settingIn, withCluster, type ClusterPlace } from './cluster-place.ts'
import { percentile } from './figures.ts'
import type { Bench, Row } from './row.ts'

const MARKET = 'DBT-BTC'
/** A tenth of the work shows whether the benchmark works: `CLUSTER_PART=0.1 npm run bench -- cluster`. */
const PART = Number(process.env['CLUSTER_PART'] ?? '1')
const [WARM, WRITES, KILLS, NEGOTIATIONS, SOCKETS, EVENTS] = [20, ...[600, 50, 100, 10_000, 20].map((most) => Math.ceil(most * PART))] as [
  ...[number, number, number, number, number, number],
]
/** The rate of RFQs of a desk in the demo. */
const PACE_MS = 110
/** A process that has started again takes its share. */
const SETTLED_MS = 2_000

type Asking = { readonly desk: Client; readonly instrumentId: number }

async function askingBy(desk: Client): Promise<Asking> {
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
async function pausesOf(asking: Asking, place: ClusterPlace): Promise<readonly number[]> {
  const pauses: number[] = []
  for (let n = 0; n < KILLS; n++) {
    const owner = await ownerIn(place)
    process.kill(owner, 'SIGKILL')
    pauses.push(await write(asking))
    await place.start('shards')
    await delay(SETTLED_MS)
  }
  return pauses
}

const OWNED_WITHIN_LOOKS = 300
const LOOK_MS = 100

/** While the markets are divided again, no process owns it for a moment. */
async function ownerIn(place: ClusterPlace): Promise<number> {
  for (let look = 0; look < OWNED_WITHIN_LOOKS; look += 1) {
    for (const { pid, url } of place.processes('shards')) {
      const metrics = await fetch(`${url}/metrics`).then(
        (answer) => answer.text(),
        () => '',
      )
      if (metrics.includes(`parley_shard_serving{shard="${MARKET}"} 1`)) return pid
    }
    await delay(LOOK_MS)
  }
  throw new Error(`no process owns ${MARKET}`)
}

async function inOneProcess(): Promise<readonly number[]> {
  const dataDir = mkdtempSync(join(tmpdir(), 'parley-bench-demo-'))
  try {
    const demo = await startDemo(await settingIn(dataDir))
    try {
      const { accessKey, secretKey } = demo.file.desks.find(({ ticker }) => ticker === 'AMBR')!
      const credentials = { kind: 'key', accessKey, secretKey } as const
      return await timesOf(await askingBy(createClient({ baseUrl: demo.file.baseUrl, credentials, pacing: false })))
    } finally {
      await demo.close()
    }
  } finally {
    rmSync(dataDir, { recursive: true, force: true })
  }
}

type InMany = {
  readonly times: readonly number[]
  readonly costs: NegotiationCosts
  readonly fanned: FanOut
  readonly pauses: readonly number[]
}

const inMany = (): Promise<InMany> =>
  withCluster(async (place) => {
    const asking = await askingBy(place.clientOf('AMBR'))
    const times = await timesOf(asking)
    const costs = await negotiationCosts(place, NEGOTIATIONS)
    const fanned = await fanOut(place, SOCKETS, EVENTS)
    return { times, costs, fanned, pauses: await pausesOf(asking, place) }
  })

function commandRows(one: readonly number[], many: readonly number[]): readonly Row[] {
  const conditions = `STILL demo, ${WRITES} RFQs, one sender, embedded PostgreSQL; two gateways, two shard owners, one worker and a door on the same machine`
  return [50, 99].map((part) => ({
    what: `RFQ created on many processes, p${part}`,
    figure: percentile(many, part),
    unit: 'ms',
    beside: { what: 'one process', figure: percentile(one, part), unit: 'ms' },
    conditions,
  }))
}

function costRows({ statements, logBytes, natsReceived, natsDelivered }: NegotiationCosts): readonly Row[] {
  const conditions = `${NEGOTIATIONS} negotiations with one maker: RFQ, reset of the maker's protection, quote, order, settlement; what it does at rest is subtracted`
  return [
    { what: 'statements for a negotiation', figure: statements, unit: '', conditions },
    { what: "bytes of the database's log for a negotiation", figure: logBytes, unit: 'B', conditions },
    { what: 'bytes to NATS for a negotiation', figure: natsReceived, unit: 'B', conditions },
    { what: 'bytes from NATS for a negotiation', figure: natsDelivered, unit: 'B', conditions },
  ]
}

function fanOutRows({ half, all }: FanOut): readonly Row[] {
  const conditions = `${EVENTS} markets opened, ${SOCKETS} sockets over four gateways, readers in threads of the benchmark; from the call to the last gateway's socket`
  const row = (what: string, times: readonly number[], part: number): Row => ({
    what: `${what}, ${part === 50 ? 'median' : 'longest'} of the events`,
    figure: part === 50 ? percentile(times, 50) : Math.max(...times),
    unit: 'ms',
    conditions,
  })
  return [
    row('one event at half of the sockets of each gateway', half, 50),
    row('one event at every socket', all, 50),
    row('one event at every socket', all, 100),
  ]
}

function pauseRows(pauses: readonly number[]): readonly Row[] {
  const row = (which: string, figure: number): Row => ({
    what: `owner of a market killed: until its next write is acknowledged, ${which}`,
    figure,
    unit: 'ms',
    conditions: `${KILLS} kills`,
  })
  return [
    row('p50', percentile(pauses, 50)),
    row('p90', percentile(pauses, 90)),
    { ...row('longest', Math.max(...pauses)), bar: '≤ 3,000 ms' },
  ]
}

export const bench: Bench = {
  name: 'cluster',
  async run(): Promise<readonly Row[]> {
    if (natsProgram() === undefined) throw new Error('this benchmark needs nats-server (Debian: apt-get install nats-server)')
    const one = await inOneProcess()
    const { times, costs, fanned, pauses } = await inMany()
    return [...commandRows(one, times), ...costRows(costs), ...fanOutRows(fanned), ...pauseRows(pauses)]
  },
}
