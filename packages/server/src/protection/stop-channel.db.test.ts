/** The channel of stops: who receives it, with which texts, and that readers who were away miss none. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { keepKey } from '../../test/kept-keys.ts'
import { openTestDesk, type Person, type TestDesk } from '../../test/desk.ts'
import { timeOfNumber } from '../engine/notification-numbers.ts'
import { marketShards } from '../shards/shards.ts'
import { withTestDatabase } from '../../test/database.ts'
import { openTestSocket, type Key, type TestSocket } from '../../test/product.ts'

const database = withTestDatabase()
const endpoints = ['/v2/drfq', '/v1/grfq', '/v1/ob'] as const
type ReceivedStop = {
  readonly event: string
  readonly data: object
  readonly meta: { readonly seq_group: number; readonly seq_num: number }
}
let desk: TestDesk
let boss: Person
let kest: Key
let orry: Key
beforeAll(async () => {
  desk = await openTestDesk(database.url)
  boss = await desk.person('boss', 'administrator', 'KEST')
  kest = await keepKey(desk.product.server.operator, { databaseUrl: database.url, desk: 'KEST', name: 'quotes' })
  orry = await keepKey(desk.product.server.operator, { databaseUrl: database.url, desk: 'ORRY', name: 'takes' })
})
afterAll(() => desk.close())

const post = async (path: string, body: object = {}) => {
  const answer = await desk.as(boss.token, 'POST', `/v2/protection/${path}/`, body)
  expect(answer.status).toBe(200)
  return answer.json as { readonly fences: readonly { readonly seq_group: number; readonly seq_num: number }[] }
}
const socketOf = (endpoint: string, key: Key): Promise<TestSocket> =>
  openTestSocket(desk.product.server.baseUrl, `${endpoint}/?api-key=${key.accessKey}&cancel_on_disconnect=false`)

async function subscribe(endpoint: string, key: Key, more: object = {}): Promise<TestSocket> {
  const socket = await socketOf(endpoint, key)
  socket.send({ id: 1, jsonrpc: '2.0', method: 'subscribe', params: { channel: 'trading_stop', ...more } })
  expect(await socket.next(({ id }) => id === 1)).toMatchObject({ result: ['trading_stop'] })
  return socket
}
const isReceived = ({ method }: Record<string, unknown>) => method === 'subscription'
async function received(socket: TestSocket, count: number): Promise<readonly ReceivedStop[]> {
  const all: ReceivedStop[] = []
  while (all.length < count) all.push((await socket.next(isReceived))['params'] as ReceivedStop)
  return all
}
const inEachMarket = (event: string, data: object) => marketShards.map(({ group }) => ({ event, data: { ...data, seq_group: group } }))
const words = (published: readonly ReceivedStop[]) =>
  published.map(({ event, data }) => ({ event, data })).sort((a, b) => groupOf(a.data) - groupOf(b.data))
const groupOf = (data: object) => (data as { readonly seq_group: number }).seq_group

describe('11.6 a stop of trading is published', () => {
  it('to all users of the desk on every socket, once for each market, at its fence and not above it, and to no other desk', async () => {
    const [others, ...ours] = [
      await subscribe('/v1/ob', orry),
      ...(await Promise.all(endpoints.map((endpoint) => subscribe(endpoint, kest)))),
    ]
    const { now: at } = desk.product.clock
    const stopped = await post('stop', { why: 'runaway' })
    const said = { kind: 'STOPPED', user: null, user_name: null, by: 'boss Test', why: 'runaway', at }
    for (const socket of ours) {
      const published = await received(socket, marketShards.length)
      expect(words(published)).toEqual(inEachMarket('ADDED', said))
      for (const { meta } of published) {
        const fence = stopped.fences.find(({ seq_group }) => seq_group === meta.seq_group)!.seq_num
        expect(meta.seq_num).toBeLessThanOrEqual(fence)
        expect(timeOfNumber(meta.seq_num)).toBe(timeOfNumber(fence))
      }
    }
    await post('allow')
    for (const socket of ours)
      expect(words(await received(socket, marketShards.length))).toEqual(inEachMarket('REMOVED', { ...said, kind: 'ALLOWED', why: null }))
    others.send({ id: 2, jsonrpc: '2.0', method: 'heartbeat' })
    await others.next(({ id }) => id === 2)
    expect(others.frames.filter(isReceived)).toEqual([])
  })

  it('to who was away with the same words and numbers, and stands in the list until it is over', async () => {
    const first = await subscribe('/v1/ob', kest, { snapshot: true })
    const [list] = (await received(first, 1)) as unknown as [{ readonly data: []; readonly meta: { readonly positions: object } }]
    expect(list.data).toEqual([])
    const { results: keys } = (await desk.as(boss.token, 'GET', '/account/desk/api-keys/')).json as {
      results: { id: string; name: string }[]
    }
    const { id: user } = keys.find(({ name }) => name === 'quotes')!
    await post('stop', { user, why: 'one program' })
    const published = await received(first, marketShards.length)
    expect(published[0]!.data).toMatchObject({ kind: 'STOPPED', user, user_name: 'quotes', by: 'boss Test', why: 'one program' })
    const back = await subscribe('/v1/grfq', kest, { from_seq: list.meta.positions })
    const again = await received(back, marketShards.length)
    const exactly = (all: readonly ReceivedStop[]) => all.map(({ data, meta }) => [groupOf(data), meta.seq_num, data]).sort(([a], [b]) => Number(a) - Number(b)) // prettier-ignore
    expect(exactly(again)).toEqual(exactly(published))
    const [standing] = (await received(await subscribe('/v2/drfq', kest, { snapshot: true }), 1)) as unknown as [
      { readonly data: object[] },
    ]
    expect(standing.data.sort((a, b) => groupOf(a) - groupOf(b))).toEqual(words(published).map(({ data }) => data))
    await post('allow', { user })
    const [over] = (await received(await subscribe('/v2/drfq', kest, { snapshot: true }), 1)) as unknown as [{ readonly data: object[] }]
    expect(over.data).toEqual([])
  })
})
