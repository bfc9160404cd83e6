/** The SDK's socket and the server's own refusals of a key. */
import { createClient, type SocketState } from '@parley/client'
import { createServer, unhurried, type RunningServer } from '@parley/server'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { ownDatabase } from '../test/own-database.ts'

const WITHIN = { timeout: 45_000 }
const closing: (() => unknown)[] = []
afterAll(async () => {
  for (const close of closing.toReversed()) await close()
})

let server: RunningServer
beforeAll(async () => {
  const database = await ownDatabase('refused_key')
  closing.push(database.drop)
  server = await createServer({ dataDir: database.dataDir, databaseUrl: database.url, port: 0, rates: unhurried })
  closing.push(server.close)
  await server.operator.createDesk({ ticker: 'ORRY', name: 'Orrery', firmName: 'Orrery Ltd', isMaker: true, limits: 'NONE' })
}, 120_000)

type Keys = { readonly accessKey: string; readonly secretKey: string }
type Seen = readonly [SocketState, string | undefined]

function open(keys: Keys) {
  const client = createClient({ baseUrl: server.baseUrl, credentials: { kind: 'key', ...keys } })
  const socket = client.socket()
  closing.push(() => socket.close())
  const seen: Seen[] = []
  socket.onState((state, cause) => seen.push([state, cause?.error]))
  return { socket, seen }
}

it('closes for good with its reason if its key is revoked while it is open', async () => {
  const { socket, seen } = open(await server.operator.createApiKey('ORRY', 'bot'))
  await vi.waitFor(() => expect(socket.state()).toBe('OPEN'), WITHIN)
  await server.operator.revokeApiKey('ORRY', 'bot')
  await vi.waitFor(() => expect(socket.state()).toBe('CLOSED'), WITHIN)
  expect(seen).toEqual([
    ['OPEN', undefined],
    ['RECONNECTING', undefined],
    ['CLOSED', 'InvalidAccessKey'],
  ])
  socket.reconnect()
  expect(socket.state()).toBe('CLOSED')
})

it.each([
  ['is unknown', async () => ({ accessKey: 'nobody', secretKey: 'AAEC' }), 'InvalidAccessKey'],
  ['has another secret', async () => ({ ...(await server.operator.createApiKey('ORRY', 'other')), secretKey: 'AAEC' }), 'InvalidSignature'],
])('closes for good with its reason if its key %s', async (_what, keys, error) => {
  const { socket, seen } = open(await keys())
  await vi.waitFor(() => expect(socket.state()).toBe('CLOSED'), WITHIN)
  expect(seen.at(-1)).toEqual(['CLOSED', error])
})
