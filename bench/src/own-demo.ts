/** Parts of the benchmarks that start the whole demo. */
import { once } from 'node:events'
import { createServer, type AddressInfo } from 'node:net'

/** A port that no other process uses at the moment. */
export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  await new Promise((resolve) => server.close(resolve))
  return port
}
