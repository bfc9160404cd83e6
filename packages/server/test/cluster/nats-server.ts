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

export async function startNatsServer(): Promise<{ readonly url: string; stop(): Promise<void> }> {
  const probe = createServer().listen(0, '127.0.0.1')
  await once(probe, 'listening')
  const { port } = probe.address() as AddressInfo
  await new Promise((resolve) => probe.close(resolve))
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
    url: `nats://127.0.0.1:${port}`,
    async stop() {
      server.kill()
      await ended
    },
  }
}
