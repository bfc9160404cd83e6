/** A nats-server of its own for a test, if one is installed. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { createServer, type AddressInfo } from 'node:net'
import { delimiter, join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** `npm test` unpacks the package of Debian there (tools/src/bootstrap/nats.mjs). */
const FETCHED = fileURLToPath(new URL('../../../../.cache/nats/usr/sbin', import.meta.url))
const program = [...(process.env['PATH'] ?? '').split(delimiter), '/usr/sbin', FETCHED]
  .map((folder) => join(folder, 'nats-server'))
  .find(existsSync)

export const hasNatsServer = program !== undefined

async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1')
  await once(probe, 'listening')
  const { port } = probe.address() as AddressInfo
  await new Promise((resolve) => probe.close(resolve))
  return port
}

/** On a port that is free, or again on that of a server that has stopped. */
export async function startNatsServer(before?: { readonly port: number }) {
  const port = before?.port ?? (await freePort())
  const server = spawn(program!, ['--addr', '127.0.0.1', '--port', String(port)], { stdio: ['ignore', 'ignore', 'pipe'] })
  const ended = once(server, 'exit')
  await new Promise<void>((resolve, reject) => {
    let said = ''
    server.stderr.on('data', (chunk: Buffer) => {
      said += chunk.toString()
      if (said.includes('Server is ready')) resolve()
    })
    server.once('exit', () => reject(new Error(`nats-server did not start: ${said}`)))
  })
  return {
    port,
    url: `nats://127.0.0.1:${port}`,
    async stop(): Promise<void> {
      server.kill()
      await ended
    },
  }
}
