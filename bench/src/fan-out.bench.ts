/**
 * One event to a thousand sockets, on the tape and in the book of a spread: ours compared with the plain ws library and nats-server, with the same
 * readers and the same text.
 */
import { Worker } from 'node:worker_threads'
import type { Readers } from './fan-out-readers.ts'
import { FIRST_SEQ, published, wsLibrary, type Side } from './fan-out-sides.ts'
import { median } from './figures.ts'
import { natsServer } from './nats-side.ts'
import type { Bench, Row } from './row.ts'

const CLIENTS = 1_000
const BURST = 10
const IN_FLIGHT = 8 * BURST * CLIENTS
const ROUNDS = 5
const ROUND_MS = 1_000
const PATIENCE_MS = 30_000

const turn = () => new Promise<void>((resolve) => setImmediate(resolve))

/** Deliveries per second, the median of the rounds. */
async function measure(side: Side, burst: number): Promise<number> {
  const counter = new SharedArrayBuffer(4)
  const counted = new Int32Array(counter)
  const { port, path, subscribe, subscribed, messageBytes, greetings } = side
  const optional = { ...(subscribed === undefined ? {} : { subscribed }), ...(messageBytes === undefined ? {} : { messageBytes }) }
  const workerData: Readers = { port, path, subscribe, ...optional, clients: CLIENTS, counter }
  const readers = new Worker(new URL('fan-out-readers.ts', import.meta.url), { workerData })
  await new Promise<void>((resolve, reject) => readers.once('message', resolve).once('error', reject))
  await until(() => Atomics.load(counted, 0) >= greetings)
  const rates: number[] = []
  for (let round = 0; round <= ROUNDS; round++) rates.push(await oneRound(side, burst, counted))
  const gone = new Promise((resolve) => readers.once('exit', resolve))
  readers.postMessage('close')
  await gone
  await side.close()
  // The first round is a warm-up.
  return median(rates.slice(1))
}

async function oneRound(side: Side, burst: number, counted: Int32Array): Promise<number> {
  Atomics.store(counted, 0, 0)
  const start = performance.now()
  let sent = 0
  while (performance.now() - start < ROUND_MS) {
    side.say(burst)
    sent += burst * CLIENTS
    const enough = sent - (IN_FLIGHT * burst) / BURST
    do await turn()
    while (Atomics.load(counted, 0) < enough)
  }
  await until(() => Atomics.load(counted, 0) >= sent)
  return (sent * 1000) / (performance.now() - start)
}

async function until(done: () => boolean): Promise<void> {
  const start = performance.now()
  while (!done()) {
    if (performance.now() - start > PATIENCE_MS) throw new Error('the readers did not receive everything that was sent')
    await turn()
  }
}

async function rowsOf(channel: keyof typeof published, burst: number, name: string): Promise<readonly Row[]> {
  const one = published[channel]
  const figure = await measure(await one.ours(CLIENTS), burst)
  const library = await measure(await wsLibrary(one), burst)
  const nats = await natsServer(one)
  const theirs = nats === undefined ? undefined : await measure(nats, burst)
  const conditions = `${CLIENTS} sockets over loopback, ${one.textOf(FIRST_SEQ).length}-byte texts, ${name}, readers in a second thread; median of ${ROUNDS} rounds of ${ROUND_MS / 1000} s`
  const row = { what: `fan-out of ${channel}, ${name}`, unit: 'deliveries/s', conditions }
  const beside = (what: string, peer: number): Row => ({ ...row, figure, beside: { what, figure: peer, unit: 'deliveries/s' } })
  return [
    beside('ws library, one send for each client', library),
    theirs === undefined
      ? { ...row, figure, conditions: `${conditions}; nats-server not installed` }
      : {
          ...beside("nats-server's websocket", theirs),
          ...(burst === 1 ? {} : { bar: `>= 0.9 x nats-server; is ${(figure / theirs).toFixed(2)} x` }),
        },
  ]
}

export const bench: Bench = {
  name: 'fan-out',
  run: async () => {
    const rows: Row[] = []
    for (const channel of ['trade_tape', 'order_book'] as const)
      rows.push(...(await rowsOf(channel, BURST, `bursts of ${BURST}`)), ...(await rowsOf(channel, 1, 'one event at a time')))
    return rows
  },
}
