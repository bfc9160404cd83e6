/** Bodies of every call that names something of a desk, for tests that name objects of another desk. */
import type { Call } from '@parley/contracts'
import type { Sql } from '../src/database/sql.ts'
import type { TestDesk } from './desk.ts'
import { call, higher, markOf } from './instruments.ts'
import type { Answer } from './product.ts'
import { march, perpetual } from './spread-market.ts'

export type Named = {
  readonly draft: string
  readonly order: string
  readonly quote: string
  /** Public. The quote is in it. */
  readonly market: string
  readonly account: string
  /** In a listed spread, which is public. */
  readonly spreadOrder: string
  readonly list: string
}

/** Ids that name nothing, except the market. */
export const absentExceptMarket = ({ market }: Named): Named => ({
  market,
  spreadOrder: '100000000000640001',
  draft: `r_${'0'.repeat(27)}`,
  order: `o_${'0'.repeat(27)}`,
  quote: '640001',
  account: 'no-account',
  list: `l_${'0'.repeat(27)}`,
})

/** The response without the ids that it repeats, including its own. */
export const withoutIds = ({ status, json }: Answer, { draft, order, quote, account, spreadOrder, list }: Named): string =>
  [draft, order, quote, account, spreadOrder, list]
    .reduce((said, id) => said.replaceAll(id, 'ID'), `${status} ${JSON.stringify(json)}`)
    .replaceAll(/"request_id":"[^"]*"/g, '')

/** Instruments and strategies, and objects on a chain. */
const ofEverybody = ['instrument_id', 'strategy_id', 'chain_id', 'swap_id', 'transaction_id']
/** Ids that name something of a desk. Instruments, strategies and markets are public, and a client order id is chosen by the sender. */
const isForeignId = (member: string) => /_id$/.test(member) && ![...ofEverybody, 'client_order_id', 'client_id'].includes(member)
type Schema = { readonly def?: Readonly<Record<'shape' | 'element' | 'innerType' | 'options' | 'in' | 'out', unknown>> }
/** All members of a schema, at any depth. */
function membersOf(schema: unknown): readonly string[] {
  const { def } = (schema ?? {}) as Schema
  if (def === undefined) return []
  const named = Object.entries((def.shape ?? {}) as object).flatMap(([name, inner]) => [name, ...membersOf(inner)])
  const within = [def.element, def.innerType, def.in, def.out, ...((def.options ?? []) as unknown[])]
  return [...named, ...within.flatMap(membersOf)]
}
export const namesForeign = ({ body }: Call): boolean => membersOf(body).some(isForeignId)

const priced = { side: 'SELL', quantity: '100', legs: [{ instrument_id: 987_654, price: '0.04' }], account_name: 'KEST main' }
const market = (id: string) => ({ rfq_id: Number(id) })
const quoteOf = (rfq: string, id: string) => ({
  quotes: [{ ...market(rfq), quote_id: Number(id), side: 'BUY', quantity: '100', price: '0.04' }],
})
/**
 * The body of each call that names something, and what it names. It is built once with objects of another desk and once with objects that do not
 * exist.
 */
export const naming: Readonly<Record<string, (named: Named) => readonly object[]>> = {
  'directRfqCalls.createOrder': ({ draft }) => [{ rfq_id: draft, ...priced, type: 'LIMIT', time_in_force: 'GOOD_TILL_CANCELED' }],
  'directRfqCalls.createOrders': ({ draft, order }) => [
    { orders: [{ rfq_id: draft, ...priced }] },
    { orders: [{ order_id: order, ...priced }] },
    { two_way: true, orders: (['BUY', 'SELL'] as const).map((side) => ({ rfq_id: draft, ...priced, side })) },
  ],
  'directRfqCalls.replaceOrder': ({ draft }) => [{ rfq_id: draft, ...priced }],
  // The id of a net price differs from that of its list in the letter only.
  'listCalls.tradeList': ({ list }) => [{ way: 'ALL_OR_NONE', net_price_id: list.replace('l_', 'n_') }],
  'protectionCalls.cancelAll': ({ draft }) => [{ rfq_id: draft }],
  'grfqCalls.createQuotes': ({ market: of, quote }) => [quoteOf(of, quote)],
  'obCalls.createQuotes': ({ market: of, quote }) => [quoteOf(of, quote)],
  'spreadCalls.replaceOrder': ({ spreadOrder }) => [{ order_id: spreadOrder, price: '990' }],
  'vaultCalls.takeBid': ({ quote }) => [{ quote_id: quote }],
  'credentialCalls.updateTradingState': ({ account }) => [{ default_deribit_api_credential_id: account }],
}

/** In the same format, but of no existing object. */
export const absentAs = (id: string): string =>
  /^\d{18}$/.test(id) ? '100000000000640001' : /^\d+$/.test(id) ? '640001' : id.replaceAll(/[0-9A-Za-z](?=[0-9A-Za-z]*$)/g, '0')

/** For calls whose path names something of a desk. */
export const bodiesOfPaths: Readonly<Record<string, object>> = {
  'reconciliationCalls.closeDifference': { how: 'EXPLAIN', reason: 'seen' },
  'deskCalls.updateMember': { role: 'viewer' },
  'venueAccountCalls.updateVenueAccount': { is_default: true },
  'deskCalls.updateApiKey': { scopes: ['read', 'trade'] },
  'factorCalls.renamePasskey': { name: 'mine now' },
  'protectionCalls.setPersonLimit': { most_notional: '1000' },
  'directRfqCalls.sendDraft': { state: 'OPEN' },
  'listCalls.quoteNet': { net_price: '0' },
  'listCalls.tradeList': { way: 'BEST_PER_LINE', lines: [{ line: 1, price: '0.04' }] },
  'directRfqCalls.declineRfq': { reason: 'SIZE' },
  'directRfqCalls.bookTrade': { booked: false, reason: 'no limit' },
  'grfqCalls.bookTrade': { booked: false, reason: 'no limit' },
  'obCalls.bookTrade': { booked: false, reason: 'no limit' },
  'directRfqCalls.crossVenueQuotes': { side: 'BUY', price: '0.04', quantity: '25' },
  'directRfqCalls.replaceOrder': { quantity: '50', price: '0.04' },
  'spreadCalls.replaceOrder': { price: '991' },
}

type PlantedDifference = { readonly id: string; readonly desk: string; readonly accountId: string }

/** A block that only the venue has, as a comparison would find it. */
export async function plantDifference(sql: Sql, { id, desk, accountId }: PlantedDifference): Promise<void> {
  const compared = { outcome: 'MISSING_HERE', theirs: { venueTradeId: 'BLOCK-1', at: 1, legs: [] }, legs: [] }
  await sql`
    insert into reconciliation_difference (id, desk, account_id, day, venue_trade_id, state, found_at, compared)
    values (${id}, ${desk}, ${accountId}, '2027-01-15', 'BLOCK-1', 'OPEN', 1, ${JSON.stringify(compared)}::text::jsonb)`
}

/** Places an order in a spread, which is listed as soon as its two legs are. Returns its id. */
export async function placeSpreadOrder(desk: Pick<TestDesk, 'venue' | 'as'>, token: string): Promise<string> {
  desk.venue.list([call, higher, perpetual, march])
  desk.venue.mark(...[perpetual, march].map((one, place) => markOf(one, 90_000 + place, { minPrice: 80_000, maxPrice: 99_000 })))
  for (;;) {
    const { results } = (await desk.as(token, 'GET', '/v1/fs/strategies/')).json as { results: readonly { id: string }[] }
    const order = { strategy_id: results[0]?.id, side: 'BUY', price: '-9', amount: 200_000 }
    if (results.length > 0) return ((await desk.as(token, 'POST', '/v1/fs/orders/', order)).json as { id: string }).id
  }
}

/** Sends a list RFQ to a third desk, so that the second desk has no access to it. Returns its id. */
export async function askAnotherMaker(desk: Pick<TestDesk, 'as' | 'product'>, token: string): Promise<string> {
  const { operator } = desk.product.server
  await operator.createDesk({ ticker: 'LARK', name: 'Lark', firmName: 'Lark Ltd', isMaker: true, limits: 'NONE' })
  await operator.addVenueAccount('LARK', { venue: 'DBT', name: 'LARK main', clientId: 'l', clientSecret: 's', isDefault: true })
  await operator.approveMutually('ORRY', 'LARK')
  const { results } = (await desk.as(token, 'GET', '/v2/drfq/instruments/')).json as { results: readonly { id: number }[] }
  const legs = [{ instrument_id: results[0]!.id, ratio: '1', side: 'BUY' }]
  const lines = ['BUY', 'SELL'].map((side) => ({ side, quantity: '100', legs }))
  const list = { venue: 'DBT', counterparties: ['LARK'], lines, account_name: 'ORRY main' }
  return ((await desk.as(token, 'POST', '/v2/drfq/lists/', list)).json as { id: string }).id
}

/** Sends an RFQ that waits for the approval of a second person. Returns the id of the held request. */
export async function holdRfq(desk: Pick<TestDesk, 'as'>, token: string, instrument_id: number): Promise<string> {
  const need = (approval_above: string | null) =>
    desk.as(token, 'PUT', '/v2/protection/bounds/', { most_notional: null, most_deviation_percent: null, approval_above })
  await need('1')
  const legs = [{ instrument_id, ratio: '1', side: 'BUY' }]
  const sent = await desk.as(token, 'POST', '/v2/drfq/rfqs/', { venue: 'DBT', quantity: '100', counterparties: ['KEST'], legs })
  await need(null)
  return (sent.json as { data: { held_request: string } }).data.held_request
}

/** Cancels an RFQ under a key. Returns the key once the command has been decided. */
export async function decideCommand(desk: Pick<TestDesk, 'as' | 'ask' | 'product'>, token: string): Promise<string> {
  const headers = { authorization: `Token ${token}`, 'idempotency-key': 'of-boss' }
  const sent = await desk.product.send('DELETE', `/v2/drfq/rfqs/${await desk.ask(token)}/`, { headers })
  const outcome = await desk.as(token, 'GET', '/v2/commands/of-boss/')
  if (sent.status !== 204 || outcome.status !== 200) throw new Error(`${sent.text} ${outcome.text}`)
  return 'of-boss'
}
