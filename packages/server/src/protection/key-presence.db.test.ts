/** Cancel on disconnect, even if the server stopped first: it is killed without warning and started again. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { openTestDesk } from '../../test/desk.ts'
import { silent } from '../log/log.ts'
import { withTestDatabase } from '../../test/database.ts'
import { openSignedSocket, signatureHeaders, type Key } from '../../test/product.ts'
import { openKeyPresence, RETURN_WITHIN_MS, type PresentKey } from './key-presence.ts'
import { startProcess } from '../../test/started-process.ts'

const SECRET = '9'.repeat(64)
const PATIENCE = { timeout: 55_000, interval: 50 }
const database = withTestDatabase()

/** A process that is still running at the end of its test is ended with it. */
const ending: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const end of ending.splice(0)) await end()
})

type At = { readonly baseUrl: string; readonly now: number }
async function by({ baseUrl, now }: At, key: Key, method: string, path: string, body?: object): Promise<Record<string, unknown>> {
  const text = body === undefined ? '' : JSON.stringify(body)
  const headers = { ...signatureHeaders(key, now, method, path, text), 'content-type': 'application/json' }
  const answer = await fetch(`${baseUrl}${path}`, { method, headers, ...(text === '' ? {} : { body: text }) })
  return (await answer.json()) as Record<string, unknown>
}
const openPrices = async (at: At, key: Key) =>
  ((await by(at, key, 'GET', '/v1/ob/quotes/?status=OPEN')).results as { price: string }[]).map(({ price }) => price).sort()
const socketOf = (at: At, key: Key, wish = '') => openSignedSocket(at, key, `/v1/ob/${wish}`)

describe('11.5 keys that cancel when they go', () => {
  it('11.5 are noticed by the next server, which waits ten seconds for them, and leaves alone who came back or never asked', async () => {
    const product = await startProcess({ databaseUrl: database.url, secretKey: SECRET, ending })
    const { keys } = product
    const { results } = (await by(product, keys.gone, 'GET', '/v2/drfq/instruments/')) as { results: { id: number }[] }
    const legs = [{ instrument_id: results[0]!.id, ratio: '1', side: 'BUY' }]
    const { id } = await by(product, keys.gone, 'POST', '/v1/ob/rfqs/', { venue: 'DBT', legs })
    const prices = { gone: '0.06', back: '0.061', keeps: '0.062' } as const
    for (const name of ['gone', 'back', 'keeps'] as const) {
      await socketOf(product, keys[name], name === 'keeps' ? '?cancel_on_disconnect=false' : '')
      await by(product, keys[name], 'POST', `/v1/ob/rfqs/${String(id)}/quotes/`, { side: 'SELL', quantity: '50', price: prices[name] })
    }
    expect(await openPrices(product, keys.gone)).toEqual(['0.06', '0.061', '0.062'])
    await product.kill()

    const { product: next, close } = await openTestDesk(database.url, { secretKey: SECRET })
    const at = () => ({ baseUrl: next.server.baseUrl, now: next.clock.now })
    try {
      expect(await openPrices(at(), keys.keeps)).toEqual(['0.06', '0.061', '0.062'])
      next.clock.now += RETURN_WITHIN_MS - 1
      const socket = await socketOf(at(), keys.back)
      expect(await openPrices(at(), keys.keeps)).toEqual(['0.06', '0.061', '0.062'])
      next.clock.now += 1
      await expect.poll(() => openPrices(at(), keys.keeps), PATIENCE).toEqual(['0.061', '0.062'])
      socket.close()
      await expect.poll(() => openPrices(at(), keys.keeps), PATIENCE).toEqual(['0.062'])
      await expect.poll(() => database.sql`select from socket_presence`.then((rows) => rows.length), PATIENCE).toBe(0)
    } finally {
      await close()
    }
  }, 180_000)
})

describe('what is remembered of a key', () => {
  const bot = { desk: 'KEST', user: 'k_bot', via: 'k_bot' } as PresentKey
  beforeEach(() => database.sql`delete from socket_presence`)
  const rows = () => database.sql`select from socket_presence`.then(({ length }) => length)
  const opened = async (clock: { now: number }, cancel: (key: PresentKey) => Promise<void>) =>
    openKeyPresence({ sql: database.sql, cancelWhatLeft: cancel, now: () => clock.now, log: silent })

  it('is there before it is let in, and gone once its orders are; who comes back meanwhile is let in after it', async () => {
    const clock = { now: 0 }
    const steps: string[] = []
    let cancelled = () => undefined as void
    const presence = await opened(clock, () => {
      steps.push('cancelling')
      return new Promise((resolve) => (cancelled = resolve))
    })
    await presence.arrived(bot)
    expect(await rows()).toBe(1)
    presence.left(bot)
    const back = presence.arrived(bot).then(() => steps.push('in'))
    await expect.poll(() => steps, PATIENCE).toEqual(['cancelling'])
    cancelled()
    await back
    expect([steps, await rows()]).toEqual([['cancelling', 'in'], 1])
    presence.left(bot)
    await expect.poll(() => steps.length, PATIENCE).toBe(3)
    cancelled()
    await presence.settled()
    expect(await rows()).toBe(0)
  })

  it('is dropped, and nothing cancelled, where its socket never opened', async () => {
    const gone: PresentKey[] = []
    const presence = await opened({ now: 0 }, (key) => Promise.resolve(void gone.push(key)))
    await presence.arrived(bot)
    presence.turnedBack(bot)
    await presence.settled()
    expect([gone, await rows()]).toEqual([[], 0])
  })

  it('is tried again where cancelling failed', async () => {
    const clock = { now: 0 }
    let fails = 1
    const presence = await opened(clock, () => (fails-- > 0 ? Promise.reject(new Error('the market is away')) : Promise.resolve()))
    await presence.arrived(bot)
    presence.left(bot)
    await presence.settled()
    expect(await rows()).toBe(1)
    clock.now = RETURN_WITHIN_MS
    presence.sweep(clock.now, () => false)
    await presence.settled()
    expect(await rows()).toBe(0)
  })

  it('is dropped where the key is back with sockets that do not cancel', async () => {
    const clock = { now: 0 }
    const gone: PresentKey[] = []
    const record = (key: PresentKey) => Promise.resolve(void gone.push(key))
    await (await opened(clock, record)).arrived(bot)
    const next = await opened(clock, record)
    next.sweep(RETURN_WITHIN_MS, () => true)
    await next.settled()
    expect([gone, await rows()]).toEqual([[], 0])
  })
})
