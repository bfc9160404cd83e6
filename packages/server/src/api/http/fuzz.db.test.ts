import {
  accountCalls,
  catalogueCalls,
  deskCalls,
  directRfqCalls,
  errors,
  factorCalls,
  outcomeCalls,
  registrationCalls,
  type Call,
} from '@parley/contracts'
import fc from 'fast-check'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { withTestDatabase } from '../../../test/database.ts'
import { startTestProduct, type TestProduct } from '../../../test/product.ts'

const database = withTestDatabase()
let product: TestProduct
let token: string
beforeAll(async () => {
  const often = { perSecond: 1e6, burst: 1e6 }
  const desksOften = { most: 1e6, withinMs: 1_000 }
  product = await startTestProduct(database.url, {
    rates: { requestsPerDesk: desksOften, rfqsPerDesk: desksOften, signInsPerAddress: often, registrationsPerAddress: often },
  })
})
// Some calls end sessions; each is asked with one that is alive, and that has just been proved.
beforeEach(async () => {
  token = await product.signIn()
})
afterAll(() => product.close())

/** Calls that end or replace the session: each is sent with a new one. */
const ending = new Set(['/account/logout/', '/account/token/refresh/', '/account/login/', '/account/user/sessions/'])
const calls = [accountCalls, registrationCalls, factorCalls, deskCalls, catalogueCalls, directRfqCalls, outcomeCalls].flatMap(
  (feature) => Object.entries(feature) as [string, Call][],
)
const codes = new Set<number>(Object.values(errors).map(({ code }) => code))

const word = fc.oneof(
  fc.string({ maxLength: 20 }),
  fc.string({ unit: 'grapheme', maxLength: 8 }),
  fc.constantFrom(
    '',
    'DBT',
    'OPEN',
    'BUY',
    '1',
    '-1',
    '1e400',
    'NaN',
    'null',
    '__proto__',
    '../..',
    '%00',
    '\u0000',
    "' or 1=1 --",
    '9'.repeat(400),
  ),
)
const value = fc.oneof(word, fc.double(), fc.integer(), fc.boolean(), fc.constant(null), fc.jsonValue({ maxDepth: 4 }))

/** Members that the call knows, with values it may not expect, and some it does not know. */
function bodyOf(call: Call): fc.Arbitrary<unknown> {
  const members = Object.keys((call.body as { shape?: object } | undefined)?.shape ?? {})
  const known = fc.dictionary(members.length === 0 ? word : fc.constantFrom(...members), value, { maxKeys: 8 })
  return fc.oneof({ weight: 5, arbitrary: known }, { weight: 1, arbitrary: value })
}

describe('whatever is sent to a call, the answer is one the API knows', () => {
  it.each(calls)('%s', async (_name, call) => {
    const isEnding = ending.has(call.path)
    const query = fc.array(fc.tuple(fc.oneof(fc.constantFrom('cursor', 'page_size', 'state', 'venue', 'role'), word), word), {
      maxLength: 3,
    })
    await fc.assert(
      fc.asyncProperty(bodyOf(call), query, word, async (body, pairs, id) => {
        if (isEnding) token = await product.signIn()
        const path = call.path.replace(/\{\w+\}/, encodeURIComponent(id.toWellFormed()) || 'x')
        const search = pairs.map((pair) => pair.map((text) => encodeURIComponent(text.toWellFormed())).join('=')).join('&')
        const sent = call.method === 'GET' || call.method === 'DELETE' ? {} : { body: JSON.stringify(body) }
        const answer = await product.send(call.method, `${path}?${search}`, { headers: { authorization: `Token ${token}` }, ...sent })
        expect(answer.status, `${call.method} ${path}?${search} ${JSON.stringify(body)} ${answer.text}`).toBeLessThan(500)
        if (answer.status >= 400 && !call.path.startsWith('/account/')) expect(codes).toContain((answer.json as { code: number }).code)
      }),
      { numRuns: isEnding ? 12 : 40 },
    )
    expect(product.logged()).not.toContain('A request failed')
  })
})
