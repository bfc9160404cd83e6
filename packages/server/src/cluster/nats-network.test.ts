/** What a process that serves others does while its nats-server is away. Without an installed nats-server it is reported as skipped. */
import { expect, it } from 'vitest'
import { hasNatsServer, startNatsServer } from '../../test/cluster/nats-server.ts'
import { silent } from '../log/log.ts'
import { openNatsNetwork } from './nats-network.ts'
import type { Network } from './network.ts'

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
  await until(network, false)
  let isEnded = false
  const ended = served.end().then(() => (isEnded = true))
  // It waits for what has arrived, and for nothing else. The server is away throughout.
  await new Promise(setImmediate)
  expect(isEnded).toBe(false)
  answer('decided')
  await ended
  expect(network.isConnected()).toBe(false)

  const second = await startNatsServer(first)
  await until(network, true)
  await expect(network.request('shard', 'another command', 5_000)).rejects.toMatchObject({ reason: 'UNSERVED' })
  expect(arrived).toEqual(['a command'])
  await network.close()
  await asked
  await second.stop()
})
