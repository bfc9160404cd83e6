/** Tests the socket over a real connection, against a venue that sends arbitrary frames. */
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { afterEach, describe, expect, it, vi } from 'vitest'
import WebSocket, { WebSocketServer, type WebSocket as ServerSocket } from 'ws'
import { MAX_FRAME_BYTES } from './limits.ts'
import { openSocket, type VenueSocket } from './socket.ts'

const closing: (() => void)[] = []
afterEach(() => closing.splice(0).forEach((close) => close()))

async function open(answer: (serverSocket: ServerSocket, request: { readonly id: number; readonly method: string }) => void) {
  const server = new WebSocketServer({ port: 0, host: '127.0.0.1' })
  await once(server, 'listening')
  const serverSockets: ServerSocket[] = []
  server.on('connection', (serverSocket) => {
    serverSockets.push(serverSocket)
    serverSocket.on('message', (data) => answer(serverSocket, JSON.parse(data.toString()) as { id: number; method: string }))
  })
  const seen = { events: [] as string[], closed: 0 }
  const streamUrl = `ws://127.0.0.1:${(server.address() as AddressInfo).port}`
  const socket = await openSocket(
    { streamUrl, WebSocket, now: Date.now, callTimeoutMs: 500 },
    {
      onEvent: (channel) => void seen.events.push(channel),
      onMessage: () => undefined,
      onRoundTrip: () => undefined,
      onClosed: () => void (seen.closed += 1),
    },
  )
  closing.push(
    () => socket.close(),
    () => server.close(),
  )
  await vi.waitFor(() => expect(serverSockets).toHaveLength(1))
  return { socket, seen, serverSocket: serverSockets[0]! }
}

const send = (serverSocket: ServerSocket, frame: unknown): void =>
  serverSocket.send(typeof frame === 'string' ? frame : JSON.stringify(frame))
const asked = (socket: VenueSocket) => socket.request('subscribe', { channel: 'trades.ALL' })

describe('a socket to the venue', () => {
  it('matches each response to its request, whatever comes between and in any order', async () => {
    const waiting: number[] = []
    const { socket, seen } = await open((serverSocket, { id }) => {
      waiting.push(id)
      if (waiting.length < 3) return
      for (const junk of ['', '{', '[]', 'null', { id: 99, result: 1 }, { id: 'x', result: 1 }, { jsonrpc: '2.0' }])
        send(serverSocket, junk)
      send(serverSocket, { method: 'subscription', params: { channel: 'trades.ALL', data: {} } })
      for (const each of [...waiting].reverse()) send(serverSocket, { jsonrpc: '2.0', id: each, result: { of: each } })
      send(serverSocket, { jsonrpc: '2.0', id: waiting[0], result: { of: 'twice' } })
    })
    expect(await Promise.all([asked(socket), asked(socket), asked(socket)])).toEqual([{ of: 1 }, { of: 2 }, { of: 3 }])
    expect(seen.events).toEqual(['trades.ALL'])
  })

  it.each<[string, (serverSocket: ServerSocket, id: number) => void, RegExp]>([
    [
      'a refusal',
      (serverSocket, id) => send(serverSocket, { id, error: { code: 40111, message: 'invalid bearer' } }),
      /invalid bearer \(40111\)/,
    ],
    ['no answer at all', () => undefined, /did not answer subscribe/],
    ['a broken connection', (serverSocket) => serverSocket.terminate(), /connection to the venue was lost/],
    ['a frame that is too large', (serverSocket) => serverSocket.send('x'.repeat(MAX_FRAME_BYTES + 1)), /connection to the venue was lost/],
  ])('gives the reason why a request failed: %s', async (_, answer, reason) => {
    const { socket } = await open((serverSocket, { id }) => answer(serverSocket, id))
    await expect(asked(socket)).rejects.toThrow(reason)
  })

  it('reports once that it is closed, and accepts no more requests', async () => {
    const { socket, seen, serverSocket } = await open(() => undefined)
    serverSocket.terminate()
    await vi.waitFor(() => expect(seen.closed).toBe(1))
    await expect(asked(socket)).rejects.toThrow(/closed/)
  })

  it('does not open without a server', async () => {
    const listener = { onEvent: () => undefined, onMessage: () => undefined, onRoundTrip: () => undefined, onClosed: () => undefined }
    await expect(openSocket({ streamUrl: 'ws://127.0.0.1:1', WebSocket, now: Date.now, callTimeoutMs: 500 }, listener)).rejects.toThrow()
  })
})
