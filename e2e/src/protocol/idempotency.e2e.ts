/**
 * Every trading write of a desk, from contracts, under a key of its sender: once, again, with another body, after a crash, and the outcome that its
 * desk reads.
 */
import { isDeepStrictEqual } from 'node:util'
import type { Call, OutcomeView } from '@parley/contracts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { calls, isTraded, nameOfCall } from '../fuzz/calls.ts'
import { startedDataDir } from '../first-start.ts'
import { removeDataDir, startProduct, STILL, type Product } from '../product.ts'
import type { Answer, Json } from './answer.ts'
import { createBot, type Bot } from './bot.ts'
import { openOrderBookFloor, type OrderBookFloor } from './order-book-floor.ts'
import { listWrites } from './list-writes.ts'
import { perpetualWrites } from './perpetual-writes.ts'
import { spreadWrites } from './spread-writes.ts'
import { directWrites, groupWrites, protectionWrites, type Write, type Writes } from './writes.ts'
import { vaultWrites } from './vault-writes.ts'
import { venueWrites } from './venue-writes.ts'
import { callAs, signIn } from './session.ts'

const dataDir = startedDataDir()
let floor: OrderBookFloor
let writes: Writes = {}
beforeAll(async () => {
  floor = await openOrderBookFloor({ dataDir })
  writes = {
    ...directWrites(floor),
    ...listWrites(floor),
    ...groupWrites(floor, '/v1/grfq'),
    ...groupWrites(floor, '/v1/ob'),
    ...protectionWrites(floor),
    ...venueWrites(floor),
    ...spreadWrites(floor),
    ...perpetualWrites(floor),
    ...vaultWrites(floor, 'begin now'),
  }
}, 180_000)
afterAll(async () => {
  await again?.stop()
  await floor?.close()
  removeDataDir(dataDir)
}, 60_000)

const writing = calls.filter((call) => isTraded(call) && call.method !== 'GET')
const keyOf = (name: string): string => `key-of-${name.replaceAll(/[^A-Za-z0-9]+/g, '-')}`
type Sent = Write & { readonly method: string; readonly key: string; readonly first: Answer }
const sent = new Map<string, Sent>()
let again: Product | undefined

const withKey = ({ by, path, body }: Write, method: string, key: string) =>
  by.send(method, path, body, { headers: { 'idempotency-key': key } })
/** The part of the response that must always be the same. */
const lasting = ({ status, text }: Answer): unknown => [status, text]
/** The outcome of the write, as its desk reads it by its key. */
const outcomeOf = async (bot: Bot, key: string): Promise<unknown> => {
  const { state, status, body, error } = (await bot.must(200, 'GET', `/v2/commands/${key}/`)) as unknown as OutcomeView
  return { state, status, body, error }
}
const done = ({ status, text, json }: Answer): unknown => ({ state: 'DONE', status, body: text === '' ? null : json, error: null })
/** If a response contains a price that must stay hidden, only a part of it is stored (rulebook 19.8). */
const keptOf = ({ whenRepeated }: Call, answer: Answer): Answer => {
  if (typeof whenRepeated !== 'object') return answer
  const json = whenRepeated.parse(answer.json) as Json
  return { ...answer, json, text: JSON.stringify(json) }
}

describe('9.4 a key of the sender, on every call that writes', () => {
  // Proves W 3.1, W 4.1.
  it('there is a request for each of them', () => {
    expect(Object.keys(writes).toSorted()).toEqual(writing.map(nameOfCall).toSorted())
  })

  // Proves T 7.41, T 7.47, W 1.17, W 5.4.
  it.each(writing.map((call) => [nameOfCall(call), call] as const))(
    '9.4 %s has one answer under one key, and refuses another request under it',
    async (name, call) => {
      const write = await writes[name]!()
      const key = keyOf(name)
      const whole = await withKey(write, call.method, key)
      expect([whole.status, whole.text]).toEqual([call.status ?? 200, whole.text])
      const first = keptOf(call, whole)
      sent.set(name, { ...write, method: call.method, key, first })
      expect(lasting(await withKey(write, call.method, key))).toEqual(lasting(first))
      const path = write.other === undefined ? `${write.path}${write.path.includes('?') ? '&' : '?'}side=BUY` : write.path
      const other = await withKey({ by: write.by, path, ...(write.other === undefined ? {} : { body: write.other }) }, call.method, key)
      expect([other.status, other.json['error' as never]]).toEqual([409, 'IdempotencyKeyReused'])
      expect(await outcomeOf(write.by, key)).toEqual(done(first))
    },
  )

  it('9.4 what was placed is answered as it was although the desk may not place it any more, and a new key may not', async () => {
    const { by, path, body, method, key, first } = sent.get('POST /v2/drfq/orders/')!
    const administrator = await signIn(floor.product, 'LIND')
    const bound = (most_notional: string | null) =>
      callAs(administrator, 'PUT', '/v2/protection/bounds/', { most_notional, most_deviation_percent: null })
    expect((await bound('1')).status).toBe(200)
    expect(await withKey({ by, path, ...(body === undefined ? {} : { body }) }, method, key)).toMatchObject({
      status: 201,
      text: first.text,
    })
    expect(await withKey({ by, path, ...(body === undefined ? {} : { body }) }, method, `${key}-new`)).toMatchObject({
      status: 400,
      json: { error: 'NotionalAboveLimit' },
    })
    expect((await bound(null)).status).toBe(200)
  })

  it('9.4 a key is refused although its other body is meant for another market', async () => {
    const { by, path, method, key } = sent.get('POST /v2/drfq/rfqs/')!
    const query = 'venue=DBT&base_currency=ETH&kind=OPTION&state=ACTIVE&page_size=1'
    const { results } = (await by.must(200, 'GET', `/v2/drfq/instruments/?${query}`)) as unknown as { results: readonly { id: number }[] }
    const body = {
      venue: 'DBT',
      quantity: '250',
      legs: [{ instrument_id: results[0]!.id, ratio: '1', side: 'BUY' }],
      counterparties: ['LIND'],
    }
    expect(await withKey({ by, path, body }, method, key)).toMatchObject({ status: 409, json: { error: 'IdempotencyKeyReused' } })
    expect((await withKey({ by, path, body }, method, `${key}-ether`)).status).toBe(201)
  })

  // Proves W 2.17.
  it('9.4 all of them are answered as they were by the product that was killed and started again', { timeout: 180_000 }, async () => {
    await floor.product.kill()
    again = await startProduct({ dataDir, flags: STILL })
    const differing: unknown[] = []
    for (const [name, { method, key, first, by, ...write }] of sent) {
      const answer = await withKey({ ...write, by: createBot(again.baseUrl, by.keys) }, method, key)
      const [was, is] = [lasting(first), lasting(answer)]
      if (JSON.stringify(was) !== JSON.stringify(is)) differing.push([name, was, is])
      const outcome = await outcomeOf(createBot(again.baseUrl, by.keys), key)
      if (!isDeepStrictEqual(outcome, done(first))) differing.push([name, done(first), outcome])
    }
    expect(sent.size).toBe(writing.length)
    expect(differing).toEqual([])
  })
})
