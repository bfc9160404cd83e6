/** A minimal server of the wire for the tests of the SDK: it answers as the test defines, and records what it received. */
import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { WebSocketServer, type WebSocket } from 'ws'

export type Received = { readonly method: string; readonly url: string; readonly headers: IncomingHttpHeaders; readonly body: string }
export type Reply = { readonly status?: number; readonly body?: unknown; readonly headers?: Record<string, string>; readonly raw?: string }
export type Frame = {
  readonly id: number
  readonly method: string
  readonly params?: { readonly channel: string; readonly snapshot?: boolean }
}
export type Peer = {
  readonly url: string
  readonly headers: IncomingHttpHeaders
  readonly send: (frame: object) => void
  readonly cut: () => void
  readonly close: (code: number, reason: string) => void
  readonly closed: Promise<number>
}
export type Behaviour = {
  readonly reply?: (received: Received, count: number) => Reply | undefined
  readonly frame?: (frame: Frame, peer: Peer) => void
  readonly welcomes?: 'EVERYBODY' | 'NOBODY'
}

export async function startTestServer(behaviour: Behaviour) {
  const received: Received[] = []
  const peers: Peer[] = []
  const server = createServer((request, response) => {
    let body = ''
    request.on('data', (chunk: Buffer) => (body += chunk))
    request.on('end', () => {
      const one = { method: request.method ?? '', url: request.url ?? '', headers: request.headers, body }
      received.push(one)
      const reply = behaviour.reply?.(one, received.length)
      // Without a reply, the request is left waiting, as by a hanging server.
      if (reply === undefined) return
      response.writeHead(reply.status ?? 200, { 'content-type': 'application/json', ...reply.headers })
      response.end(reply.raw ?? (reply.body === undefined ? '' : JSON.stringify(reply.body)))
    })
  })
  const sockets = new WebSocketServer({ server, verifyClient: () => behaviour.welcomes !== 'NOBODY' })
  sockets.on('connection', (socket: WebSocket, request) => {
    const peer = {
      url: request.url ?? '',
      headers: request.headers,
      send: (frame: object) => socket.send(JSON.stringify(frame)),
      cut: () => socket.terminate(),
      close: (code: number, reason: string) => socket.close(code, reason),
      closed: new Promise<number>((resolve) => socket.on('close', resolve)),
    }
    peers.push(peer)
    socket.on('message', (data) => behaviour.frame?.(JSON.parse(String(data)) as Frame, peer))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    received,
    peers,
    close: () =>
      new Promise<void>((resolve) => {
        for (const socket of sockets.clients) socket.terminate()
        server.closeAllConnections()
        server.close(() => resolve())
      }),
  }
}

/** Acknowledges like the server: a subscription with a list, a heartbeat without a result. */
export const acknowledge = ({ id, method, params }: Frame, peer: Peer): void =>
  peer.send({ jsonrpc: '2.0', id, ...(method === 'heartbeat' ? {} : { result: [params?.channel] }) })

export const notice = (channel: string, data: unknown, event: string, seqNum: number, prevSeqNum?: number): object => ({
  jsonrpc: '2.0',
  method: 'subscription',
  params: {
    channel,
    data,
    event,
    meta: { seq_group: 1, seq_num: seqNum, ...(prevSeqNum === undefined ? {} : { prev_seq_num: prevSeqNum }) },
  },
})
