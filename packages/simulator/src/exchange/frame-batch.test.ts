import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { Duplex, PassThrough } from 'node:stream'
import { describe, expect, it } from 'vitest'
import WebSocket, { WebSocketServer } from 'ws'
import { createFrameBatch } from './frame-batch.ts'

/** The messages that a real client receives from steps of frames. */
async function readBack(steps: readonly (readonly string[])[]): Promise<readonly string[]> {
  const server = new WebSocketServer({ port: 0, host: '127.0.0.1', perMessageDeflate: false })
  await once(server, 'listening')
  server.on('connection', (socket, request) => {
    const batch = createFrameBatch(request.socket)
    for (const step of steps) {
      for (const text of step) batch.add(text)
      batch.send()
    }
    socket.close()
  })
  const client = new WebSocket(`ws://127.0.0.1:${(server.address() as AddressInfo).port}`)
  const received: string[] = []
  client.on('message', (data) => received.push(data.toString()))
  await once(client, 'close')
  server.close()
  return received
}

/** How much was written, and how often writes were combined. */
function writesOf(work: (raw: Duplex) => void): { readonly bytes: number; readonly corked: number } {
  const raw = new PassThrough({ highWaterMark: 2 ** 24 })
  let corked = 0
  const cork = raw.cork.bind(raw)
  raw.cork = () => {
    corked += 1
    cork()
  }
  work(raw)
  return { bytes: raw.readableLength, corked }
}

describe('the frames of one step', { timeout: 60_000 }, () => {
  it('are read by any client as they were written, whatever their length', async () => {
    const lengths = [0, 1, 125, 126, 127, 65_535, 65_536, 200_000]
    const texts = lengths.map((length) => 'x'.repeat(length))
    expect(await readBack([texts])).toEqual(texts)
  })

  it('are in order over many steps, including multi-byte characters', async () => {
    const steps = Array.from({ length: 40 }, (_, step) =>
      Array.from({ length: step * 7 }, (__, index) => `{"${step}":"${'ü€'.repeat(index)}"}`),
    )
    expect(await readBack(steps)).toEqual(steps.flat())
  })

  it('are sent in one write, and a step without frames writes nothing', () => {
    const frames = Array.from({ length: 500 }, () => 'y'.repeat(700))
    expect(
      writesOf((raw) => {
        const batch = createFrameBatch(raw)
        for (const frame of frames) batch.add(frame)
        batch.send()
        batch.send()
      }),
    ).toEqual({ bytes: 500 * 704, corked: 1 })
  })

  it('never overwrite a step that still waits for a slow reader', () => {
    const waiting: (() => void)[] = []
    const read: string[] = []
    const raw = new Duplex({
      read: () => undefined,
      write: (chunk: Buffer, _encoding, taken) =>
        void waiting.push(() => {
          read.push(chunk.subarray(2).toString())
          taken()
        }),
    })
    const batch = createFrameBatch(raw)
    const step = (text: string): void => {
      batch.add(text)
      batch.send()
    }
    step('one')
    step('two')
    waiting.shift()!()
    step('three')
    step('four')
    for (let take = waiting.shift(); take !== undefined; take = waiting.shift()) take()
    expect(read).toEqual(['one', 'two', 'three', 'four'])
  })
})
