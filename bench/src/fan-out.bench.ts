/** One event to a thousand sockets: ours beside the ws library's own way, the same readers and the same text. */
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Worker } from 'node:worker_threads'
import { createSocket, silent, type Note } from '@parley/server'
import { WebSocketServer } from 'ws'
import type { Readers } from './fan-out-readers.ts'
import type { Bench, Row } from './row.ts'

const CLIENTS = 1_000
const BURST = 10
const IN_FLIGHT = 8 * BURST * CLIENTS
const ROUNDS = 5
const ROUND_MS = 1_500
const PATIENCE_MS = 30_000

const data = {
  id: 't_0ERXZ9KYz8xSQgsVeTDMC567h7000',
  venue: 'DBT',
  description: 'CCal  11 Dec 26  90000 / 26 Mar 27  90000',
  price: '0.0421',
  quantity: '25',
}

type Side = { readonly server: Server; say(): void; readonly path: string; readonly subscribe: string; close(): Promise<void> }

/** Our socket, told of notes as the engine tells it. */
function ours(): Side {
  const server = createServer()
  let listener: (notes: readonly Note[]) => void = () => undefined
  let seq = 0
  const caller = { kind: 'key', desk: 'ORRY', user: 'k', via: 'k', role: 'trader' } as const
  const access = {
    key: () => ({ caller: { ...caller, via: String(Math.random()) } as never, secret: {} as never }),
    keyUsed: () => undefined,
    session: () => undefined,
    sessionAsIs: () => undefined,
    onGone: () => () => undefined,
  }
  const source = {
    onNotes: (given: typeof listener) => {
      listener = given
      return () => undefined
    },
    notesAfter: () => Promise.resolve([]),
    positions: () => new Map([[1, seq]]),
  }
  const channel = { kind: 'notes', name: 'trade_tape', also: [], snapshot: () => Promise.resolve([]) } as const
  const framesPerSocket = { perSecond: 100, burst: 100 }
  const side = createSocket(server, {
    access,
    channels: [channel],
    source,
    onKeyGone: () => undefined,
    framesPerSocket,
    now: () => 0,
    log: silent,
  })
  const note = (): Note => ({
    shard: { name: 'DBT-BTC', group: 1 },
    seq: ++seq,
    audience: 'everybody',
    channel: 'trade_tape',
    event: 'ADDED',
    data: { ...data },
  })
  return {
    server,
    say: () => listener([note()]),
    path: '/v2/drfq/?api-key=k',
    subscribe: '{"id":1,"jsonrpc":"2.0","method":"subscribe","params":{"channel":"trade_tape"}}',
    close: () => side.close(),
  }
}

/** As one would write it without thinking of it: a text for every event, sent to every client. */
function theirs(): Side {
  const server = createServer()
  const sockets = new WebSocketServer({ server, perMessageDeflate: false })
  let seq = 0
  return {
    server,
    say: () => {
      const params = { channel: 'trade_tape', data, event: 'ADDED', meta: { seq_group: 1, seq_num: ++seq, prev_seq_num: seq - 1 } }
      const text = JSON.stringify({ jsonrpc: '2.0', method: 'subscription', params })
      for (const client of sockets.clients) client.send(text)
    },
    path: '/',
    subscribe: '',
    close: async () => {
      for (const client of sockets.clients) client.terminate()
      sockets.close()
    },
  }
}

const turn = () => new Promise<void>((resolve) => setImmediate(resolve))

/** Deliveries a second, the median of the rounds. */
async function measure(side: Side, burst: number): Promise<number> {
  await new Promise<void>((resolve) => side.server.listen(0, '127.0.0.1', resolve))
  const counter = new SharedArrayBuffer(4)
  const counted = new Int32Array(counter)
  const { port } = side.server.address() as AddressInfo
  const workerData: Readers = { port, clients: CLIENTS, path: side.path, subscribe: side.subscribe, counter }
  const readers = new Worker(new URL('fan-out-readers.ts', import.meta.url), { workerData })
  await new Promise<void>((resolve, reject) => readers.once('message', resolve).once('error', reject))
  const acknowledgements = side.subscribe === '' ? 0 : CLIENTS
  await until(() => Atomics.load(counted, 0) >= acknowledgements)
  const rates: number[] = []
  for (let round = 0; round < ROUNDS; round++) rates.push(await oneRound(side, burst, counted))
  readers.postMessage('close')
  await side.close()
  await new Promise<void>((resolve) => side.server.close(() => resolve()))
  return rates.sort((a, b) => a - b)[Math.floor(ROUNDS / 2)]!
}

async function oneRound(side: Side, burst: number, counted: Int32Array): Promise<number> {
  Atomics.store(counted, 0, 0)
  const start = performance.now()
  let sent = 0
  while (performance.now() - start < ROUND_MS) {
    for (let n = 0; n < burst; n++) side.say()
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
    if (performance.now() - start > PATIENCE_MS) throw new Error('the readers did not get what was sent')
    await turn()
  }
}

export const bench: Bench = {
  name: 'fan-out',
  async run(): Promise<readonly Row[]> {
    const rows: Row[] = []
    for (const [burst, name] of [
      [BURST, `bursts of ${BURST}`],
      [1, 'one event at a time'],
    ] as const) {
      const figure = await measure(ours(), burst)
      const beside = { what: 'ws library, one send for each client', figure: await measure(theirs(), burst), unit: 'deliveries/s' }
      const conditions = `${CLIENTS} sockets over loopback, ${JSON.stringify(data).length}-byte data, ${name}, readers in a second thread; median of ${ROUNDS} rounds of ${ROUND_MS / 1000} s`
      rows.push({
        what: `fan-out, ${name}`,
        figure,
        unit: 'deliveries/s',
        beside,
        ...(burst === 1 ? {} : { bar: 'about 1.5 M/s' }),
        conditions,
      })
    }
    return rows
  },
}
