/** Opens a simulated venue's port on this machine. */
import { once } from 'node:events'
import type { Server } from 'node:http'
import { createServer, type AddressInfo } from 'node:net'

/** A port that no process uses at the moment. */
export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  await new Promise((resolve) => server.close(resolve))
  return port
}

/** Returns the address; port 0 takes any free port. */
export async function listen(server: Server, port: number): Promise<string> {
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, '127.0.0.1', resolve)
  })
  return `127.0.0.1:${(server.address() as AddressInfo).port}`
}

export function stopListening(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve())
    server.closeAllConnections()
  })
}
