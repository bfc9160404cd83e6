/**
 * A client order id names one resting order or quote of a desk (rulebook 5.21, 10.17), wherever that rests. The rules see to it within one
 * flow of one shard; here it is seen to that none is used in two of them.
 */
import { CLIENT_ORDER_ID_CHARACTERS, refuse, type DeskId, type Refusal } from '@parley/core'
import type { GroupQuoteView, OrderView } from '@parley/contracts'
import type { Note } from '../engine/engine.ts'
import { noted } from '../group-rfq/notes.ts'
import type { Sql } from '../postgres/sql.ts'
import type { MarketEngine } from './market-engine.ts'
import { marketShardOf, type MarketShard } from './shards.ts'

/** Where something rests: the flow, and the number of the shard. */
export type Place = { readonly flow: 'DIRECT' | 'GROUP'; readonly group: number }
export type ClientOrderIds = {
  /** Decides the work unless the id rests in another place; who comes with the same id meanwhile waits for it. Without an id it decides. */
  using<Answer>(
    desk: DeskId,
    clientOrderId: string | undefined,
    place: Place,
    work: () => Promise<Answer | Refusal>,
  ): Promise<Answer | Refusal>
}

type Needs = { readonly sql: Sql; readonly engine: Pick<MarketEngine, 'onNotes'> }
type Told = { readonly id: string; readonly desk: string; readonly clientOrderId: string | null; readonly flow: Place['flow'] }
type Resting = Told & { readonly clientOrderId: string } & Pick<MarketShard, 'venue' | 'baseCurrency'>

const keyOf = (desk: string, clientOrderId: string): string => `${desk} ${clientOrderId}`
const ruleOf = { DIRECT: '5.21', GROUP: '10.17' } as const

/** A number is a name too; an empty text is none. */
export function clientOrderIdOf(given: string | number | null | undefined, flow: Place['flow']): string | undefined | Refusal {
  if (given === undefined || given === null || given === '') return undefined
  const text = String(given)
  if (text.length <= CLIENT_ORDER_ID_CHARACTERS) return text
  const message = `A client order id has at most ${CLIENT_ORDER_ID_CHARACTERS} characters.`
  return refuse('InvalidParams', ruleOf[flow], message, 'client_order_id')
}

/** Of a replacement: an empty text takes the name away. */
export const newNameOf = (given: string | number | null | undefined, flow: Place['flow']): string | undefined | Refusal =>
  given === '' ? given : clientOrderIdOf(given, flow)

export function createClientOrderIds({ sql, engine }: Needs): ClientOrderIds {
  /** What rests under the id, and where. */
  const open = new Map<string, Place & { readonly id: string }>()
  /** By flow and id: the key it rests under, which a replacement may change. */
  const keys = new Map<string, string>()
  const deciding = new Map<string, Promise<unknown>>()
  let loading: Promise<void> | undefined
  /** Keys and ids that were told while the first of them were read: what was told is newer. */
  let heard: Set<string> | undefined
  engine.onNotes((notes) => notes.forEach(hear))

  function hear(note: Note): void {
    const told = toldBy(note)
    if (told === undefined) return
    const { desk, clientOrderId, id, flow, isOpen } = told
    const named = `${flow} ${id}`
    const before = keys.get(named)
    const key = isOpen && clientOrderId !== null ? keyOf(desk, clientOrderId) : undefined
    heard?.add(named)
    if (clientOrderId !== null) heard?.add(keyOf(desk, clientOrderId))
    if (before !== undefined && before !== key) {
      keys.delete(named)
      if (open.get(before)?.id === id) open.delete(before)
    }
    if (key !== undefined) rests(key, named, { id, flow, group: note.shard.group })
  }
  function rests(key: string, named: string, place: Place & { readonly id: string }): void {
    open.set(key, place)
    keys.set(named, key)
  }
  const load = async (): Promise<void> => {
    heard = new Set()
    const rows = await sql<Resting[]>`
      select id::text as id, desk, client_order_id as "clientOrderId", 'GROUP' as flow, venue, base_currency as "baseCurrency"
      from group_quote where state = 'OPEN' and client_order_id is not null
      union all
      select id, desk, client_order_id, 'DIRECT', venue, base_currency from rfq_order where state = 'OPEN' and client_order_id is not null`
    for (const { id, desk, clientOrderId, flow, venue, baseCurrency } of rows) {
      const { group } = marketShardOf({ venue, baseCurrency })
      const key = keyOf(desk, clientOrderId)
      const named = `${flow} ${id}`
      if (!heard.has(key) && !heard.has(named)) rests(key, named, { id, flow, group })
    }
    heard = undefined
  }

  return {
    async using(desk, clientOrderId, { flow, group }, work) {
      if (clientOrderId === undefined || clientOrderId === '') return work()
      // Read anew where it failed.
      loading ??= load().catch((error: unknown) => {
        loading = heard = undefined
        throw error
      })
      await loading
      const key = keyOf(desk, clientOrderId)
      while (deciding.has(key)) await deciding.get(key)
      const taken = open.get(key)
      if (taken !== undefined && (taken.flow !== flow || taken.group !== group)) return inUse(flow)
      const decision = work()
      const settled = decision.then(
        () => void deciding.delete(key),
        () => void deciding.delete(key),
      )
      deciding.set(key, settled)
      return decision
    },
  }
}

const inUse = (flow: Place['flow']): Refusal =>
  refuse(
    'ClientOrderIdInUse',
    ruleOf[flow],
    'An open order or quote of your desk has this client order id; choose another.',
    'client_order_id',
  )

/** What the channels of either flow tell a desk of its own order or quote. */
function toldBy({ channel, audience, data }: Note): (Told & { readonly isOpen: boolean }) | undefined {
  const desk = audience.replace('desk:', '')
  if (channel === 'orders') {
    const { id, client_order_id: clientOrderId, state } = data as OrderView
    return { id, desk, clientOrderId, flow: 'DIRECT', isOpen: state === 'OPEN' }
  }
  if (channel !== noted.quote) return undefined
  const { id, client_order_id: clientOrderId, status } = (data as { readonly quote: GroupQuoteView }).quote
  return { id: String(id), desk, clientOrderId, flow: 'GROUP', isOpen: status === 'OPEN' }
}
