/** A socket server that echoes messages: the cost of the machine and the ws library alone. */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { WebSocketServer } from 'ws'

export async function withEcho<T>(work: (url: string) => Promise<T>): Promise<T> {
  const server = createServer()
  const sockets = new WebSocketServer({ server, perMessageDeflate: false })
  sockets.on('connection', (socket) => socket.on('message', (text, isBinary) => socket.send(text, { binary: isBinary })))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  try {
    return await work(`ws://127.0.0.1:${(server.address() as AddressInfo).port}`)
  } finally {
    for (const client of sockets.clients) client.terminate()
    sockets.close()
    server.close()
  }
}
