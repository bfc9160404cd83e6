/** The ports between processes: in one process, over a network in memory that loses messages, and over NATS. */
import { afterAll, beforeAll, describe } from 'vitest'
import { createMemoryNetwork } from '../../test/cluster/lossy-network.ts'
import { hasNatsServer, startNatsServer } from '../../test/cluster/nats-server.ts'
import { portsBehaviour } from '../../test/cluster/ports-behaviour.ts'
import { silent } from '../log/log.ts'
import { openNatsNetwork } from './nats-network.ts'

portsBehaviour('in this process', undefined)

const memory = createMemoryNetwork()
portsBehaviour('over a network in memory', () => Promise.resolve(memory))

// Without an installed nats-server the report shows these tests as skipped.
describe.skipIf(!hasNatsServer)('with a nats-server', () => {
  let server: Awaited<ReturnType<typeof startNatsServer>>
  beforeAll(async () => {
    server = await startNatsServer()
  })
  afterAll(() => server.stop())
  portsBehaviour('over NATS', () => openNatsNetwork({ url: server.url, log: silent }))
})
