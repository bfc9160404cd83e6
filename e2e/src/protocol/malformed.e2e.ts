import * as contracts from '@parley/contracts'
import { accountCalls, catalogueCalls, directRfqCalls, errors, type Call } from '@parley/contracts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Answer, Json } from './answer.ts'
import { sendRaw, type Bot } from './bot.ts'
import { openDirectFloor, type Floor } from './floor.ts'
import { seeded } from '../random.ts'
import { malformed, type World } from './malformed.ts'
import { askUntilAllowed } from './until-allowed.ts'
import { callAs, signIn, type Session } from './session.ts'

let floor: Floor
let administrator: Session
let world: World
beforeAll(async () => {
  floor = await openDirectFloor()
  administrator = await signIn(floor.product, 'AMBR')
  world = await newWorld()
})
afterAll(() => floor?.close())

const SEED = 20_261_121
type Named = readonly [name: string, call: Call]
/** Groups of calls by their name in the contracts, so that a new group is covered too. */
const groups = Object.entries(contracts).flatMap(([name, calls]) => (name.endsWith('Calls') ? [{ name, calls: calls as object }] : []))
const callsIn = (isIn: (name: string, group: object) => boolean): readonly Named[] =>
  groups
    .filter(({ name, calls }) => isIn(name, calls))
    .flatMap(({ name, calls }) => (Object.entries(calls) as [string, Call][]).map(([call, of]) => [`${name}.${call}`, of] as const))
/** Their objects exist, so that most of what is sent is wrong in one member only. */
const known: readonly object[] = [accountCalls, catalogueCalls, directRfqCalls]
/** A valid one of these changes what a desk or its people may do, so the market is compared before them. */
const changing = ['protectionCalls', 'deskCalls', 'venueAccountCalls', 'credentialCalls', 'factorCalls', 'registrationCalls']
const [EACH, EACH_OF_OTHERS] = [24, 8]
const codes = new Set<number>(Object.values(errors).map(({ code }) => code))
/** After these, the test's session would be a different one; a login is fuzzed without a session. */
const ending: readonly Call[] = [accountCalls.logout, accountCalls.refreshToken, accountCalls.endAllSessions]
const ends = (call: Call): boolean => ending.includes(call)

async function newWorld(): Promise<World> {
  const { id } = await floor.ask()
  const order = await floor.quote(id, 'BUY', floor.priceAt(-9))
  return { rfq: id, order: order.id, instrument: floor.option.id, price: floor.priceAt(9) }
}

/** The desk is over its rate of a second, and the call was not read. Other rates are part of what the test checks. */
const isOverRate = ({ status, headers }: Answer): boolean => status === 429 && headers.get('retry-after') === '1'

/** JSON with code and message; under /account/, a 400 names its fields with their messages. */
function judge(answer: Answer, sent: string): void {
  const what = `${sent} -> ${answer.status} ${answer.text.slice(0, 300)}`
  expect(answer.status, what).toBeLessThan(500)
  if (answer.status === 204) return
  expect(answer.headers.get('content-type'), what).toContain('application/json')
  expect(answer.json, what).not.toHaveProperty('notJson')
  if (answer.status < 400) return
  if (answer.status === 400 && !('code' in answer.json)) {
    for (const texts of Object.values(answer.json)) expect(texts, what).toEqual([expect.any(String)])
    return
  }
  expect(codes, what).toContain(answer.json['code'])
  expect(answer.json, what).toMatchObject({ message: expect.any(String), detail: expect.any(String), error: expect.any(String) })
  // A refusal reveals nothing about the server's internals.
  expect(answer.text, what).not.toMatch(/node:|\.ts:|postgres|PostgresError|select |at Object/)
}

async function sendMalformed(name: string, call: Call, count: number): Promise<void> {
  const random = seeded([...name].reduce((sum, sign) => (Math.imul(sum, 31) + sign.charCodeAt(0)) | 0, SEED))
  for (let each = 0; each < count; each++) {
    const { path, body } = malformed(call, random, world)
    const sent = `${call.method} ${path.slice(0, 300)} ${(body ?? '').slice(0, 500)}`
    const isSigned = /^\/v\d\//.test(call.path) && call.who !== 'person'
    const bot = each % 2 === 0 ? floor.taker : floor.maker
    const send = () => (isSigned ? bot.send(call.method, path, body) : callAs(administrator, call.method, path, body))
    const answer = await send()
    judge(isOverRate(answer) ? await askUntilAllowed(send) : answer, sent)
  }
}

describe(`whatever is sent to a call (seed ${SEED}), the answer is JSON that the API knows`, () => {
  it.each(callsIn((_, group) => known.includes(group)).filter(([, call]) => !ends(call)))('%s', async (name, call) => {
    // Objects that a call may end are created again; reads end nothing.
    if (call.method !== 'GET') world = await newWorld()
    await sendMalformed(name, call, EACH)
    expect(await floor.taker.send('GET', '/v2/drfq/echo/')).toMatchObject({ status: 200 })
    expect((await askUntilAllowed(() => callAs(administrator, 'GET', '/account/user/'))).status).toBe(200)
  })

  it.each(callsIn((name, group) => !known.includes(group) && !changing.includes(name)))('%s', (name, call) =>
    sendMalformed(name, call, EACH_OF_OTHERS),
  )
})

describe('what is not HTTP as it should be', () => {
  it.each<[string, string, string, Record<string, string>]>([
    ['a method there is not', 'PROPFIND', '/v2/drfq/rfqs/', {}],
    ['a preflight of another site', 'OPTIONS', '/v2/drfq/rfqs/', {}],
    ['a path there is not', 'GET', '/v2/drfq/nothing/', {}],
    ['a path that climbs', 'GET', '/v2/drfq/../../../etc/passwd', {}],
    ['a path that cannot be decoded', 'GET', '/v2/drfq/rfqs/%E0%A4%A/', {}],
    ['a token of 8 kB', 'GET', '/v2/drfq/rfqs/', { authorization: `Token ${'x'.repeat(8_000)}` }],
    ['a token of other letters', 'GET', '/v2/drfq/rfqs/', { authorization: 'Token \u00ff\u00fe' }],
    ['a content encoding', 'POST', '/account/login/', { 'content-encoding': 'gzip', 'content-type': 'application/json' }],
    ['an Idempotency-Key of 4 kB', 'POST', '/account/logout/', { 'idempotency-key': 'k'.repeat(4_000) }],
  ])('%s is refused in JSON', async (_name, method, path, headers) => {
    const answer = await sendRaw(floor.product.baseUrl, method, path, method === 'POST' ? '{}' : '', headers)
    expect(answer.status).toBeGreaterThanOrEqual(400)
    judge(answer, `${method} ${path}`)
  })
})

describe('after all of it', () => {
  it('nothing is half made: every request is whole, every order adds up, and the market goes on', async () => {
    const seen = async (bot: Bot, list: string) =>
      (await bot.must(200, 'GET', `/v2/drfq/${list}/?page_size=1000`))['results'] as readonly Json[]
    for (const rfq of await seen(floor.taker, 'rfqs'))
      expect(rfq).toMatchObject({ venue: 'DBT', legs: expect.arrayContaining([expect.any(Object)]), account_name: 'prop-1' })
    for (const bot of [floor.taker, floor.maker])
      for (const order of await seen(bot, 'orders')) {
        const [whole, ...parts] = ['quantity', 'filled_quantity', 'pending_fill_quantity', 'canceled_quantity'].map((member) =>
          Number(order[member]),
        )
        const rest = whole! - parts.reduce((sum, part) => sum + part, 0)
        expect(rest, JSON.stringify(order)).toBe(order['state'] === 'OPEN' ? rest : 0)
        expect(rest).toBeGreaterThanOrEqual(0)
      }
    const rfq = await floor.ask()
    await floor.quote(rfq.id, 'SELL', floor.priceAt(1))
    const body = { rfq_id: rfq.id, side: 'BUY', quantity: '25', price: floor.priceAt(1), time_in_force: 'FILL_OR_KILL' }
    await floor.taker.must(201, 'POST', '/v2/drfq/orders/', body)
    const trades = async () => (await floor.taker.must(200, 'GET', `/v2/drfq/trades/?rfq_id=${rfq.id}&state=COMPLETED`))['results']
    await expect.poll(trades, { timeout: 60_000 }).toHaveLength(1)
    const { status, json } = await callAs(administrator, 'GET', '/account/user/')
    expect({ status, json }).toMatchObject({ status: 200, json: { email: expect.stringContaining('@'), role: 'administrator' } })
  })
})

describe(`whatever is sent to a call that changes what a desk may do (seed ${SEED}), the answer is JSON that the API knows`, () => {
  it.each(callsIn((name) => changing.includes(name)))('%s', (name, call) => sendMalformed(name, call, EACH_OF_OTHERS))
})
