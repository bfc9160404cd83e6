/** One event to many sockets over four gateways: from the call that causes it until each socket has it. */
import { Worker } from 'node:worker_threads'
import { setTimeout as delay } from 'node:timers/promises'
import { catalogueCalls, obCalls } from '@parley/client'
import type { ClusterPlace } from './cluster-place.ts'
import type { Crowd, CrowdReport } from './socket-crowd.ts'

const GATEWAYS = 4
const SENDER = 'AMBR'
const PAUSE_MS = 500
const PATIENCE_MS = 60_000

/** In milliseconds, for each event. */
export type FanOut = { readonly half: readonly number[]; readonly all: readonly number[] }

/** A market that opens is announced to everyone. */
export async function fanOut(place: ClusterPlace, sockets: number, events: number): Promise<FanOut> {
  while (place.processes('gateway').length < GATEWAYS) await place.start('gateway')
  const accessKeys = place.desks.map(({ accessKey }) => accessKey)
  const crowds = place.processes('gateway').map(({ url }) =>
    openCrowd({
      port: Number(new URL(url).port),
      accessKeys,
      path: '/v1/ob/',
      channel: 'rfq',
      sockets: sockets / GATEWAYS,
      mark: '"ADDED"',
    }),
  )
  for (const crowd of crowds) if ((await crowd.next()) !== 'subscribed') throw new Error('a socket counted before it subscribed')
  const desk = place.clientOf(SENDER)
  const { results } = await desk.call(catalogueCalls.listInstruments, { query: { venue: 'DBT', kind: 'OPTION' } })
  const calls = results.filter(({ base_currency }) => base_currency === 'BTC')
  for (const crowd of crowds) crowd.send('count')
  const times: { half: number[]; all: number[] } = { half: [], all: [] }
  for (let event = 0; event < events; event++) {
    await delay(PAUSE_MS)
    const began = performance.timeOrigin + performance.now()
    const legs = [{ instrument_id: calls[event]!.id, side: 'BUY' as const }]
    await desk.call(obCalls.createRfq, { body: { venue: 'DBT', legs } })
    const arrived = await Promise.all(crowds.map((crowd) => crowd.next()))
    const ofEvent = arrived.map((one) => (one === 'subscribed' ? { half: NaN, all: NaN } : one))
    times.half.push(Math.max(...ofEvent.map(({ half }) => half)) - began)
    times.all.push(Math.max(...ofEvent.map(({ all }) => all)) - began)
  }
  for (const crowd of crowds) await crowd.close()
  return times
}

function openCrowd(workerDataOf: Crowd) {
  const worker = new Worker(new URL('socket-crowd.ts', import.meta.url), { workerData: workerDataOf })
  const come: CrowdReport[] = []
  const waiting: ((one: CrowdReport) => void)[] = []
  const failed = new Promise<never>((_, reject) => worker.once('error', reject))
  failed.catch(() => undefined)
  worker.on('message', (one: CrowdReport) => {
    const waiter = waiting.shift()
    if (waiter === undefined) come.push(one)
    else waiter(one)
  })
  const late = async (): Promise<never> => {
    await delay(PATIENCE_MS, undefined, { ref: false })
    throw new Error('not every socket received the event')
  }
  const next = (): Promise<CrowdReport> =>
    come.length > 0 ? Promise.resolve(come.shift()!) : new Promise((resolve) => waiting.push(resolve))
  return {
    next: () => Promise.race([next(), failed, late()]),
    send: (word: 'count' | 'close') => worker.postMessage(word),
    async close() {
      const gone = new Promise((resolve) => worker.once('exit', resolve))
      worker.postMessage('close')
      await gone
    },
  }
}
