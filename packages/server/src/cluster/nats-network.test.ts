/** A process that serves others while its nats-server is away. Without an installed nats-server it is reported as skipped. */
import { once } from 'node:events'
import { createServer, type Socket } from 'node:net'
import { expect, it } from 'vitest'
import { hasNatsServer, startNatsServer } from '../../test/cluster/nats-server.ts'
import { silent } from '../log/log.ts'
import { openNatsNetwork } from './nats-network.ts'
import type { Network } from './network.ts'

/** Accepts connections at the port and answers nothing, as a host that has lost its network. An attempt to connect lasts for seconds then. */
async function openSilence(port: number) {
  const { promise: dialled, resolve } = Promise.withResolvers<void>()
  const open: Socket[] = []
  const server = createServer((socket) => {
    open.push(socket.on('error', () => undefined).resume())
    resolve()
  }).listen(port, '127.0.0.1')
  await once(server, 'listening')
  const close = async () => {
    const closed = once(server, 'close')
    server.close()
    for (const socket of open) socket.destroy()
    await closed
  }
  return { dialled, close }
}
/** Turns of the event loop, more than enough for work that waits for no other process. */
const LOOPS = 1_000

const until = (network: Network, isConnected: boolean) =>
  expect.poll(() => network.isConnected(), { timeout: 20_000, interval: 10 }).toBe(isConnected)

it.skipIf(!hasNatsServer)('a service is given up while NATS is away, without waiting for it, and does not come back with it', async () => {
  const first = await startNatsServer()
  const network = await openNatsNetwork({ url: first.url, log: silent })
  const { promise: answered, resolve: answer } = Promise.withResolvers<string>()
  const arrived: string[] = []
  const served = await network.serve('shard', (text) => (arrived.push(text), answered))
  const asked = network.request('shard', 'a command', 60_000).catch((error: unknown) => error)
  await expect.poll(() => arrived).toEqual(['a command'])

  await first.stop()
  const silence = await openSilence(first.port)
  await until(network, false)
  await silence.dialled
  let isEnded = false
  void served.end().then(() => (isEnded = true))
  await new Promise(setImmediate)
  expect(isEnded).toBe(false)
  answer('decided')
  for (let turn = 0; turn < LOOPS && !isEnded; turn += 1) await new Promise(setImmediate)
  expect(isEnded).toBe(true)

  await silence.close()
  const second = await startNatsServer(first)
  await until(network, true)
  await expect(network.request('shard', 'another command', 5_000)).rejects.toMatchObject({ reason: 'UNSERVED' })
  expect(arrived).toEqual(['a command'])
  await network.close()
  await asked
  await second.stop()
})
