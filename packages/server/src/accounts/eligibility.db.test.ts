/** Every call that trades, in every kind of market, by every kind of customer. A new call fails here until it has a row. */
import * as contracts from '@parley/contracts'
import { effectOf, type AuctionView, type BidPricingView, type Call } from '@parley/contracts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { bodyOf, openAuctionProduct, type AuctionProduct } from '../../test/auction-product.ts'
import { withTestDatabase } from '../../test/database.ts'
import type { Person } from '../../test/desk.ts'
import { placeSpreadOrder } from '../../test/foreign-ids.ts'
import { createPaperParadex, paperOrder } from '../../test/paper-paradex.ts'
import { PASSWORD, type Key } from '../../test/product.ts'

const database = withTestDatabase()
const now = () => 1_800_000_000_000
let product: AuctionProduct
let rows: Readonly<Record<string, Row>>
beforeAll(async () => {
  product = await openAuctionProduct(database.url, undefined, { paradex: createPaperParadex(now) })
  rows = await rowsOf(product)
}, 120_000)
afterAll(() => product.close())

/** The call's path, body and desk, and whether it trades only products that are cleared for US persons. */
type Row = { readonly path: string; readonly body: object; readonly desk: 'ORRY' | 'KEST' | 'VAUL'; readonly isCleared?: true }

const trading = Object.entries(contracts)
  .filter(([group]) => group.endsWith('Calls'))
  .flatMap(([group, calls]) => Object.entries(calls as object).map(([name, call]) => ({ name: `${group}.${name}`, call: call as Call })))
  // An approval carries out another call, which has a row of its own.
  .filter(({ call }) => effectOf(call) === 'trade' && call !== contracts.heldRequestCalls.approveHeldRequest)

type Outcome = 'AgreementNotAccepted' | 'ProductNotOffered' | 'may trade'
type Customer = { readonly agreement: 'none' | 'us' | 'non-us'; readonly cleared: 'on' | 'off'; readonly expected: (row: Row) => Outcome }
const customers: Readonly<Record<string, Customer>> = {
  'somebody without an agreement': { agreement: 'none', cleared: 'on', expected: () => 'AgreementNotAccepted' },
  'a US customer for whom nothing is cleared': { agreement: 'us', cleared: 'off', expected: () => 'ProductNotOffered' },
  'a US customer for whom BTC options are cleared': {
    agreement: 'us',
    cleared: 'on',
    expected: ({ isCleared }) => (isCleared ? 'may trade' : 'ProductNotOffered'),
  },
  'a customer of the Singapore entity': { agreement: 'non-us', cleared: 'off', expected: () => 'may trade' },
}

const subjects: Readonly<Record<string, string>> = {
  grfqCalls: 'Global RFQ is',
  obCalls: 'Global RFQ is',
  spreadCalls: 'Delta-1 spreads are',
  vaultCalls: 'Vault auctions are',
  perpetualCalls: 'Perpetuals are',
}

describe('2.17, 2.18 every call that trades', () => {
  it.each(Object.entries(customers))('by %s, in person and by key', async (name, { agreement, cleared, expected }) => {
    await product.desk.product.server.operator.setFeatureFlag('us_cleared_DO', cleared)
    const senders = await Promise.all(
      (['ORRY', 'KEST', 'VAUL'] as const).map(async (desk) => {
        const person = await member(`${name.replaceAll(' ', '-').toLowerCase()}`, agreement, desk)
        return [desk, [person, await keyOf(person)]] as const
      }),
    )
    const of = new Map(senders)
    const wrong: string[] = []
    for (const { name: called, call } of trading) {
      const row = rows[called]
      if (row === undefined) throw new Error(`${called} trades: give it a row in rowsOf`)
      for (const by of of.get(row.desk)!) {
        const { text } = await product.desk.by(by, call.method, row.path, row.body)
        const seen = /"error":"(AgreementNotAccepted|ProductNotOffered)"/.exec(text)?.[1] ?? 'may trade'
        // The refusal names the product that was asked for, and no other.
        const names = seen !== 'ProductNotOffered' || text.includes(subjects[called.split('.')[0]!] ?? ' offered ')
        if (seen !== expected(row) || !names) wrong.push(`${called}: ${expected(row)} was expected, and ${text.slice(0, 200)} came`)
      }
    }
    expect(wrong).toEqual([])
  })

  it('2.28 18.2 22.13 from a restricted address no RFQ is left after three, and no list and no perpetual order is sent', async () => {
    const { server } = product.desk.product
    const senders = new Map(
      await Promise.all(
        (['ORRY', 'KEST', 'VAUL'] as const).map(async (desk) => [desk, await member('restricted', 'non-us', desk)] as const),
      ),
    )
    await database.sql`update app_user set restricted_rfqs_used = 3 where email like 'restricted@%'`
    for (const network of ['127.0.0.1', '::1']) await server.operator.restrict('address', network)
    const seen: string[] = []
    for (const { name, call } of trading) {
      const row = rows[name]!
      const { status, text } = await product.desk.by(senders.get(row.desk)!, call.method, row.path, row.body)
      if (status === 403 && text.includes('"error":"RestrictedAddress"')) seen.push(name)
    }
    for (const network of ['127.0.0.1', '::1']) await server.operator.lift('address', network)
    expect(seen.toSorted()).toEqual([
      'directRfqCalls.createRfq',
      'directRfqCalls.sendDraft',
      'grfqCalls.createRfq',
      'listCalls.createList',
      'obCalls.createRfq',
      'perpetualCalls.amendPerpetualOrder',
      'perpetualCalls.placePerpetualOrder',
      'perpetualCalls.setPerpetualMargin',
    ])
  })

  it('11.16 an approval needs the agreement of the approver, and a product that is still offered to the sender', async () => {
    const { operator } = product.desk.product.server
    const boss = await member('boss', 'non-us', 'ORRY')
    const sender = await member('asks', 'us', 'ORRY')
    const bounds = (approval_above: string | null) =>
      product.desk.by(boss, 'PUT', '/v2/protection/bounds/', { most_notional: null, most_deviation_percent: null, approval_above })
    await bounds('1')
    await operator.setFeatureFlag('us_cleared_DO', 'on')
    const { path, body } = rows['directRfqCalls.createRfq']!
    const hold = async () => ((await product.desk.by(sender, 'POST', path, body)).json['data'] as { held_request: string }).held_request
    const approve = async (by: Person) => (await product.desk.by(by, 'POST', `/v2/protection/held_requests/${await hold()}/approve/`)).json
    expect(await approve(await member('unbound', 'none', 'ORRY'))).toMatchObject({ error: 'AgreementNotAccepted' })
    expect(await approve(boss)).toMatchObject({ state: 'APPROVED', result: { status: 201, error: null } })
    const id = await hold()
    await operator.setFeatureFlag('us_cleared_DO', 'off')
    expect((await product.desk.by(boss, 'POST', `/v2/protection/held_requests/${id}/approve/`)).json).toMatchObject({
      ...{ state: 'APPROVED', result: { error: 'ProductNotOffered', object_id: null } },
    })
    await bounds(null)
  })

  it('closing and cancelling perpetuals stays open to a US customer, and the user has no token of the venue', async () => {
    const us = await member('closing', 'us', 'ORRY')
    const send = async (method: string, path: string, body?: object) =>
      (await product.desk.by(us, method, `/v2/perpetuals/${path}`, body)).json['error']
    const order = { market: paperOrder.market, side: 'SELL', kind: 'MARKET', quantity: '0.5' }
    const amend = `orders/${paperOrder.id}/`
    expect(await send('POST', 'orders/', order)).toBe('ProductNotOffered')
    expect(await send('POST', 'orders/', { ...order, effect: 'REDUCE_ONLY' })).toBe('PerpetualsSilent')
    expect(await send('PUT', amend, { quantity: '0.6' })).toBe('ProductNotOffered')
    expect(await send('PUT', amend, { price: '91000' })).toBe('ProductNotOffered')
    expect(await send('PUT', amend, { quantity: '0.4' })).toBe('PerpetualsSilent')
    expect(await send('DELETE', amend)).toBe('PerpetualOutcomeUnknown')
    expect(await send('POST', 'cancel_all/', {})).toBe('PerpetualOutcomeUnknown')
    expect((await product.desk.by(us, 'GET', '/account/user/')).json['perpetuals_token']).toBeNull()
  })
})

async function member(name: string, agreement: Customer['agreement'], desk: string): Promise<Person> {
  const email = `${name}@${desk.toLowerCase()}.example`
  const person = { email, password: PASSWORD, firstName: 'Ann', lastName: 'Test', desk, role: 'administrator', agreement } as const
  const { id } = await product.desk.product.server.operator.createUser(person)
  return { email, id, token: await product.desk.product.signIn(email) }
}

async function keyOf(holder: Person): Promise<Key> {
  const { json } = await product.desk.by(holder, 'POST', '/account/desk/api-keys/', { name: `of ${holder.id}` })
  return { accessKey: json['access_key'] as string, secretKey: json['secret_key'] as string }
}

/** Objects in which every call could trade, made by the desks' own keys. */
async function rowsOf(from: AuctionProduct): Promise<Readonly<Record<string, Row>>> {
  const { desk, orry, kest } = from
  await desk.product.server.operator.addVenueAccount('ORRY', {
    venue: 'PRDX',
    name: 'perps',
    clientId: '0x1',
    clientSecret: '0x2',
    isDefault: true,
  })
  const made = async (key: Key, path: string, body: object) => (await desk.by(key, 'POST', path, body)).json as { id: string & number }
  const { results } = (await desk.by(orry.key, 'GET', '/v2/drfq/instruments/')).json as { results: { id: number }[] }
  const instrument = results[0]!.id
  const legs = [{ instrument_id: instrument, ratio: '1', side: 'BUY' }]
  const request = { venue: 'DBT', quantity: '100', counterparties: ['KEST'], legs, account_name: 'ORRY main' }
  const rfq = await made(orry.key, '/v2/drfq/rfqs/', request)
  const draft = await made(orry.key, '/v2/drfq/rfqs/', { ...request, state: 'DRAFT' })
  const priced = [{ instrument_id: instrument, price: '0.05' }]
  const rests = {
    side: 'SELL',
    type: 'LIMIT',
    time_in_force: 'GOOD_TILL_CANCELED',
    quantity: '50',
    legs: priced,
    account_name: 'KEST main',
  }
  const order = { rfq_id: rfq.id, ...rests }
  const resting = await made(kest.key, '/v2/drfq/orders/', order)
  const lines = (['BUY', 'SELL'] as const).map((side) => ({ side, quantity: '100', legs }))
  const listed = { venue: 'DBT', counterparties: ['KEST'], shows_sides: true, lines, account_name: 'ORRY main' }
  const list = await made(orry.key, '/v2/drfq/lists/', listed)
  const market = await made(orry.key, '/v1/grfq/rfqs/', { venue: 'DBT', legs })
  const quote = { side: 'BUY', quantity: '100', price: '0.04', account_name: 'ORRY main' }
  const quoted = await made(orry.key, `/v1/grfq/rfqs/${market.id}/quotes/`, quote)
  const spreadOrder = await placeSpreadOrder(desk, await desk.product.signIn())
  const { results: strategies } = (await desk.by(orry.key, 'GET', '/v1/fs/strategies/')).json as { results: { id: string }[] }
  const auction = await from.auction()
  return {
    'directRfqCalls.createRfq': { path: '/v2/drfq/rfqs/', body: request, desk: 'ORRY', isCleared: true },
    'directRfqCalls.sendDraft': { path: `/v2/drfq/rfqs/${draft.id}/`, body: { state: 'OPEN' }, desk: 'ORRY', isCleared: true },
    'directRfqCalls.createOrder': { path: '/v2/drfq/orders/', body: order, desk: 'KEST', isCleared: true },
    'directRfqCalls.replaceOrder': { path: `/v2/drfq/orders/${resting.id}/`, body: order, desk: 'KEST', isCleared: true },
    'directRfqCalls.createOrders': { path: '/v2/drfq/orders/batch/', body: { orders: [order] }, desk: 'KEST', isCleared: true },
    'directRfqCalls.crossVenueQuotes': {
      path: `/v2/drfq/rfqs/${rfq.id}/venue_quotes/cross/`,
      body: { side: 'BUY', price: '0.05', quantity: '100' },
      desk: 'ORRY',
      isCleared: true,
    },
    'listCalls.createList': { path: '/v2/drfq/lists/', body: listed, desk: 'ORRY', isCleared: true },
    'listCalls.quoteNet': { path: `/v2/drfq/lists/${list.id}/net_price/`, body: { net_price: '0' }, desk: 'KEST', isCleared: true },
    'listCalls.tradeList': {
      path: `/v2/drfq/lists/${list.id}/trade/`,
      body: { way: 'BEST_PER_LINE', lines: [{ line: 1, price: '0.05' }] },
      desk: 'ORRY',
      isCleared: true,
    },
    ...bookRows('grfq', market.id, quoted.id, { venue: 'DBT', legs }, quote),
    ...bookRows('ob', market.id, quoted.id, { venue: 'DBT', legs }, quote),
    'grfqCalls.createOrder': {
      path: `/v1/grfq/rfqs/${market.id}/orders/`,
      body: { execution_side: 'BUY', quantity: '25', limit_price: '0.09' },
      desk: 'ORRY',
    },
    'spreadCalls.createOrder': {
      path: '/v1/fs/orders/',
      body: { strategy_id: strategies[0]!.id, side: 'BUY', price: '-9', amount: 200_000 },
      desk: 'ORRY',
    },
    'spreadCalls.replaceOrder': { path: `/v1/fs/orders/${spreadOrder}/replace/`, body: { price: '-8' }, desk: 'ORRY' },
    'perpetualCalls.placePerpetualOrder': {
      path: '/v2/perpetuals/orders/',
      body: { market: paperOrder.market, side: 'BUY', kind: 'MARKET', quantity: '0.1' },
      desk: 'ORRY',
    },
    'perpetualCalls.amendPerpetualOrder': {
      path: `/v2/perpetuals/orders/${paperOrder.id}/`,
      body: { quantity: '0.7' },
      desk: 'ORRY',
    },
    'perpetualCalls.setPerpetualMargin': {
      path: `/v2/perpetuals/margin/${paperOrder.market}/`,
      body: { mode: 'CROSS', leverage: 5 },
      desk: 'ORRY',
    },
    ...auctionRows(auction, await from.price(kest, auction, '3')),
  }
}

function bookRows(base: 'grfq' | 'ob', market: number, quoted: number, opening: object, quote: object): Readonly<Record<string, Row>> {
  const root = `/v1/${base}`
  return {
    [`${base}Calls.createRfq`]: { path: `${root}/rfqs/`, body: opening, desk: 'ORRY' },
    [`${base}Calls.createQuote`]: { path: `${root}/rfqs/${market}/quotes/`, body: quote, desk: 'ORRY' },
    [`${base}Calls.replaceQuote`]: { path: `${root}/rfqs/${market}/quotes/${quoted}/`, body: quote, desk: 'ORRY' },
    [`${base}Calls.upsertQuote`]: { path: `${root}/rfqs/${market}/quotes/`, body: quote, desk: 'ORRY' },
    [`${base}Calls.createQuotes`]: { path: `${root}/quotes/batch/`, body: { quotes: [{ rfq_id: market, ...quote }] }, desk: 'ORRY' },
  }
}

const auctionRows = ({ id, domain, swap_id }: AuctionView, priced: BidPricingView): Readonly<Record<string, Row>> => ({
  'vaultCalls.createBid': {
    path: `/v1/vrfq/rfqs/${id}/quotes/`,
    body: { ...bodyOf(priced), signature: '00'.repeat(65) },
    desk: 'KEST',
  },
  'vaultCalls.openAuction': {
    path: '/v1/vrfq/rfqs/',
    body: { venue: 'RBN', domain: { chain_id: domain.chain_id, verifying_contract: domain.verifying_contract }, swap_id },
    desk: 'VAUL',
  },
  'vaultCalls.takeBid': { path: `/v1/vrfq/rfqs/${id}/orders/`, body: { quote_id: 1 }, desk: 'VAUL' },
})
