/** Bodies of every call that names something of a desk, for tests that name what is another desk's. */
import type { Call } from '@parley/contracts'
import type { Answer } from './product.ts'

export type Named = {
  readonly draft: string
  readonly order: string
  readonly quote: string
  /** Everybody's; the quote is in it. */
  readonly market: string
  readonly account: string
}

/** Ids that name nothing, but for the market. */
export const absentBeside = ({ market }: Named): Named => ({
  market,
  draft: `r_${'0'.repeat(27)}`,
  order: `o_${'0'.repeat(27)}`,
  quote: '640001',
  account: 'no-account',
})

/** The answer without the ids that it repeats, its own among them. */
export const withoutIds = ({ status, json }: Answer, { draft, order, quote, account }: Named): string =>
  [draft, order, quote, account]
    .reduce((said, id) => said.replaceAll(id, 'ID'), `${status} ${JSON.stringify(json)}`)
    .replaceAll(/"request_id":"[^"]*"/g, '')

/** Ids that name something of a desk; instruments and markets are everybody's, and a client order id is the sender's own word. */
const isForeignId = (member: string) => /_id$/.test(member) && !['instrument_id', 'client_order_id', 'client_id'].includes(member)
type Schema = { readonly def?: Readonly<Record<'shape' | 'element' | 'innerType' | 'options' | 'in' | 'out', unknown>> }
/** All members of a schema, however deep. */
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
/** The body of each call that names something, and what it names; made once with what is another desk's and once with what is not there. */
export const naming: Readonly<Record<string, (named: Named) => readonly object[]>> = {
  'directRfqCalls.createOrder': ({ draft }) => [{ rfq_id: draft, ...priced, type: 'LIMIT', time_in_force: 'GOOD_TILL_CANCELED' }],
  'directRfqCalls.createOrders': ({ draft, order }) => [
    { orders: [{ rfq_id: draft, ...priced }] },
    { orders: [{ order_id: order, ...priced }] },
    { two_way: true, orders: (['BUY', 'SELL'] as const).map((side) => ({ rfq_id: draft, ...priced, side })) },
  ],
  'directRfqCalls.replaceOrder': ({ draft }) => [{ rfq_id: draft, ...priced }],
  'protectionCalls.cancelAll': ({ draft }) => [{ rfq_id: draft }],
  'grfqCalls.createQuotes': ({ market: of, quote }) => [quoteOf(of, quote)],
  'obCalls.createQuotes': ({ market: of, quote }) => [quoteOf(of, quote)],
  'deskCalls.updateTradingState': ({ account }) => [{ default_deribit_api_credential_id: account }],
}

/** Of the same form, and nobody's. */
export const absentAs = (id: string): string => (/^\d+$/.test(id) ? '640001' : id.replaceAll(/[0-9A-Za-z](?=[0-9A-Za-z]*$)/g, '0'))

/** Of calls whose path names something of a desk. */
export const bodiesOfPaths: Readonly<Record<string, object>> = {
  'deskCalls.updateMember': { role: 'viewer' },
  'deskCalls.updateVenueAccount': { is_default: true },
  'deskCalls.updateApiKey': { scopes: ['read', 'trade'] },
  'factorCalls.renamePasskey': { name: 'mine now' },
  'protectionCalls.setPersonLimit': { most_notional: '1000' },
  'directRfqCalls.sendDraft': { state: 'OPEN' },
  'directRfqCalls.declineRfq': { reason: 'SIZE' },
  'directRfqCalls.replaceOrder': { quantity: '50', price: '0.04' },
}
