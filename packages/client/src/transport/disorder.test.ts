import { afterEach, describe, expect, it, vi } from 'vitest'
import type { ChannelMessage, Credentials } from './client.ts'
import { createClient } from '../create-client.ts'
import { acknowledge, notice, startTestServer, type Frame, type Peer } from '../../test/test-server.ts'

const key: Credentials = { kind: 'key', accessKey: 'orry', secretKey: 'AAEC' }
const WITHIN = { timeout: 45_000 }
const closers: (() => Promise<void> | void)[] = []
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close()
})

const list = (upTo: number): object => ({
  jsonrpc: '2.0',
  method: 'subscription',
  params: { channel: 'rfqs', data: [`list ${upTo}`], event: 'SNAPSHOT', meta: { seq_group: 1, seq_num: upTo, positions: { 1: upTo } } },
})
const notification = (seq: number, before = seq - 1): object => notice('rfqs', seq, 'ADDED', seq, before)

/** One of the notifications of a decision, with `left` more to follow. */
const within = (data: string, decision: number, left: number, previous: object = { prev_seq_num: decision - 1 }): object => ({
  jsonrpc: '2.0',
  method: 'subscription',
  params: {
    ...{ channel: 'rfqs', data, event: 'ADDED' },
    meta: { seq_group: 1, ...(left === 0 ? { seq_num: decision } : { seq_num: decision - 1, seq_left: left }), ...previous },
  },
})
/** Decision 2 has three notifications. */
const [a, b, c] = [
  within('a', 2, 2, { prev_seq_num: 1 }),
  within('b', 2, 1, { prev_seq_num: 1, prev_seq_left: 2 }),
  within('c', 2, 0, { prev_seq_num: 1, prev_seq_left: 1 }),
]

/** A server whose responses to subscriptions come from a list, one after the other; the requests are recorded. */
async function follow(answers: readonly ((frame: Frame, peer: Peer) => void)[]) {
  const asked: Frame['params'][] = []
  const server = await startTestServer({
    frame: (frame, peer) => {
      if (frame.method !== 'subscribe') return acknowledge(frame, peer)
      asked.push(frame.params)
      answers[asked.length - 1]?.(frame, peer)
    },
  })
  closers.push(server.close)
  const socket = createClient({ baseUrl: server.baseUrl, credentials: key }).socket({ cancelOnDisconnect: false })
  closers.push(() => socket.close())
  const received: unknown[] = []
  socket.subscribe<string>('rfqs', ({ data }: ChannelMessage<string>) => received.push(data), { snapshot: true, resume: true })
  return { asked, saw: (wanted: readonly unknown[]) => vi.waitFor(() => expect(received).toEqual(wanted), WITHIN) }
}

const first = (then: (peer: Peer) => void) => (frame: Frame, peer: Peer) => {
  acknowledge(frame, peer)
  peer.send(list(0))
  then(peer)
}

describe('a network that does not keep the order', () => {
  it('a copy of an old notification is not received again', async () => {
    const { asked, saw } = await follow([
      first((peer) => {
        for (const one of [
          notification(1),
          notification(2),
          notification(3),
          notification(4),
          notification(1),
          notification(2),
          notification(5),
        ])
          peer.send(one)
      }),
    ])
    await saw([['list 0'], 1, 2, 3, 4, 5])
    expect(asked).toHaveLength(1)
  })

  it('a notification that is overtaken is asked for, and received also before the answer', async () => {
    const { asked, saw } = await follow([
      first((peer) => {
        for (const one of [notification(1), notification(3)]) peer.send(one)
      }),
      (frame, peer) => {
        peer.send(notification(2))
        acknowledge(frame, peer)
        peer.send(notification(3))
      },
    ])
    await saw([['list 0'], 1, 2, 3])
    expect(asked[1]).toEqual({ channel: 'rfqs', from_seq: { 1: 1 } })
  })

  it('of the notifications of one decision one that was overtaken is put in its place, and none is received twice', async () => {
    const { asked, saw } = await follow([
      first((peer) => {
        for (const one of [notification(1), a, c, b]) peer.send(one)
      }),
      (frame, peer) => {
        acknowledge(frame, peer)
        for (const one of [a, b, c, notification(3)]) peer.send(one)
      },
    ])
    await saw([['list 0'], 1, 'a', 'b', 'c', 3])
    expect(asked[1]).toEqual({ channel: 'rfqs', from_seq: { 1: 1 } })
  })

  it('a socket that dies after the last notification of a decision overtook another does not lose the other', async () => {
    const { asked, saw } = await follow([
      first((peer) => {
        for (const one of [notification(1), a, c]) peer.send(one)
        peer.cut()
      }),
      (frame, peer) => {
        acknowledge(frame, peer)
        for (const one of [a, b, c]) peer.send(one)
      },
    ])
    await saw([['list 0'], 1, 'a', 'b', 'c'])
    expect(asked.at(-1)).toEqual({ channel: 'rfqs', from_seq: { 1: 1 } })
  })

  it('a list that is older than what was received before it is requested again', async () => {
    const { saw } = await follow([
      first((peer) => {
        for (const one of [notification(1), notification(2), list(0)]) peer.send(one)
      }),
      (frame, peer) => {
        acknowledge(frame, peer)
        peer.send(list(2))
      },
    ])
    await saw([['list 0'], 1, 2, ['list 2']])
  })

  it('a list that was overtaken by the first notification of the next decision is requested again', async () => {
    const { saw } = await follow([
      (frame, peer) => {
        acknowledge(frame, peer)
        for (const one of [within('a', 4, 1), list(3), within('b', 4, 0)]) peer.send(one)
      },
      (frame, peer) => {
        acknowledge(frame, peer)
        peer.send(list(4))
      },
    ])
    await saw(['a', 'b', ['list 4']])
  })

  it('a value that was overtaken by a newer one is requested again, and a copy is not', async () => {
    const value = (number: number): object => ({
      jsonrpc: '2.0',
      method: 'subscription',
      params: { channel: 'rfqs', data: `value ${number}`, meta: { seq_group: 0, seq_num: number } },
    })
    const { asked, saw } = await follow([
      (frame, peer) => {
        acknowledge(frame, peer)
        for (const number of [1, 1, 4, 3]) peer.send(value(number))
      },
      (frame, peer) => {
        acknowledge(frame, peer)
        peer.send(value(4))
      },
    ])
    await saw(['value 1', 'value 4', 'value 4'])
    expect(asked).toHaveLength(2)
  })

  it('before a list that was asked for there is no place to resume from', async () => {
    const { asked, saw } = await follow([
      first((peer) => {
        for (const one of [notification(1), notification(2), list(0)]) peer.send(one)
      }),
      // The messages on their way, one of them overtaken.
      (_frame, peer) => {
        for (const one of [notification(5), notification(8)]) peer.send(one)
      },
      (frame, peer) => {
        acknowledge(frame, peer)
        peer.send(list(8))
      },
    ])
    await saw([['list 0'], 1, 2, 5, ['list 8']])
    expect(asked[2]).toEqual({ channel: 'rfqs', snapshot: true })
  })
})
