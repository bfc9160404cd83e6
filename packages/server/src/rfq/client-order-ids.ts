/**
 * A client order id identifies one resting order of a desk (rulebook 5.21, 10.17), in any market. The rules ensure this within one audience of
 * one shard. This module ensures that an id is not used in two of them.
 */
import {
  marketModels,
  CLIENT_ORDER_ID_CHARACTERS,
  refuse,
  refusedSides,
  type RfqKind,
  type DeskId,
  type Order,
  type Refusal,
} from '@parley/core'
import type { Sql } from '../database/sql.ts'
import type { MarketEngine } from '../shards/market-engine.ts'
import { marketShardOf, type MarketShard } from '../shards/shards.ts'

/** The place of a resting order: the audience, and the number of the shard. */
export type RestingPlace = { readonly audience: RfqKind; readonly group: number }
export type ClientOrderIds = {
  /** Runs the work unless the id rests in another place. Another request with the same id waits for it. Without an id the work always runs. */
  using<Answer>(
    desk: DeskId,
    clientOrderId: string | undefined,
    place: RestingPlace,
    work: () => Promise<Answer | Refusal>,
    /** The refusal, in the form in which it is returned, of an id that rests in another place. */
    worded?: (refusal: Refusal) => Refusal,
  ): Promise<Answer | Refusal>
}

type ClientOrderIdNeeds = { readonly sql: Sql; readonly engine: Pick<MarketEngine, 'onDecided'> }
type Resting = Pick<MarketShard, 'venue' | 'baseCurrency'> & {
  readonly id: string
  readonly desk: string
  readonly clientOrderId: string
  readonly audience: RfqKind
}

const keyOf = (desk: string, clientOrderId: string): string => `${desk} ${clientOrderId}`
const ruleOf = (audience: RfqKind): string => marketModels[audience].wording.nameInUse.rule

/** A number is also an id, but an empty text is not. */
export function clientOrderIdOf(given: string | number | null | undefined, audience: RfqKind): string | undefined | Refusal {
  if (given === undefined || given === null || given === '') return undefined
  const text = String(given)
  if (text.length <= CLIENT_ORDER_ID_CHARACTERS) return text
  const message = `A client order id can have at most ${CLIENT_ORDER_ID_CHARACTERS} characters.`
  return refuse('InvalidParams', ruleOf(audience), message, 'client_order_id')
}

/** For a replacement: an empty text removes the id. */
export const newNameOf = (given: string | number | null | undefined, audience: RfqKind): string | undefined | Refusal =>
  given === '' ? given : clientOrderIdOf(given, audience)

export function createClientOrderIds({ sql, engine }: ClientOrderIdNeeds): ClientOrderIds {
  /** The order that rests under the id, with its place. */
  const open = new Map<string, RestingPlace & { readonly id: string }>()
  /** By id: the key under which it rests, which a replacement may change. */
  const keys = new Map<string, string>()
  const deciding = new Map<string, Promise<unknown>>()
  let loading: Promise<void> | undefined
  /** Keys and ids of decisions published while the first ones were being read. These are newer. */
  let newer: Set<string> | undefined
  engine.onDecided((decisions) => {
    for (const { shard, changes } of decisions)
      for (const change of changes)
        for (const order of change?.orders ?? []) remember(order, { audience: change!.rfq.audience, group: shard.group })
  })

  function remember({ id, actor, clientOrderId, state }: Order, place: RestingPlace): void {
    const before = keys.get(id)
    const named = clientOrderId === undefined ? undefined : keyOf(actor.desk, clientOrderId)
    const key = state === 'OPEN' ? named : undefined
    newer?.add(id)
    if (named !== undefined) newer?.add(named)
    if (before !== undefined && before !== key) {
      keys.delete(id)
      if (open.get(before)?.id === id) open.delete(before)
    }
    if (key !== undefined) rests(key, { id, ...place })
  }
  function rests(key: string, place: RestingPlace & { readonly id: string }): void {
    open.set(key, place)
    keys.set(place.id, key)
  }
  const load = async (): Promise<void> => {
    newer = new Set()
    const rows = await sql<Resting[]>`
      select id, desk, client_order_id as "clientOrderId", venue, base_currency as "baseCurrency", audience from rfq_order where state = 'OPEN' and client_order_id is not null`
    for (const { id, desk, clientOrderId, audience, venue, baseCurrency } of rows) {
      const { group } = marketShardOf({ venue, baseCurrency })
      const key = keyOf(desk, clientOrderId)
      if (!newer.has(key) && !newer.has(id)) rests(key, { id, audience, group })
    }
    newer = undefined
  }

  return {
    async using(desk, clientOrderId, { audience, group }, work, worded = (refusal) => refusal) {
      if (clientOrderId === undefined || clientOrderId === '') return work()
      // Read again if it failed.
      loading ??= load().catch((error: unknown) => {
        loading = newer = undefined
        throw error
      })
      await loading
      const key = keyOf(desk, clientOrderId)
      while (deciding.has(key)) await deciding.get(key)
      const taken = open.get(key)
      if (taken !== undefined && (taken.audience !== audience || taken.group !== group)) return worded(inUse(audience))
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

/**
 * The two ids of a two-way quote. The shard refuses the same id for both sides. They are locked in sorted order, so that two such quotes never
 * deadlock.
 */
export function usingBoth<Answer>(
  { using }: ClientOrderIds,
  desk: DeskId,
  [first = '', second = '']: readonly (string | undefined)[],
  place: RestingPlace,
  work: () => Promise<Answer | Refusal>,
): Promise<Answer | Refusal> {
  const one = { id: first, worded: (refusal: Refusal) => refusedSides([refusal, undefined]) }
  const other = { id: second, worded: (refusal: Refusal) => refusedSides([undefined, refusal]) }
  const sides = (first === second ? [other] : [one, other]).sort((a, b) => (a.id < b.id ? 1 : -1))
  const outer = sides.reduce(
    (inner, { id, worded }) =>
      () =>
        using(desk, id, place, inner, worded),
    work,
  )
  return outer()
}

const inUse = (audience: RfqKind): Refusal =>
  refuse(
    'ClientOrderIdInUse',
    ruleOf(audience),
    'An open order or quote of your desk already has this client order id. Use another one.',
    'client_order_id',
  )
