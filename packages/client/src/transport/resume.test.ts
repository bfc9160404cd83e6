import { afterEach, describe, expect, it, vi } from 'vitest'
import type { ChannelMessage, Credentials } from './client.ts'
import { createClient } from '../create-client.ts'
import { acknowledge, startTestServer, type Frame, type Peer } from '../../test/test-server.ts'

const key: Credentials = { kind: 'key', accessKey: 'orry', secretKey: 'AAEC' }
const WITHIN = { timeout: 45_000 }
const closers: (() => Promise<void> | void)[] = []
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close()
})

type Decided = { readonly group: number; readonly seq: number }

/** A market of two groups as sent by the server: stored from `keptAfter` on, with the option to drop what it should have sent. */
function createMarket(keptAfter = 0) {
  const notifications: Decided[] = []
  const asked: Frame['params'][] = []
  const reading = new Map<Peer, Map<number, number>>()
  const params = (notification: Decided, previous: number | undefined) => ({
    ...{ channel: 'rfqs', data: `${notification.group}:${notification.seq}`, event: 'ADDED' },
    meta: { seq_group: notification.group, seq_num: notification.seq, ...(previous === undefined ? {} : { prev_seq_num: previous }) },
  })
  const send = (peer: Peer, notification: Decided) => {
    const last = reading.get(peer)!
    peer.send({ jsonrpc: '2.0', method: 'subscription', params: params(notification, last.get(notification.group)) })
    last.set(notification.group, notification.seq)
  }
  const positions = () =>
    Object.fromEntries(
      [1, 2].map((group) => [group, Math.max(0, ...notifications.filter((one) => one.group === group).map(({ seq }) => seq))]),
    )
  const snapshot = (peer: Peer) => {
    reading.set(peer, new Map(Object.entries(positions()).map(([group, seq]) => [Number(group), seq])))
    const meta = { seq_group: 0, seq_num: 0, positions: positions() }
    peer.send({ jsonrpc: '2.0', method: 'subscription', params: { channel: 'rfqs', data: ['list'], event: 'SNAPSHOT', meta } })
  }
  return {
    asked,
    frame: (frame: Frame, peer: Peer) => {
      acknowledge(frame, peer)
      if (frame.method !== 'subscribe') return
      const { from_seq: from } = frame.params as { from_seq?: Record<string, number> }
      asked.push(frame.params)
      if (from === undefined || Object.values(from).some((seq) => seq < keptAfter)) return snapshot(peer)
      reading.set(peer, new Map(Object.entries(from).map(([group, seq]) => [Number(group), seq])))
      for (const notification of notifications) if (notification.seq > (from[notification.group] ?? Infinity)) send(peer, notification)
    },
    say: (group: number, seq: number, delivery: 'SENT' | 'LOST' = 'SENT') => {
      notifications.push({ group, seq })
      for (const [peer, last] of reading)
        if (delivery === 'SENT') send(peer, { group, seq })
        else last.set(group, seq)
    },
  }
}

async function follow(market: ReturnType<typeof createMarket>, options: object) {
  const server = await startTestServer({ frame: market.frame })
  closers.push(server.close)
  const socket = createClient({ baseUrl: server.baseUrl, credentials: key }).socket({ cancelOnDisconnect: false })
  closers.push(() => socket.close())
  const received: unknown[] = []
  socket.subscribe<string>('rfqs', ({ data }: ChannelMessage<string>) => received.push(data), options)
  await vi.waitFor(() => expect(market.asked).toHaveLength(1), WITHIN)
  return { server, received, saw: (list: unknown[]) => vi.waitFor(() => expect(received).toEqual(list), WITHIN) }
}

describe('a listener that resumes', () => {
  it('hears after a cut what it missed, in every group, none left out and none twice', async () => {
    const market = createMarket()
    const { server, saw } = await follow(market, { snapshot: true, resume: true })
    await saw([['list']])
    market.say(1, 1)
    await saw([['list'], '1:1'])
    server.peers[0]!.cut()
    market.say(1, 2)
    market.say(2, 5)
    await vi.waitFor(() => expect(market.asked).toHaveLength(2), WITHIN)
    expect(market.asked[1]).toEqual({ channel: 'rfqs', from_seq: { 1: 1, 2: 0 } })
    market.say(1, 3)
    await saw([['list'], '1:1', '1:2', '2:5', '1:3'])
  })

  it('asks for what is missing when a number is left out', async () => {
    const market = createMarket()
    const { saw } = await follow(market, { snapshot: true, resume: true })
    await saw([['list']])
    market.say(1, 1, 'LOST')
    market.say(1, 2)
    market.say(1, 3)
    await saw([['list'], '1:1', '1:2', '1:3'])
    expect(market.asked[1]).toEqual({ channel: 'rfqs', from_seq: { 1: 0, 2: 0 } })
  })

  it('hears the list again where what it missed is no longer kept, also when it did not ask for the first one', async () => {
    const market = createMarket(10)
    const { server, saw } = await follow(market, { resume: true })
    market.say(1, 11)
    await saw(['1:11'])
    server.peers[0]!.cut()
    market.say(1, 12)
    await saw(['1:11', ['list']])
  })
})
