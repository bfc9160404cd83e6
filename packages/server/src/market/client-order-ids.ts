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
  /** Decides the work unless the id rests in another place; who comes with the same id meanwhile waits for it. */
  using<Answer>(desk: DeskId, clientOrderId: string, place: Place, work: () => Promise<Answer | Refusal>): Promise<Answer | Refusal>
}

type Needs = { readonly sql: Sql; readonly engine: Pick<MarketEngine, 'onNotes'> }
type Named = { readonly id: string; readonly desk: string; readonly clientOrderId: string; readonly flow: Place['flow'] }
type Resting = Named & Pick<MarketShard, 'venue' | 'baseCurrency'>

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

export function createClientOrderIds({ sql, engine }: Needs): ClientOrderIds {
  /** What rests under the id, and where. */
  const open = new Map<string, Place & { readonly id: string }>()
  const deciding = new Map<string, Promise<unknown>>()
  let loading: Promise<void> | undefined
  /** What was told while the first of them were read, and is newer. */
  let heard: Set<string> | undefined = new Set<string>()
  engine.onNotes((notes) => notes.forEach(hear))

  function hear(note: Note): void {
    const told = toldBy(note)
    if (told === undefined) return
    const { desk, clientOrderId, id, flow, isOpen } = told
    const key = keyOf(desk, clientOrderId)
    heard?.add(key)
    if (isOpen) open.set(key, { id, flow, group: note.shard.group })
    else if (open.get(key)?.id === id) open.delete(key)
  }
  const load = async (): Promise<void> => {
    const rows = await sql<Resting[]>`
      select id::text as id, desk, client_order_id as "clientOrderId", 'GROUP' as flow, venue, base_currency as "baseCurrency"
      from group_quote where state = 'OPEN' and client_order_id is not null
      union all
      select id, desk, client_order_id, 'DIRECT', venue, base_currency from rfq_order where state = 'OPEN' and client_order_id is not null`
    for (const { id, desk, clientOrderId, flow, venue, baseCurrency } of rows) {
      const { group } = marketShardOf({ venue, baseCurrency })
      const key = keyOf(desk, clientOrderId)
      if (!heard?.has(key)) open.set(key, { id, flow, group })
    }
    heard = undefined
  }

  return {
    async using(desk, clientOrderId, { flow, group }, work) {
      // Read anew where it failed.
      loading ??= load().catch((error: unknown) => {
        loading = undefined
        throw error
      })
      await loading
      const key = keyOf(desk, clientOrderId)
      while (deciding.has(key)) await deciding.get(key)
      const rests = open.get(key)
      if (rests !== undefined && (rests.flow !== flow || rests.group !== group)) return inUse(flow)
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
function toldBy({ channel, audience, data }: Note): (Named & { readonly isOpen: boolean }) | undefined {
  const desk = audience.replace('desk:', '')
  if (channel === 'orders') {
    const { id, client_order_id: clientOrderId, state } = data as OrderView
    return clientOrderId === null ? undefined : { id, desk, clientOrderId, flow: 'DIRECT', isOpen: state === 'OPEN' }
  }
  if (channel !== noted.quote) return undefined
  const { id, client_order_id: clientOrderId, status } = (data as { readonly quote: GroupQuoteView }).quote
  return clientOrderId === null ? undefined : { id: String(id), desk, clientOrderId, flow: 'GROUP', isOpen: status === 'OPEN' }
}
