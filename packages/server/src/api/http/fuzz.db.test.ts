import * as contracts from '@parley/contracts'
import { errors, type Call } from '@parley/contracts'
import fc from 'fast-check'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { withTestDatabase } from '../../../test/database.ts'
import { createPaperChain, NOBODY, SWAP } from '../../../test/paper-chain.ts'
import { createPaperParadex } from '../../../test/paper-paradex.ts'
import { createPaperPerpetuals } from '../../../test/perpetuals/paper-perpetuals.ts'
import { startTestProduct, type TestProduct } from '../../../test/product.ts'
import { createListCursor } from '../requests/list-cursor.ts'

const NOW = 1_800_000_000_000
const clearedLater = (run: NodeJS.Immediate) => () => clearImmediate(run)

const database = withTestDatabase()
let product: TestProduct
let token: string
beforeAll(async () => {
  const often = { perSecond: 1e6, burst: 1e6 }
  const desksOften = { most: 1e6, withinMs: 1_000 }
  const auctions = { chain: createPaperChain(BigInt(NOW / 1_000) + 30n * 86_400n), confirmations: 3, referrer: NOBODY }
  const soon = { now: () => NOW, after: (_ms: number, run: () => void) => clearedLater(setImmediate(run)) }
  product = await startTestProduct(database.url, {
    auctions: { ...auctions, transactionUrl: null, isSimulated: true },
    paradex: { ...createPaperParadex(soon.now), perpetuals: createPaperPerpetuals(soon, 1).venue },
    rates: {
      chainCallsPerDesk: desksOften,
      requestsPerDesk: desksOften,
      rfqsPerDesk: desksOften,
      spreadReadsPerDesk: desksOften,
      spreadWritesPerDesk: desksOften,
      signInsPerAddress: often,
      registrationsPerAddress: often,
    },
  })
  await addAccounts(product.server.operator)
})
/** The desk can bid, sell and trade perpetuals, so that these calls are read to their end. */
async function addAccounts({ addVenueAccount, setFeatureFlag }: TestProduct['server']['operator']): Promise<void> {
  await setFeatureFlag('feature_vaults', 'on', ['ORRY'])
  const wallet = { walletAddress: `0x${'33'.repeat(20)}`, swapAddress: SWAP, biddingToken: 'USDC' }
  await addVenueAccount('ORRY', { venue: 'RBN', name: 'hot', isDefault: true, ...wallet })
  await addVenueAccount('ORRY', { venue: 'PRDX', name: 'perpetuals', isDefault: true, clientId: '0x1', clientSecret: '0x2' })
}
// Some calls end sessions, so each one gets a session that is alive and recently proved.
beforeEach(async () => {
  token = await product.signIn()
})
afterAll(() => product.close())

/** Calls that end or replace the session: each is sent with a new one. */
const ending = new Set(['/account/logout/', '/account/token/refresh/', '/account/login/', '/account/user/sessions/'])
/** Groups of calls by their name in the contracts, so that a new group is fuzzed too. */
const everything = Object.entries(contracts)
  .filter(([group]) => group.endsWith('Calls'))
  .flatMap(([, members]) => Object.values(members as object) as Call[])
const calls = everything.map((call) => [`${call.method} ${call.path}`, call] as const)
const codes = new Set<number>(Object.values(errors).map(({ code }) => code))

const word = fc.oneof(
  fc.string({ maxLength: 20 }),
  fc.string({ unit: 'grapheme', maxLength: 8 }),
  fc.constantFrom(
    '',
    'DBT',
    'OPEN',
    'BUY',
    'hot',
    'BTC-USD-PERP',
    'LIMIT',
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
const value = fc.oneof(word, fc.double(), fc.integer(), fc.boolean(), fc.constantFrom(null, { toString: 1 }), fc.jsonValue({ maxDepth: 4 }))

/** The paper venue loses some responses. */
const isSilence = ({ json }: { readonly json: unknown }): boolean =>
  ['PerpetualsSilent', 'PerpetualOutcomeUnknown'].includes(String((json as { readonly error?: unknown } | undefined)?.error))

/** Members that the call knows, with values it may not expect, and some unknown ones. */
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
        const session = isEnding ? await product.signIn() : token
        const path = call.path.replaceAll(/\{\w+\}/g, () => encodeURIComponent(id.toWellFormed()) || 'x')
        const search = pairs.map((pair) => pair.map((text) => encodeURIComponent(text.toWellFormed())).join('=')).join('&')
        const sent = call.method === 'GET' || call.method === 'DELETE' ? {} : { body: JSON.stringify(body) }
        const answer = await product.send(call.method, `${path}?${search}`, { headers: { authorization: `Token ${session}` }, ...sent })
        if (!isSilence(answer))
          expect(answer.status, `${call.method} ${path}?${search} ${JSON.stringify(body)} ${answer.text}`).toBeLessThan(500)
        if (answer.status >= 400 && !call.path.startsWith('/account/')) expect(codes).toContain((answer.json as { code: number }).code)
      }),
      { numRuns: isEnding ? 12 : 25 },
    )
    expect(product.logged()).not.toContain('A request failed')
  })
})

const lists = everything.flatMap((call) => {
  const cursor = createListCursor(call)
  return cursor === undefined ? [] : [{ call, cursor, name: `${call.method} ${call.path}` }]
})

/** Positions as lists encode them in their cursors, and as a client might make them up. */
const at = fc.oneof(fc.integer({ min: 0, max: 2_000_000_000_000 }), fc.constantFrom('9'.repeat(15), '9'.repeat(40), '-1', 'NaN', '1e40'))
const id = fc.oneof(fc.integer().map(String), fc.constantFrom('abc', '_', 'r_0', '9'.repeat(15), '9'.repeat(40), '1e40', 'NaN', '\u0000'))
const coded = fc
  .oneof(
    fc.tuple(at, id).map(([time, name]) => `${time} ${name}`),
    id.map((number) => `i ${number}`),
    id.map((number) => `audit ${number}`),
    fc.string(),
  )
  .map((text) => Buffer.from(text).toString('base64url'))
const place = fc.oneof(coded, fc.constantFrom('KEST', 'ORRY', 'x'), word)

describe('only the list that returned a cursor accepts it', () => {
  it('of which there are some in every dialect', () => {
    expect(new Set(lists.map(({ call }) => call.method))).toEqual(new Set(['GET']))
    for (const base of ['/v2/', '/v1/ob/', '/v1/grfq/', '/account/'])
      expect(
        lists.some(({ call }) => call.path.startsWith(base)),
        base,
      ).toBe(true)
  })

  it.each(lists)('$name', async ({ call, cursor, name }) => {
    const path = call.path.replace(/\{\w+\}/, '1')
    const ask = async (text: string) => {
      const answer = await product.send('GET', `${path}?cursor=${encodeURIComponent(text)}`, {
        headers: { authorization: `Token ${token}` },
      })
      return { ...answer, refused: answer.status === 400 && /cursor/.test(answer.text) }
    }
    // Values that some client libraries send if they have no cursor do not count as cursors.
    const isSent = (text: string) => text.isWellFormed() && !['', '1', 'None', 'null', 'undefined'].includes(text)
    await fc.assert(
      fc.asyncProperty(place.filter(isSent), fc.nat(lists.length - 1), async (text, other) => {
        const foreign = lists[other]!
        if (foreign.name !== name) expect(await ask(foreign.cursor.mark(text)), `of ${foreign.name}`).toMatchObject({ refused: true })
        expect(await ask(text)).toMatchObject({ refused: true })
        const forged = await ask(cursor.mark(text))
        expect(forged.refused || forged.status === 200 || forged.status === 404, `${name} ${text}: ${forged.text}`).toBe(true)
      }),
      // A non-numeric id in a list whose ids are numbers.
      { numRuns: 15, examples: [[Buffer.from('0 abc').toString('base64url'), 0]] },
    )
    expect(product.logged()).not.toContain('A request failed')
  })
})
