import { afterEach, describe, expect, it, vi } from 'vitest'
import type { ChannelMessage, Credentials } from './client.ts'
import { createClient } from './create-client.ts'
import { acknowledge, notice, startTestServer, type Frame, type Peer } from './test-server.ts'

const key: Credentials = { kind: 'key', accessKey: 'orry', secretKey: 'AAEC' }
const WITHIN = { timeout: 20_000 }
const closers: (() => Promise<void> | void)[] = []
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close()
})

const list = (upTo: number): object => ({
  jsonrpc: '2.0',
  method: 'subscription',
  params: { channel: 'rfqs', data: [`list ${upTo}`], event: 'SNAPSHOT', meta: { seq_group: 1, seq_num: upTo, positions: { 1: upTo } } },
})
const note = (seq: number, before = seq - 1): object => notice('rfqs', seq, 'ADDED', seq, before)

/** A server whose answers to subscriptions are told, one after the other; what was asked is kept. */
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
  const socket = createClient({ baseUrl: server.baseUrl, credentials: key }).socket()
  closers.push(() => socket.close())
  const heard: unknown[] = []
  socket.subscribe<string>('rfqs', ({ data }: ChannelMessage<string>) => heard.push(data), { snapshot: true, resume: true })
  return { asked, saw: (wanted: readonly unknown[]) => vi.waitFor(() => expect(heard).toEqual(wanted), WITHIN) }
}

const first = (then: (peer: Peer) => void) => (frame: Frame, peer: Peer) => {
  acknowledge(frame, peer)
  peer.send(list(0))
  then(peer)
}

describe('a network that does not keep the order', () => {
  it('a copy of an old note is not heard again', async () => {
    const { asked, saw } = await follow([
      first((peer) => {
        for (const one of [note(1), note(2), note(3), note(4), note(1), note(2), note(5)]) peer.send(one)
      }),
    ])
    await saw([['list 0'], 1, 2, 3, 4, 5])
    expect(asked).toHaveLength(1)
  })

  it('a note that is overtaken is asked for, and heard also before the answer', async () => {
    const { asked, saw } = await follow([
      first((peer) => {
        for (const one of [note(1), note(3)]) peer.send(one)
      }),
      (frame, peer) => {
        peer.send(note(2))
        acknowledge(frame, peer)
        peer.send(note(3))
      },
    ])
    await saw([['list 0'], 1, 2, 3])
    expect(asked[1]).toEqual({ channel: 'rfqs', from_seq: { 1: 1 } })
  })

  it('of notes that share the number of a decision one that was overtaken has the decision told again', async () => {
    const decision = [notice('rfqs', 'a', 'ADDED', 1, 0), notice('rfqs', 'b', 'ADDED', 1, 1), notice('rfqs', 'c', 'ADDED', 2, 1)]
    const { asked, saw } = await follow([
      first((peer) => {
        for (const one of [decision[0]!, decision[2]!, decision[1]!]) peer.send(one)
      }),
      (frame, peer) => {
        acknowledge(frame, peer)
        for (const one of decision) peer.send(one)
      },
    ])
    await saw([['list 0'], 'a', 'c', 'a', 'b', 'c'])
    expect(asked[1]).toEqual({ channel: 'rfqs', from_seq: { 1: 0 } })
  })

  it('a list that is older than what was heard before it is asked for anew', async () => {
    const { saw } = await follow([
      first((peer) => {
        for (const one of [note(1), note(2), list(0)]) peer.send(one)
      }),
      (frame, peer) => {
        acknowledge(frame, peer)
        peer.send(list(2))
      },
    ])
    await saw([['list 0'], 1, 2, ['list 2']])
  })

  it('a list that was overtaken by a note under its own number is asked for anew', async () => {
    const { saw } = await follow([
      (frame, peer) => {
        acknowledge(frame, peer)
        for (const one of [notice('rfqs', 'a', 'ADDED', 3, 3), list(3), notice('rfqs', 'b', 'ADDED', 4, 3)]) peer.send(one)
      },
      (frame, peer) => {
        acknowledge(frame, peer)
        peer.send(list(4))
      },
    ])
    await saw(['a', 'b', ['list 4']])
  })

  it('before a list that was asked for there is no place to resume from', async () => {
    const { asked, saw } = await follow([
      first((peer) => {
        for (const one of [note(1), note(2), list(0)]) peer.send(one)
      }),
      // What was on the way, with one that was overtaken.
      (_frame, peer) => {
        for (const one of [note(5), note(8)]) peer.send(one)
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
