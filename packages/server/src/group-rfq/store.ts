/** Reads of the order-book flow. Every list runs along an index from newest to oldest. */
import type { DeskId, GroupMarket, GroupQuote, Match } from '@parley/core'
import type { Sql, Statement } from '../postgres/sql.ts'
import { createClauses } from '../market/clauses.ts'
import { paged, type Page, type Paged, type Placed } from '../market/page.ts'
import { createOrderStore } from './order-store.ts'
import type { OwnPart } from './wire.ts'

export type MarketFilter = {
  readonly id?: number | undefined
  readonly statuses?: readonly string[] | undefined
  readonly venue?: string | undefined
  readonly strategies?: readonly string[] | undefined
  readonly productCodes?: readonly string[] | undefined
}
export type QuoteFilter = {
  readonly market?: number | undefined
  readonly side?: string | undefined
  /** PENDING_FILL is what is at the venue: a quote is closed then, an order, which never rests, is open as long. */
  readonly statuses?: readonly ('OPEN' | 'PENDING_FILL' | 'CLOSED')[] | undefined
  readonly venue?: string | undefined
  readonly baseCurrency?: string | undefined
  readonly clientOrderId?: string | undefined
}
export type MatchFilter = {
  readonly states?: readonly string[] | undefined
  readonly market?: number | undefined
  readonly venue?: string | undefined
  readonly strategies?: readonly string[] | undefined
  readonly productCodes?: readonly string[] | undefined
}

export type MarketWithOwn = { readonly market: GroupMarket; readonly own: OwnPart | undefined }
export type QuoteIn = { readonly market: GroupMarket; readonly quote: GroupQuote }
export type MatchIn = { readonly market: GroupMarket; readonly match: Match }
export type GroupStore = ReturnType<typeof createGroupStore>

/** A sum over no rows has no taker. */
type OwnRow = { readonly [K in keyof OwnPart]: OwnPart[K] | null }

const ownOf = ({ original, filled, remaining, canceled, completed, hasTaken }: OwnRow): OwnPart | undefined =>
  original === null
    ? undefined
    : { original, filled: filled!, remaining: remaining!, canceled: canceled!, completed: completed!, hasTaken: hasTaken! }

export function createGroupStore(sql: Sql) {
  const { given, among, is, older: olderThan } = createClauses(sql)
  // Ids of this flow are numbers.
  const older = (at: string, id: string, { after }: Page) => olderThan(at, id, after && { at: after.at, id: Number(after.id) })

  /** The desk's quotes and orders in each market, as sums. */
  const ownPart = (desk: DeskId) => sql`
    lateral (
      select sum(quantity)::bigint as original, sum(filled + pending)::bigint as filled, sum(canceled)::bigint as canceled,
        sum(quantity - filled - pending - canceled)::bigint as remaining, sum(filled)::bigint as completed,
        bool_or(form = 'ORDER' or (body ->> 'isIoc')::boolean) as "hasTaken"
      from group_quote where group_quote.market = listed.id and group_quote.desk = ${desk}
    ) own`

  const matchClauses = (filter: MatchFilter) => sql`
    ${given(filter.states, among('state'))}
    ${given(filter.market, is('market'))}
    ${given(filter.venue, is('venue'))}
    ${given(filter.strategies, among('strategy_code'))}
    ${given(filter.productCodes, (codes) => sql`product_codes && ${[...codes]}`)}`

  const statusAmong = (form: GroupQuote['form']) => (statuses: NonNullable<QuoteFilter['statuses']>) => {
    const isAsked = new Set(statuses)
    if (form === 'ORDER') {
      const pending = [...(isAsked.has('OPEN') || isAsked.has('PENDING_FILL') ? [true] : []), ...(isAsked.has('CLOSED') ? [false] : [])]
      return sql`group_quote.is_pending = any(${pending})`
    }
    const states = statuses.filter((status) => status !== 'PENDING_FILL')
    const pending = isAsked.has('PENDING_FILL') ? sql`or (group_quote.state = 'CLOSED' and group_quote.is_pending)` : sql``
    return sql`(group_quote.state = any(${states}) ${pending})`
  }

  return {
    ...createOrderStore(sql),

    async market(id: number): Promise<GroupMarket | undefined> {
      const [row] = await sql<{ market: GroupMarket }[]>`select market from group_market where id = ${id}`
      return row?.market
    },

    async activeMarket(key: string): Promise<GroupMarket | undefined> {
      const [row] = await sql<{ market: GroupMarket }[]>`select market from group_market where key = ${key} and status = 'ACTIVE'`
      return row?.market
    },

    async markets(desk: DeskId, filter: MarketFilter, page: Page): Promise<Paged<MarketWithOwn>> {
      const rows = await sql<({ market: GroupMarket } & OwnRow & Placed)[]>`
        select listed.market, listed.latest_activity as at, listed.id, own.* from (
          select id, latest_activity, market from group_market where true
            ${given(filter.id, is('id'))}
            ${given(filter.statuses, among('status'))}
            ${given(filter.venue, is('venue'))}
            ${given(filter.strategies, among('strategy_code'))}
            ${given(filter.productCodes, (codes) => sql`product_codes && ${[...codes]}`)}
            ${older('latest_activity', 'id', page)}
          order by latest_activity desc, id desc limit ${page.size + 1}
        ) listed left join ${ownPart(desk)} on true order by listed.latest_activity desc, listed.id desc`
      return paged(rows, page, (row) => ({ market: row.market, own: ownOf(row) }))
    },

    async book(id: number): Promise<{ readonly market: GroupMarket; readonly quotes: readonly GroupQuote[] } | undefined> {
      const [row] = await sql<{ market: GroupMarket; quotes: readonly GroupQuote[] | null }[]>`
        select market, (select jsonb_agg(body) from group_quote where market = ${id} and state = 'OPEN') as quotes
        from group_market where id = ${id}`
      return row === undefined ? undefined : { market: row.market, quotes: row.quotes ?? [] }
    },

    /** Every quote that rests in an active market and may be shown. */
    async books(size: number): Promise<readonly QuoteIn[]> {
      return sql<QuoteIn[]>`
        select group_market.market, group_quote.body as quote
        from group_quote join group_market on group_market.id = group_quote.market
        where group_quote.state = 'OPEN' order by group_quote.id limit ${size}`
    },

    async quote(id: number): Promise<QuoteIn | undefined> {
      const [row] = await sql<QuoteIn[]>`
        select group_market.market, group_quote.body as quote
        from group_quote join group_market on group_market.id = group_quote.market where group_quote.id = ${id}`
      return row
    },

    async quotes(desk: DeskId, form: GroupQuote['form'], filter: QuoteFilter, page: Page): Promise<Paged<QuoteIn>> {
      const rows = await sql<(QuoteIn & Placed)[]>`
        select group_market.market, group_quote.body as quote, group_quote.created_at as at, group_quote.id
        from group_quote join group_market on group_market.id = group_quote.market
        where group_quote.desk = ${desk} and group_quote.form = ${form}
          ${given(filter.market, is('group_quote.market'))}
          ${given(filter.side, is('group_quote.side'))}
          ${given(filter.statuses, statusAmong(form))}
          ${given(filter.venue, is('group_quote.venue'))}
          ${given(filter.baseCurrency, is('group_quote.base_currency'))}
          ${given(filter.clientOrderId, is('group_quote.client_order_id'))}
          ${older('group_quote.created_at', 'group_quote.id', page)}
        order by group_quote.created_at desc, group_quote.id desc limit ${page.size + 1}`
      return paged(rows, page)
    },

    /** Quotes and orders of which something rests or is at the venue. */
    async live(desk: DeskId, form: GroupQuote['form'], size: number): Promise<readonly QuoteIn[]> {
      return sql<QuoteIn[]>`
        select group_market.market, group_quote.body as quote
        from group_quote join group_market on group_market.id = group_quote.market
        where group_quote.desk = ${desk} and group_quote.form = ${form} and (group_quote.state = 'OPEN' or group_quote.is_pending) limit ${size}`
    },

    async match(id: number): Promise<MatchIn | undefined> {
      const [row] = await sql<MatchIn[]>`
        select group_market.market, group_match.match
        from group_match join group_market on group_market.id = group_match.market where group_match.id = ${id}`
      return row
    },

    /** Newest agreement first. */
    async matches(desk: DeskId, filter: MatchFilter, page: Page): Promise<Paged<MatchIn>> {
      const side = (party: 'taker' | 'maker') => sql`
        select id, market, match, agreed_at from group_match where ${sql(party)} = ${desk}
          ${matchClauses(filter)} ${older('agreed_at', 'id', page)} order by agreed_at desc, id desc limit ${page.size + 1}`
      const rows = await sql<(MatchIn & Placed)[]>`
        select group_market.market, own.match, own.agreed_at as at, own.id
        from ((${side('taker')}) union all (${side('maker')})) own join group_market on group_market.id = own.market
        order by own.agreed_at desc, own.id desc limit ${page.size + 1}`
      return paged(rows, page)
    },

    /** The desk's own, whatever became of them, and everybody's settled ones. */
    async allMatches(desk: DeskId, filter: MatchFilter, page: Page): Promise<Paged<MatchIn>> {
      const some = (whose: Statement) => sql`
        select id, market, match, agreed_at from group_match where ${whose}
          ${matchClauses(filter)} ${older('agreed_at', 'id', page)} order by agreed_at desc, id desc limit ${page.size + 1}`
      const rows = await sql<(MatchIn & Placed)[]>`
        select group_market.market, seen.match, seen.agreed_at as at, seen.id
        from ((${some(sql`taker = ${desk}`)}) union (${some(sql`maker = ${desk}`)}) union (${some(sql`state = 'FILLED'`)})) seen
        join group_market on group_market.id = seen.market order by seen.agreed_at desc, seen.id desc limit ${page.size + 1}`
      return paged(rows, page)
    },

    /** Settled trades of everybody, the one settled last first. */
    async tape(filter: MatchFilter, page: Page): Promise<Paged<MatchIn>> {
      const rows = await sql<(MatchIn & Placed)[]>`
        select group_market.market, told.match, told.settled_at as at, told.id
        from (
          select id, market, match, settled_at from group_match where state = 'FILLED'
            ${matchClauses(filter)} ${older('settled_at', 'id', page)} order by settled_at desc, id desc limit ${page.size + 1}
        ) told join group_market on group_market.id = told.market order by told.settled_at desc, told.id desc`
      return paged(rows, page)
    },
  }
}
