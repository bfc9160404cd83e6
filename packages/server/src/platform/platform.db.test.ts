/** The states of the platform: in one order, at their time, across restarts and processes, and the calls that each of them accepts. */
import * as contracts from '@parley/contracts'
import type { Call } from '@parley/contracts'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { silent } from '../log/log.ts'
import { withTestDatabase } from '../../test/database.ts'
import { openTestSocket, startTestProduct, type TestProduct } from '../../test/product.ts'
import { openPlatform, type Platform, type PlatformWord } from './platform.ts'

const NOON = 1_800_000_000_000
const database = withTestDatabase()
const clock = { now: NOON }
const opened: Platform[] = []
const open = async () => {
  const platform = await openPlatform({ sql: database.sql, now: () => clock.now, log: silent })
  opened.push(platform)
  return platform
}
let platform: Platform
beforeAll(async () => {
  platform = await open()
})
beforeEach(async () => {
  await database.sql`delete from platform_change`
  clock.now = NOON
  platform = await open()
})
afterAll(async () => {
  for (const one of opened) await one.close()
})

describe('the state of the platform', () => {
  it('goes on in one order', async () => {
    const moves: PlatformWord[] = ['UNAVAILABLE', 'AVAILABLE_CANCEL_ONLY', 'AVAILABLE', 'UNAVAILABLE']
    for (const state of moves) {
      clock.now += 1_000
      const wrong = (['AVAILABLE', 'UNAVAILABLE', 'AVAILABLE_CANCEL_ONLY'] as const).find(
        (one) => one !== state && one !== platform.state().state,
      )!
      await expect(platform.moveTo(wrong)).rejects.toThrow(`the next state must be ${state}.`)
      await platform.moveTo(state)
      expect(platform.state().state).toBe(state)
    }
    expect(platform.state()).toEqual({ state: 'UNAVAILABLE', next_state: 'AVAILABLE_CANCEL_ONLY', next_state_time: 0 })
  })

  it('changes by itself at its time, and announces the next state and its time', async () => {
    await platform.schedule(NOON + 5_000, 'UNAVAILABLE')
    await platform.schedule(NOON + 8_000, 'AVAILABLE_CANCEL_ONLY')
    expect(platform.state()).toEqual({ state: 'AVAILABLE', next_state: 'UNAVAILABLE', next_state_time: NOON + 5_000 })
    clock.now = NOON + 4_999
    expect(platform.state().state).toBe('AVAILABLE')
    clock.now = NOON + 5_000
    expect(platform.state()).toEqual({ state: 'UNAVAILABLE', next_state: 'AVAILABLE_CANCEL_ONLY', next_state_time: NOON + 8_000 })
    clock.now = NOON + 9_000
    expect((await open()).state()).toEqual({ state: 'AVAILABLE_CANCEL_ONLY', next_state: 'AVAILABLE', next_state_time: 0 })
  })

  it('is scheduled in the order of time and of states, and dropped with what follows from it', async () => {
    await expect(platform.schedule(NOON, 'UNAVAILABLE')).rejects.toThrow('must be in the future')
    await expect(platform.schedule(NOON + 1, 'AVAILABLE')).rejects.toThrow('the next state must be UNAVAILABLE')
    const first = await platform.schedule(NOON + 5_000, 'UNAVAILABLE')
    await expect(platform.schedule(NOON + 5_000, 'AVAILABLE_CANCEL_ONLY')).rejects.toThrow('already scheduled for that time')
    await platform.schedule(NOON + 6_000, 'AVAILABLE_CANCEL_ONLY')
    await expect(platform.schedule(NOON + 4_000, 'UNAVAILABLE')).rejects.toThrow('Cancel it first')
    expect((await platform.cancel(first.id)).map(({ state }) => state)).toEqual(['UNAVAILABLE', 'AVAILABLE_CANCEL_ONLY'])
    await expect(platform.cancel(first.id)).rejects.toThrow(`No change ${first.id} is scheduled.`)
    await platform.schedule(NOON + 5_000, 'UNAVAILABLE')
    await platform.moveTo('UNAVAILABLE')
    expect(platform.scheduled()).toEqual([])
  })

  it('is heard by every process', async () => {
    const other = await open()
    await platform.moveTo('UNAVAILABLE')
    await expect.poll(() => other.state().state).toBe('UNAVAILABLE')
  })
})

const isCall = (value: unknown): value is Call => typeof value === 'object' && value !== null && 'method' in value && 'path' in value
const calls: readonly (readonly [string, Call])[] = Object.entries(contracts)
  .filter(([group]) => group.endsWith('Calls'))
  .flatMap(([, members]) => Object.values(members as object).filter(isCall))
  .map((call) => [`${call.method} ${call.path}`, call] as const)

/** A second, manual list of every call that creates, changes or cancels. A new call must be classified here. */
const CANCELS = new Set([
  'DELETE /v2/drfq/orders/',
  'DELETE /v2/drfq/orders/{id}/',
  'DELETE /v2/drfq/rfqs/{id}/',
  'DELETE /v2/drfq/lists/{id}/',
  'DELETE /v2/drfq/lists/{id}/net_price/',
  // It cancels the desk's quotes there.
  'POST /v2/drfq/rfqs/{id}/decline/',
  'POST /v1/ob/rfqs/{id}/decline/',
  'POST /v1/grfq/rfqs/{id}/decline/',
  'DELETE /v1/ob/quotes/',
  'DELETE /v1/ob/quotes/{id}/',
  'DELETE /v1/grfq/quotes/',
  'DELETE /v1/grfq/quotes/{id}/',
  'DELETE /v1/fs/orders/',
  'DELETE /v1/fs/orders/{id}/',
  'POST /v2/protection/cancel_all/',
  'POST /v2/protection/stop/',
  'POST /v2/protection/stop_me/',
  'DELETE /v2/perpetuals/orders/{id}/',
  'POST /v2/perpetuals/cancel_all/',
  'DELETE /v1/vrfq/quotes/{id}/',
  'DELETE /v1/vrfq/rfqs/{id}/',
])
const PROTECTS = new Set([
  'PATCH /v2/drfq/mmp/status/',
  'PATCH /v1/ob/mmp/status/',
  'PATCH /v1/grfq/mmp/status/',
  'PATCH /v1/fs/mmp/status/',
  'PUT /v2/protection/limits/{id}/',
  'DELETE /v2/protection/limits/{id}/',
  'POST /v2/protection/reset/',
  'POST /v2/protection/cancel_all_after/',
  'POST /v2/drfq/trades/{id}/booking/',
  'POST /v1/grfq/trades/{id}/booking/',
  'POST /v1/ob/trades/{id}/booking/',
  'POST /v1/vrfq/rfqs/{id}/pricing/',
  'PATCH /v1/vrfq/trades/{id}/',
  'PUT /v1/vrfq/trades/{id}/',
])
/** A person makes this call, and it carries out what another person has sent. */
const APPROVE = 'POST /v2/protection/held_requests/{id}/approve/'
const kindOf = (name: string, { method, who }: Call): 'cancel' | 'trade' | 'free' => {
  if (CANCELS.has(name)) return 'cancel'
  if (name === APPROVE) return 'trade'
  return PROTECTS.has(name) || method === 'GET' || (who !== 'trader' && who !== 'bidder') ? 'free' : 'trade'
}

describe('each state', () => {
  it.each(calls)('takes of %s what it is for', async (name, call) => {
    const taken: boolean[] = []
    for (const state of ['UNAVAILABLE', 'AVAILABLE_CANCEL_ONLY', 'AVAILABLE'] as const) {
      await platform.moveTo(state)
      taken.push(platform.gate(call) === undefined)
      clock.now += 1_000
    }
    const expected = { free: [true, true, true], cancel: [false, true, true], trade: [false, false, true] }[kindOf(name, call)]
    expect(taken).toEqual(expected)
  })

  it('that accepts none names the state, and when to try again', async () => {
    await platform.moveTo('UNAVAILABLE')
    expect(platform.gate(contracts.obCalls.createQuote as Call)).toMatchObject({
      fault: 'Unavailable',
      message: 'The platform is UNAVAILABLE: nothing is created, changed or cancelled.',
      retryAfterMs: 5_000,
    })
  })
})

describe('who listens', () => {
  let product: TestProduct
  beforeAll(async () => {
    product = await startTestProduct(database.url)
  })
  afterAll(() => product.close())

  it.each(['/v2/drfq', '/v1/ob', '/v1/grfq'])('at %s is reported on the socket and by the call', async (base) => {
    await database.sql`delete from platform_change`
    await database.sql`select pg_notify('parley_platform', '')`
    const state = async () => (await product.signed('GET', `${base}/platform_state/`)).json as { state: string }
    await expect.poll(async () => (await state()).state).toBe('AVAILABLE')
    const socket = await openTestSocket(product.server.baseUrl, `${base}/?api-key=${product.key.accessKey}`)
    socket.send({ id: 1, jsonrpc: '2.0', method: 'subscribe', params: { channel: 'platform_state' } })
    await socket.next((frame) => JSON.stringify(frame).includes('"state":"AVAILABLE"'))
    await product.server.operator.setPlatformState('UNAVAILABLE')
    await socket.next((frame) => JSON.stringify(frame).includes('"state":"UNAVAILABLE"'))
    expect(await state()).toEqual({ state: 'UNAVAILABLE', next_state: 'AVAILABLE_CANCEL_ONLY', next_state_time: 0 })
    socket.close()
  })
})
