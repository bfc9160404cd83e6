/** The calls of lists in the format of /v2/drfq/lists/. */
import {
  isRefusal,
  parsePrice,
  readerRole,
  refuse,
  type DeskId,
  type NetId,
  type Price,
  type Refusal,
  type Rfq,
  type ShardEvent,
} from '@parley/core'
import { listCalls as calls, type BodyOf, type ListTradeView, type NetPriceView, type RfqListView } from '@parley/contracts'
import type { z } from 'zod'
import type { Caller } from '../../../../calls/route.ts'
import type { Sql } from '../../../../database/sql.ts'
import type { Idempotency } from '../../../../engine/engine.ts'
import { portable } from '../../../../engine/portable.ts'
import type { AudienceNeeds } from '../../../../rfq/audience-needs.ts'
import { desksNamed } from '../../../../rfq/facts.ts'
import { SNAPSHOT_RFQS } from '../limits.ts'
import { notFound } from '../rfq-calls.ts'
import { createListCommands, type AskedTrade } from './list-commands.ts'
import { presentList, presentListTrade, presentNet } from './present.ts'
import { createListStore, type StoredLine } from '../../../../rfq/list-store.ts'

export type ListNeeds = AudienceNeeds & { readonly sql: Sql; readonly preTradeLimits: Parameters<typeof createListCommands>[1] }
type CreateBody = z.output<NonNullable<typeof calls.createList.body>>
type TradeBody = z.output<NonNullable<typeof calls.tradeList.body>>
type Commands = ReturnType<typeof createListCommands>
type Reads = ReturnType<typeof createListReads>
export type ListService = ReturnType<typeof createListService>

const createdList = portable('lists.created', (desk: DeskId) => (events: readonly ShardEvent[]): RfqListView => {
  const made = events.flatMap((event) => (event.kind === 'RfqCreated' ? [{ rfq: event.rfq, orders: [] }] : []))
  return presentList(made, desk, 'WITH_BOOKS')!
})

/** The net price, by its part of the first line. */
const netOf = portable('lists.net', (first: Rfq, desk: DeskId) => (events: readonly ShardEvent[]): NetPriceView => {
  const part = events.find((event) => event.kind === 'OrderPlaced' && event.id === first.id)
  if (part?.kind !== 'OrderPlaced') throw new Error('a net price has no part of the first line')
  return presentNet(first, part.order, desk)!
})

const listTrade = portable('lists.trade', () => presentListTrade)()

export function createListService({ sql, preTradeLimits, ...needs }: ListNeeds) {
  const reads = createListReads(sql, needs)
  const commands = createListCommands(needs, preTradeLimits)
  return { ...reads, ...createListWrites(commands), ...createListTrades(commands, reads, needs) }
}

function createListReads(sql: Sql, { store }: Pick<AudienceNeeds, 'store'>) {
  const lists = createListStore(sql)
  /** The lines of a list that the caller can see. */
  const visible = async ({ desk }: Caller, id: string): Promise<readonly StoredLine[] | Refusal> => {
    const lines = await lists.linesOf(id)
    return lines.length === 0 || readerRole(lines[0]!.rfq, desk) === undefined ? notFound('list') : lines
  }
  return {
    visible,
    lists: lists.lists,

    async getList(caller: Caller, id: string): Promise<RfqListView | Refusal> {
      const lines = await visible(caller, id)
      return 'refused' in lines ? lines : presentList(lines, caller.desk, 'WITH_BOOKS')!
    },

    async openLines({ desk }: Caller): Promise<readonly StoredLine[]> {
      const found = await store.openRfqsWithOrders(desk, SNAPSHOT_RFQS)
      return found.filter(({ rfq }) => rfq.list !== undefined)
    },
  }
}

function createListWrites(commands: Commands) {
  return {
    /** Refused from a restricted address (rulebook 22.13). */
    async createList(caller: Caller, body: CreateBody, idempotency?: Idempotency): Promise<RfqListView | Refusal> {
      if (caller.isRestricted)
        return refuse('RestrictedAddress', '', 'You signed in from a restricted address, from which no lists can be sent. Sign in from another address.') // prettier-ignore
      const { lines, name, shows_sides, venue } = body
      const asked = {
        venue,
        account: body.account_name ?? undefined,
        makers: body.counterparties ?? [],
        groups: body.groups ?? [],
        isTakerAnonymous: body.is_taker_anonymous ?? false,
        label: body.label ?? undefined,
        side: undefined,
        goodForMs: body.good_for_seconds == null ? undefined : body.good_for_seconds * 1000,
        alsoAsksVenue: false,
        as: 'OPEN',
      } as const
      const all = lines.map(({ row, side, quantity, legs }, at) => ({ row: row ?? at + 1, side, asked: { ...asked, quantity, legs } }))
      return commands.create(
        caller,
        { name: name ?? undefined, showsSides: shows_sides ?? false, lines: all },
        {
          view: createdList(caller.desk),
          idempotency,
        },
      )
    },
  }
}

function createListTrades(commands: Commands, { visible }: Reads, { directory }: Pick<AudienceNeeds, 'directory'>) {
  const visibleRfqs = async (caller: Caller, id: string): Promise<readonly Rfq[] | Refusal> => {
    const lines = await visible(caller, id)
    return 'refused' in lines ? lines : lines.map(({ rfq }) => rfq)
  }
  return {
    async quoteNet(
      caller: Caller,
      id: string,
      body: BodyOf<typeof calls.quoteNet>,
      idempotency?: Idempotency,
    ): Promise<NetPriceView | Refusal> {
      // prettier-ignore
      const rfqs = await visibleRfqs(caller, id)
      if ('refused' in rfqs) return rfqs
      if (rfqs.some(({ side }) => side === undefined))
        return refuse('ListInvalid', '22.5', 'The taker has not shown its sides in this list, so it takes no net price. Quote its lines.')
      return commands.quoteNet(
        caller,
        rfqs,
        { net: String(body.net_price), account: body.account_name ?? undefined },
        {
          view: netOf(rfqs[0]!, caller.desk),
          idempotency,
        },
      )
    },

    async tradeList(caller: Caller, id: string, body: TradeBody, idempotency?: Idempotency): Promise<ListTradeView | Refusal> {
      const lines = await visible(caller, id)
      if ('refused' in lines) return lines
      if (lines[0]!.rfq.creator.desk !== caller.desk)
        return refuse('NotTheCreator', '4.9', 'Only the desk that sent the list can trade it. Quote its lines, or the whole list.')
      const asked = body.net_price_id == null ? limitsOf(lines, body) : partsOf(lines, body.net_price_id as NetId)
      if (isRefusal(asked)) return asked
      const takes = body.net_price_id != null ? { net: body.net_price_id as NetId } : body.desk_name != null ? { maker: desksNamed([body.desk_name], directory)[0]! } : undefined // prettier-ignore
      const trade: AskedTrade = { way: body.way, takes, notAfter: body.not_after ?? undefined, lines: asked }
      return commands.trade(caller, trade, { view: listTrade, idempotency })
    },

    async cancel(caller: Caller, id: string, kind: 'CancelList' | 'CancelNet', idempotency?: Idempotency): Promise<undefined | Refusal> {
      const rfqs = await visibleRfqs(caller, id)
      return 'refused' in rfqs ? rfqs : commands.cancel(caller, rfqs[0]!, kind, idempotency)
    },
  }
}

function limitsOf(lines: readonly StoredLine[], { lines: asked }: TradeBody): AskedTrade['lines'] | Refusal {
  if (asked == null || asked.length === 0)
    return refuse('ListInvalid', '22.8', 'Name the lines to trade, each with its worst acceptable price.', 'lines')
  const found = []
  for (const [at, { line, price }] of asked.entries()) {
    const rfq = lines[line - 1]?.rfq
    if (rfq === undefined || asked.some((other, place) => place < at && other.line === line))
      return refuse('ListInvalid', '22.8', `Each line of the list, from 1 to ${lines.length}, can be named once.`, `lines.${at}.line`)
    const exact = parsePrice(price)
    if (exact === undefined) return refuse('PriceOffTick', '5.7', 'A price has at most 8 decimals.', `lines.${at}.price`)
    found.push({ rfq, price: exact })
  }
  return found
}

/** The lines at the prices of the net price's own parts. A net price never changes, so they are exact. */
function partsOf(lines: readonly StoredLine[], id: NetId): AskedTrade['lines'] | Refusal {
  const found = lines.flatMap(({ rfq, orders }): { rfq: Rfq; price: Price }[] => {
    const part = orders.find(({ net }) => net?.id === id)
    return part === undefined ? [] : [{ rfq, price: part.price }]
  })
  return found.length === lines.length
    ? found
    : refuse(
        'ListNotTraded',
        '22.8',
        'Nothing was traded. The net price has ended. Choose another one, or trade the lines.',
        'net_price_id',
      )
}
