/**
 * A server that is killed between a decision and everything that is written after it: for any call, the response was written with the decision
 * (rulebook 9.4).
 */
import { afterEach, describe, expect, it } from 'vitest'
import { openTestDesk } from '../../../test/desk.ts'
import { withTestDatabase } from '../../../test/database.ts'
import { call, higher } from '../../../test/instruments.ts'
import { PASSWORD, signatureHeaders, type Key } from '../../../test/product.ts'
import { startProcess } from '../../../test/started-process.ts'

const SECRET = '4'.repeat(64)
const database = withTestDatabase()

const ending: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const end of ending.splice(0)) await end()
})

type Answered = { readonly status: number; readonly text: string }
type Send = (method: string, path: string, body?: object, key?: string) => Promise<Answered>

/** Every request is signed a millisecond later than the one before, so that no two are the same. */
function signing(baseUrl: string, key: Key, from: number): Send {
  let now = from
  return async (method, path, body, idempotencyKey) => {
    const text = body === undefined ? '' : JSON.stringify(body)
    const headers = { ...signatureHeaders(key, now++, method, path, text), 'content-type': 'application/json' }
    return answered(baseUrl, method, path, text, idempotencyKey === undefined ? headers : { ...headers, 'idempotency-key': idempotencyKey })
  }
}
const asPerson =
  (baseUrl: string, token: string): Send =>
  (method, path, body, idempotencyKey) =>
    answered(baseUrl, method, path, body === undefined ? '' : JSON.stringify(body), {
      authorization: `Token ${token}`,
      'content-type': 'application/json',
      ...(idempotencyKey === undefined ? {} : { 'idempotency-key': idempotencyKey }),
    })
async function answered(baseUrl: string, method: string, path: string, body: string, headers: Record<string, string>): Promise<Answered> {
  const response = await fetch(`${baseUrl}${path}`, { method, headers, ...(body === '' ? {} : { body }) })
  return { status: response.status, text: await response.text() }
}
async function signIn(baseUrl: string): Promise<Send> {
  const body = JSON.stringify({ email: 'ada@orrery.example', password: PASSWORD })
  const { text } = await answered(baseUrl, 'POST', '/account/login/', body, { 'content-type': 'application/json' })
  return asPerson(baseUrl, (JSON.parse(text) as { token: string }).token)
}
const made = async (answer: Promise<Answered>): Promise<{ readonly id: string }> => {
  const { status, text } = await answer
  if (status >= 300) throw new Error(`${status} ${text}`)
  return JSON.parse(text) as { id: string }
}

type Write = { readonly by: 'taker' | 'maker'; readonly method: string; readonly path: string; readonly body?: object }
type Makes = (send: Readonly<Record<Write['by'], Send>>) => Promise<Write>

/** Each base path has its own market. */
const bases = [
  ['/v1/ob', call],
  ['/v1/grfq', higher],
] as const
const legs = (...instruments: readonly { readonly name: string }[]) =>
  instruments.map(({ name }, place) => ({ instrument: name, ratio: '1', side: place === 0 ? 'BUY' : 'SELL' }))
async function asked(taker: Send, more: object = {}): Promise<string> {
  const { text } = await taker('GET', '/v2/drfq/instruments/')
  const { results } = JSON.parse(text) as { results: readonly { readonly id: number }[] }
  const body = { ...{ venue: 'DBT', quantity: '100', counterparties: ['KEST'], account_name: 'ORRY main' }, ...more }
  const leg = { instrument_id: results[0]!.id, ratio: '1', side: 'BUY' }
  return (await made(taker('POST', '/v2/drfq/rfqs/', { ...body, legs: [leg] }))).id
}
function bothSidesIn(rfq_id: string, more: object = {}): Write {
  const side = { rfq_id, quantity: '25', account_name: 'KEST main' }
  const orders = [{ ...side, side: 'BUY', legs: [{ instrument_id: 1, price: '0.04' }] }, { ...side, side: 'SELL', legs: [{ instrument_id: 1, price: '0.08' }], ...more }] // prettier-ignore
  return { by: 'maker', method: 'POST', path: '/v2/drfq/orders/batch/', body: { orders, two_way: true } }
}
const writes: readonly (readonly [string, Makes])[] = [
  [
    'sends a draft',
    async ({ taker }) => ({ by: 'taker', method: 'PATCH', path: `/v2/drfq/rfqs/${await asked(taker, { state: 'DRAFT' })}/`, body: { state: 'OPEN' } }), // prettier-ignore
  ],
  [
    'declines an RFQ',
    async ({ taker }) => ({ by: 'maker', method: 'POST', path: `/v2/drfq/rfqs/${await asked(taker)}/decline/`, body: { reason: 'SIZE' } }),
  ],
  ['quotes two ways in an RFQ', async ({ taker }) => bothSidesIn(await asked(taker))],
  ['quotes two ways in an RFQ, and is refused', async ({ taker }) => bothSidesIn(await asked(taker), { quantity: '5' })],
  ...bases.flatMap(([base, option]): (readonly [string, Makes])[] => [
    [
      `quotes two ways in a market of ${base}`,
      async ({ maker }) => {
        const { id } = await made(maker('POST', `${base}/rfqs/`, { venue: 'DBT', legs: legs(option) }))
        const side = { rfq_id: Number(id), quantity: '25' }
        const quotes = [{ ...side, side: 'BUY', price: '0.03' }, { ...side, side: 'SELL', price: '0.05' }] // prettier-ignore
        return { by: 'maker', method: 'POST', path: `${base}/quotes/batch/`, body: { quotes, two_way: true } }
      },
    ],
    [
      `opens a market of ${base}, or joins it`,
      () => Promise.resolve({ by: 'maker', method: 'POST', path: `${base}/rfqs/`, body: { venue: 'DBT', legs: legs(call, higher) } }),
    ],
    [
      `declines a market of ${base}, with a quote of its own in it`,
      async ({ taker }) => {
        const { id } = await made(taker('POST', `${base}/rfqs/`, { venue: 'DBT', legs: legs(option) }))
        await made(taker('POST', `${base}/rfqs/${id}/quotes/`, { side: 'BUY', quantity: '25', price: '0.02' }))
        return { by: 'taker', method: 'POST', path: `${base}/rfqs/${id}/decline/`, body: { reason: 'SIZE' } }
      },
    ],
    [
      `cancels a quote of ${base}`,
      async ({ maker }) => {
        const { id } = await made(maker('POST', `${base}/rfqs/`, { venue: 'DBT', legs: legs(option) }))
        const quote = await made(maker('POST', `${base}/rfqs/${id}/quotes/`, { side: 'SELL', quantity: '25', price: '0.09' }))
        return { by: 'maker', method: 'DELETE', path: `${base}/quotes/${quote.id}/` }
      },
    ],
  ]),
]

describe('9.4 a write of one decision', () => {
  it('9.4 whose server is killed right after it has its answer all the same, byte for byte, by its key and when it is sent again', async () => {
    const product = await startProcess({ databaseUrl: database.url, secretKey: SECRET, ending })
    const { gone } = product.keys
    // No response can be stored after its decision, as if the server died at that point.
    await database.sql`create function refuse_it() returns trigger language plpgsql as $$ begin raise exception 'full'; end $$`
    const send = { taker: await signIn(product.baseUrl), maker: signing(product.baseUrl, gone, product.now) }
    const sent: (readonly [string, string, Write, Answered])[] = []
    const prepared: (readonly [string, Write])[] = []
    for (const [title, make] of writes) prepared.push([title, await make(send)])
    await database.sql`create trigger full_up before update on request for each row when (new.state = 'DONE') execute function refuse_it()`
    for (const [place, [title, write]] of prepared.entries()) {
      const key = `killed-${place}`
      sent.push([title, key, write, await send[write.by](write.method, write.path, write.body, key)])
    }
    await product.kill()
    await database.sql`drop trigger full_up on request`

    const next = await openTestDesk(database.url, { secretKey: SECRET })
    ending.push(() => next.close())
    const { baseUrl } = next.product.server
    const again = { taker: await signIn(baseUrl), maker: signing(baseUrl, gone, product.now + 10_000) }
    for (const [title, key, { by, method, path, body }, first] of sent) {
      expect([title, first]).toEqual([title, { status: expect.toSatisfy((status: number) => status < 300), text: expect.any(String) }])
      const outcome = JSON.parse((await again[by]('GET', `/v2/commands/${key}/`)).text) as object
      const expected = { state: 'DONE', status: first.status, body: JSON.parse(first.text) as object, error: null }
      expect([title, outcome]).toEqual([title, expect.objectContaining(expected)])
      expect([title, await again[by](method, path, body, key)]).toEqual([title, first])
    }
  }, 180_000)
})
