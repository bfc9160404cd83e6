import { vaultCalls, type ChainFactsView } from '@parley/contracts'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { acknowledge, type Frame, type Peer, startTestServer } from '../../test/test-server.ts'
import { createClient } from '../create-client.ts'
import { type AuctionLists, keepAuctions, noAuctions } from './auctions.ts'
import type { Reading } from './reader.ts'

const WITHIN = { timeout: 45_000 }
const closers: (() => Promise<void> | void)[] = []
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close()
})

/** A server whose lists a test changes, and the lists as the client keeps them. */
async function serve(refusedChannels: readonly string[] = []) {
  const rows: Record<string, readonly object[]> = { auctions: [], bids: [], trades: [] }
  let peer: Peer | undefined
  let reads = 0
  const refusals: string[] = []
  const server = await startTestServer({
    frame: (frame: Frame, from) => {
      peer = from
      const channel = frame.params?.channel ?? ''
      if (!refusedChannels.includes(channel)) acknowledge(frame, from)
      else from.send({ jsonrpc: '2.0', id: frame.id, error: { code: -32602, message: `There is no channel ${channel}.` } })
    },
    reply: ({ url }) => {
      const path = url.replace(/\?.*/, '')
      const list = {
        [vaultCalls.listAuctions.path]: 'auctions',
        [vaultCalls.listBids.path]: 'bids',
        [vaultCalls.listBidTrades.path]: 'trades',
      }[path]
      if (list === undefined) return { body: { confirmations_needed: (reads += 1) } }
      return { body: { count: null, next: null, previous: null, results: rows[list] } }
    },
  })
  closers.push(server.close)
  const client = createClient({ baseUrl: server.baseUrl, credentials: { kind: 'key', accessKey: 'orry', secretKey: 'AAEC' } })
  const socket = client.socket({ cancelOnDisconnect: false, door: '/v1/vrfq' })
  closers.push(() => socket.close())
  let held: AuctionLists = noAuctions
  let reading: Reading | undefined
  const lists = keepAuctions(client, socket, {
    held: () => held,
    store: (next) => void (held = next),
    onReading: (next) => void (reading = next),
    onRefused: (message) => void refusals.push(message),
  })
  closers.push(() => lists.close())
  return {
    ...{ rows, socket, refusals },
    held: () => held,
    reads: () => reads,
    publish: (channel: string, data: object, seq: number) =>
      peer!.send({ jsonrpc: '2.0', method: 'subscription', params: { channel, data, meta: { seq_group: 1, seq_num: seq } } }),
    current: () => vi.waitFor(() => expect(reading).toEqual({ isRead: true, missingSince: undefined, error: undefined }), WITHIN),
    cut: () => peer!.cut(),
  }
}

describe('the auctions that the SDK keeps', () => {
  it('are read after the channels are confirmed, and follow them', async () => {
    const { rows, held, current, publish, reads } = await serve()
    rows['auctions'] = [{ id: 1, status: 'COMING' }]
    await current()
    expect([held().auctions.get(1)?.status, held().chain, reads()]).toEqual(['COMING', { confirmations_needed: 1 } as ChainFactsView, 1])
    publish('rfq', { kind: 'ADDED', rfq: { id: 1, status: 'ACTIVE' } }, 1)
    publish('quote', { kind: 'NEW', quote: { id: 7, state: 'OPEN' } }, 2)
    await vi.waitFor(() => expect([held().auctions.get(1)?.status, held().bids.get(7)?.state]).toEqual(['ACTIVE', 'OPEN']), WITHIN)
  })

  it('are read again after a lost connection, and show what was missed', async () => {
    const { rows, held, current, cut, reads } = await serve()
    await current()
    rows['trades'] = [{ id: 3, status: 'COMPLETED' }]
    cut()
    await vi.waitFor(() => expect(held().trades.get(3)?.status).toBe('COMPLETED'), WITHIN)
    expect(reads()).toBe(2)
  })

  it('are read although a channel is refused, and the caller is told', async () => {
    const { current, refusals } = await serve(['quote'])
    await current()
    expect(refusals).toEqual(['There is no channel quote.'])
  })
})
