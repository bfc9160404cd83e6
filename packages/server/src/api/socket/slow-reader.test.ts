import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Duplex } from 'node:stream'
import { setImmediate as turn } from 'node:timers/promises'
import { afterEach, describe, expect, it } from 'vitest'
import WebSocket from 'ws'
import { createSocketTickets } from '../../accounts/sign-in/socket-tickets.ts'
import type { Notification } from '../../engine/engine.ts'
import { silent } from '../../log/log.ts'
import { createSocket } from './create-socket.ts'
import { socketLimits } from './limits.ts'
import { createTestAccess } from '../../../test/socket-access.ts'

const access = createTestAccess()
const ending: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const end of ending.splice(0)) await end()
})

/** A test server with one lossless and one conflating channel, and functions that feed them. */
async function serve() {
  const pushes = new Set<(data: object) => void>()
  const listeners = new Set<(notifications: readonly Notification[]) => void>()
  const server = createServer()
  /** Our ends of the connections, in the order in which they were made. */
  const raws: Duplex[] = []
  server.on('upgrade', (_request, raw: Duplex) => void raws.push(raw))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const side = createSocket(server, {
    access,
    tickets: createSocketTickets(),
    endpoints: {
      '/v1/ob': [
        { kind: 'notifications', name: 'quote_book', also: [], snapshot: () => Promise.resolve([]) },
        { kind: 'stream', pattern: 'quote_book.{rfq_id}', open: (_c, _p, push) => Promise.resolve((pushes.add(push), () => pushes.delete(push))) }, // prettier-ignore
      ],
    },
    source: {
      onNotifications: (listener) => (listeners.add(listener), () => void listeners.delete(listener)),
      notificationsAfter: () => Promise.resolve([]),
      positions: () => new Map([[1, 0]]),
      startedAfter: () => new Map([[1, 0]]),
    },
    onKeyGone: () => undefined,
    framesPerSocket: { perSecond: 1000, burst: 1000 },
    framesPerDesk: { perSecond: 1000, burst: 1000 },
    trustProxy: false,
    now: Date.now,
    log: silent,
  })
  ending.push(async () => {
    await side.close()
    await new Promise<void>((resolve) => server.close(() => resolve()))
  })
  const { port } = server.address() as AddressInfo
  const open = async (channel: string) => {
    const ws = new WebSocket(`ws://127.0.0.1:${port}/v1/ob/?api-key=ORRY`)
    const received: { readonly n: number }[] = []
    const codes: number[] = []
    await new Promise<void>((resolve) => {
      ws.on('close', (code) => codes.push(code))
      ws.on('open', () => ws.send(JSON.stringify({ id: 1, jsonrpc: '2.0', method: 'subscribe', params: { channel } })))
      ws.on('message', (bytes: Buffer) => {
        const frame = JSON.parse(bytes.toString()) as { id?: number; params?: { data: { n: number } } }
        if (frame.id === 1) resolve()
        else received.push(frame.params!.data)
      })
    })
    return { ws, received, codes }
  }
  const push = (data: object) => pushes.forEach((each) => each(data))
  const say = (seq: number, data: object) =>
    listeners.forEach((each) => each([{ shard: { name: 'DBT-BTC', group: 1 }, decision: seq, seq, audience: 'everybody', channel: 'quote_book', event: 'ADDED', data }])) // prettier-ignore
  return { open, push, say, raws }
}

const COUNT = 300
const PATIENCE = { timeout: 45_000 }
const large = (n: number) => ({ n, text: 'x'.repeat(200_000) })

describe('a reader that does not read', () => {
  it('skips to the newest whole on a channel of newest values, and keeps its socket', async () => {
    const { open, push } = await serve()
    const [slow, quick] = [await open('quote_book.7'), await open('quote_book.7')]
    slow.ws.pause()
    for (let n = 1; n <= COUNT; n += 1) {
      push(large(n))
      await turn()
    }
    slow.ws.resume()
    await expect.poll(() => [slow, quick].map(({ received }) => received.at(-1)?.n), PATIENCE).toEqual([COUNT, COUNT])
    expect(slow.received.length).toBeLessThan(COUNT / 2)
    expect(slow.received.map(({ n }) => n)).toEqual(slow.received.map(({ n }) => n).sort((a, b) => a - b))
    expect(slow.codes).toEqual([])
  })

  it('is told ConsumerTooSlow on a lossless one, and nobody else is', async () => {
    const { open, say, raws } = await serve()
    const [slow, quick] = [await open('quote_book'), await open('quote_book')]
    slow.ws.pause()
    let said = 0
    const sayOne = async () => {
      say((said += 1), large(said))
      while (quick.received.length < said) await turn()
    }
    // Bytes that the operating system has buffered for a reader do not count as unread. A few more are then too many, and the reader starts to read.
    while (raws[0]!.writableLength < socketLimits.bufferedBytes / 2) await sayOne()
    for (let more = 0; more < 6; more += 1) await sayOne()
    slow.ws.resume()
    await expect.poll(() => slow.codes, PATIENCE).toEqual([4413])
    expect(quick.codes).toEqual([])
  })
})

describe('what is told to many', () => {
  /** Counts how often it is encoded. */
  const counted = () => {
    const data = { n: 1, times: 0 }
    return Object.assign(data, { toJSON: () => ({ n: 1, times: (data.times += 1) }) })
  }

  it.each(['quote_book', 'quote_book.7'])('is written down once for all of them: %s', async (channel) => {
    const { open, say, push } = await serve()
    const readers = await Promise.all(Array.from({ length: 20 }, () => open(channel)))
    const data = counted()
    if (channel === 'quote_book') say(1, data)
    else push(data)
    await expect.poll(() => readers.filter(({ received }) => received.length === 1).length, PATIENCE).toBe(20)
    expect(data.times).toBe(1)
  })
})
