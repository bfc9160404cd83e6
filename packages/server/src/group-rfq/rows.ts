/** What is read of the order-book flow, as rows; and how a batch of them is written: one part per table, the later row of a key winning. */
import type { GroupMarket, GroupQuote, Match } from '@parley/core'
import type { SqlTag } from '../postgres/sql.ts'
import type { Part } from '../engine/projector.ts'
import { rowsAsJson } from '../market/rows-as-json.ts'
import { viewOfStructure } from '../market/structure-view.ts'
import type { TouchedMarket } from './touched.ts'

export type GroupRow = {
  readonly table: 'group_market' | 'group_quote' | 'group_match' | 'group_taking'
  readonly key: number
  readonly row: Readonly<Record<string, unknown>>
}

export const rowsOf = ({ market, isNew, isEnded, isDeclined, quotes, matches }: TouchedMarket): readonly GroupRow[] => [
  ...(isNew || isEnded || isDeclined || quotes.length > 0 || matches.length > 0 ? [marketRow(market)] : []),
  ...quotes.map(({ quote }) => quoteRow(market, quote)),
  ...matches.map(({ match }) => matchRow(market, match)),
  ...quotes.filter(({ taking }) => taking === 'BEGUN').map(({ quote }) => takingRow(market, quote)),
]

function marketRow(market: GroupMarket): GroupRow {
  const { strategy_code, product_codes } = viewOfStructure(market.structure)
  const { id, key, venue, baseCurrency: base_currency, state: status, latestActivityAt: latest_activity } = market
  return {
    table: 'group_market',
    key: id,
    row: { id, key, venue, base_currency, status, strategy_code, product_codes, latest_activity, market },
  }
}

function quoteRow({ id: market, venue, baseCurrency: base_currency }: GroupMarket, quote: GroupQuote): GroupRow {
  const { id, actor, form, side, state, createdAt: created_at, quantity, filled, pending, canceled } = quote
  const row = {
    id,
    market,
    desk: actor.desk,
    form,
    venue,
    base_currency,
    side,
    state,
    is_pending: pending > 0,
    client_order_id: quote.clientOrderId ?? null,
    created_at,
    quantity,
    filled,
    pending,
    canceled,
    body: quote,
  }
  return { table: 'group_quote', key: id, row }
}

function matchRow(market: GroupMarket, match: Match): GroupRow {
  const { strategy_code, product_codes } = viewOfStructure(market.structure)
  const { id, taker, maker, state, agreedAt: agreed_at, settledAt: settled_at = null } = match
  const { venue, baseCurrency: base_currency } = market
  const row = {
    id,
    market: market.id,
    taker,
    maker,
    venue,
    base_currency,
    strategy_code,
    product_codes,
    state,
    agreed_at,
    settled_at,
    match,
  }
  return { table: 'group_match', key: id, row }
}

/** Of a quote that crossed; nothing of it ever changes. */
function takingRow(
  { id: market, venue, baseCurrency: base_currency }: GroupMarket,
  { id, actor, createdAt: created_at }: GroupQuote,
): GroupRow {
  return { table: 'group_taking', key: id, row: { id, market, desk: actor.desk, venue, base_currency, created_at } }
}

/** Every table, or none: quotes come with the same statement whether or not they match. */
export function groupParts(sql: SqlTag, rows: readonly GroupRow[]): readonly Part[] {
  if (rows.length === 0) return []
  return [
    sql`
      insert into group_market select * from jsonb_populate_recordset(null::group_market, ${rowsAsJson(rows, 'group_market')}::text::jsonb)
      on conflict (id) do update set status = excluded.status, latest_activity = excluded.latest_activity, market = excluded.market`,
    sql`
      insert into group_quote select * from jsonb_populate_recordset(null::group_quote, ${rowsAsJson(rows, 'group_quote')}::text::jsonb)
      on conflict (id) do update set state = excluded.state, is_pending = excluded.is_pending, client_order_id = excluded.client_order_id, quantity = excluded.quantity,
        filled = excluded.filled, pending = excluded.pending, canceled = excluded.canceled, body = excluded.body`,
    sql`
      insert into group_match select * from jsonb_populate_recordset(null::group_match, ${rowsAsJson(rows, 'group_match')}::text::jsonb)
      on conflict (id) do update set state = excluded.state, settled_at = excluded.settled_at, match = excluded.match`,
    sql`
      insert into group_taking select * from jsonb_populate_recordset(null::group_taking, ${rowsAsJson(rows, 'group_taking')}::text::jsonb)
      on conflict (id) do nothing`,
  ]
}
