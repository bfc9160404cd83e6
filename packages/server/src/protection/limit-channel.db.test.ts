/** The channel of limits: who receives it, and that a limit that moves to another market is published there. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { keepKey } from '../../test/kept-keys.ts'
import { openTestDesk, type Person, type TestDesk } from '../../test/desk.ts'
import { withTestDatabase } from '../../test/database.ts'
import { openTestSocket, type Key, type TestSocket } from '../../test/product.ts'

const database = withTestDatabase()
type ReceivedChange = { readonly event: string; readonly data: object }
let desk: TestDesk
let tess: Person
let kest: Key
let orry: Key
beforeAll(async () => {
  desk = await openTestDesk(database.url)
  tess = await desk.person('tess', 'trader', 'KEST')
  kest = await keepKey(desk.product.server.operator, { databaseUrl: database.url, desk: 'KEST', name: 'quotes' })
  orry = await keepKey(desk.product.server.operator, { databaseUrl: database.url, desk: 'ORRY', name: 'takes' })
})
afterAll(() => desk.close())

const put = async (id: string, body: object) =>
  expect((await desk.as(tess.token, 'PUT', `/v2/protection/limits/${id}/`, { window_ms: 1_000, ...body })).status).toBe(200)
async function subscribe(endpoint: string, key: Key, more: object = {}): Promise<TestSocket> {
  const socket = await openTestSocket(desk.product.server.baseUrl, `${endpoint}/?api-key=${key.accessKey}&cancel_on_disconnect=false`)
  socket.send({ id: 1, jsonrpc: '2.0', method: 'subscribe', params: { channel: 'protection_limits', ...more } })
  expect(await socket.next(({ id }) => id === 1)).toMatchObject({ result: ['protection_limits'] })
  return socket
}
const isReceived = ({ method }: Record<string, unknown>) => method === 'subscription'
const received = async (socket: TestSocket): Promise<ReceivedChange> => {
  const { event, data } = (await socket.next(isReceived))['params'] as ReceivedChange
  return { event, data }
}

describe('11.2 a limit of the desk is published', () => {
  it('11.2 to all users of the desk on every socket when it is set, moved and removed, and to no other desk', async () => {
    const endpoints = ['/v2/drfq', '/v1/grfq', '/v1/ob']
    const [others, ...ours] = [
      await subscribe('/v1/ob', orry),
      ...(await Promise.all(endpoints.map((endpoint) => subscribe(endpoint, kest)))),
    ]
    await put('wing', { product: 'DO', delta: '20', label: 'w' })
    await put('wing', { product: 'EH', executions: 3 })
    expect((await desk.as(tess.token, 'DELETE', '/v2/protection/limits/wing/')).status).toBe(204)
    for (const socket of ours) {
      const limit = { id: 'wing', product: 'DO', label: 'w', window_ms: 1_000, delta: '20', executions: null }
      expect(await received(socket)).toMatchObject({ event: 'ADDED', data: { kind: 'SET', seq_group: 1, id: 'wing', limit } })
      const moved = [await received(socket), await received(socket)]
      expect(moved).toContainEqual({ event: 'REMOVED', data: { kind: 'REMOVED', seq_group: 1, id: 'wing', limit: null } })
      expect(moved).toContainEqual({
        event: 'ADDED',
        data: { kind: 'SET', seq_group: 2, id: 'wing', limit: expect.objectContaining({ product: 'EH', executions: 3 }) as object },
      })
      expect(await received(socket)).toEqual({ event: 'REMOVED', data: { kind: 'REMOVED', seq_group: 2, id: 'wing', limit: null } })
      socket.close()
    }
    others.send({ id: 2, jsonrpc: '2.0', method: 'heartbeat' })
    await others.next(({ id }) => id === 2)
    expect(others.frames.filter(isReceived)).toEqual([])
    others.close()
  })

  it('11.2 who comes reads the limits that are set', async () => {
    await put('body', { product: 'DO', quantity: '60' })
    const late = await subscribe('/v2/drfq', kest, { snapshot: true })
    const { event, data } = await received(late)
    expect([event, data]).toEqual(['SNAPSHOT', [expect.objectContaining({ kind: 'SET', seq_group: 1, id: 'body' })]])
    late.close()
  })
})
