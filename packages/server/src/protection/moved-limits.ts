/**
 * If a limit was set in another market while its old market was unavailable, it is removed from the old market when that is back, without another
 * request. Until then both apply, but never permanently (docs/decisions/0290).
 */
import { isRefusal, type ChangeOrigin, type DeskId, type Shard, type ShardEvent, type ProductCode } from '@parley/core'
import { EngineUnavailable, unavailableAmong } from '../engine/engine-unavailable.ts'
import { portable } from '../engine/portable.ts'
import type { Log } from '../log/log.ts'
import type { MarketEngine } from '../shards/market-engine.ts'
import type { MarketShard } from '../shards/shards.ts'
import type { Sql } from '../database/sql.ts'
import { inMarket, type RequestShards } from '../shards/request-shards.ts'
import type { AuditDue } from './audit-due.ts'

export type MovedLimits = {
  /** Call it when a name may be in two markets because one was unavailable. */
  wanted(): void
  close(): Promise<void>
}

type MovedLimitsParts = {
  readonly sql: Sql
  readonly engine: Pick<MarketEngine, 'submit' | 'read' | 'shards'>
  readonly requestShards: Pick<RequestShards, 'keyOf'>
  readonly auditDue: Pick<AuditDue, 'takeUp'>
  readonly log: Log
}
type Held = {
  readonly market: MarketShard
  readonly desk: DeskId
  readonly id: string
  readonly product: ProductCode
  readonly turn: number
}

const AGAIN_MS = 1_000

/** Checks immediately, because an earlier server may have left something. */
export function removeMovedLimits({ sql, engine, requestShards, auditDue, log }: MovedLimitsParts): MovedLimits {
  let isClosed = false
  let later: ReturnType<typeof setTimeout> | undefined
  let work: Promise<void> = Promise.resolve()

  const look = async (): Promise<void> => {
    const read = await Promise.allSettled(engine.shards.map((market) => engine.read(market.name, limitsIn(market))))
    const all = read.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value.value : []))
    if (unavailableAmong(read).length > 0) again()
    for (const { old, newest } of twice(all)) if (!isClosed) await takeAway(old, newest).catch(failed)
  }
  const takeAway = async ({ market, desk, id }: Held, newest: Held): Promise<void> => {
    const asked = await whoSet(sql, newest)
    // The sender reads under this key that everything is done.
    const wish = asked === undefined ? undefined : await requestShards.keyOf(asked.id)
    const by = asked === undefined ? {} : { asked: movedTo(newest.product, asked) }
    const removed = await engine.submit(
      market.name,
      { kind: 'RemoveLimit', desk, id, olderThan: newest.turn, ...by },
      inMarket(market, wish),
    )
    if (!isRefusal(removed))
      log.info({ desk, limit: id, market: market.name }, 'A limit that moved to another shard was removed from its old shard')
    await auditDue.takeUp()
  }
  const ring = () => {
    work = work.then(look).catch(failed)
  }
  const failed = (error: unknown) => {
    // An unavailable market logs that itself.
    if (!(error instanceof EngineUnavailable)) log.error({ error }, 'Could not remove a moved limit from its old shard; trying again')
    again()
  }
  const again = () => {
    clearTimeout(later)
    if (!isClosed) later = setTimeout(ring, AGAIN_MS)
  }
  ring()
  return {
    wanted: again,
    async close() {
      isClosed = true
      clearTimeout(later)
      await work
    },
  }
}

const limitsIn = portable(
  'protection.limits',
  (market: MarketShard) =>
    ({ protections }: Shard): readonly Held[] =>
      [...protections.desks].flatMap(([desk, { limits }]) =>
        [...limits.values()].map(({ id, product, turn = 0 }) => ({ market, desk, id, product, turn })),
      ),
)

/** Limits that a later one with the same name has replaced. */
const twice = (all: readonly Held[]) =>
  [...Map.groupBy(all, ({ desk, id }) => `${desk} ${id}`).values()].flatMap((held) => {
    const newest = held.reduce((one, other) => (other.turn > one.turn ? other : one))
    return held.filter(({ turn }) => turn < newest.turn).map((old) => ({ old, newest }))
  })

/** The audit log records it as a separate change. */
export const movedTo = (product: ProductCode, asked: ChangeOrigin): ChangeOrigin => ({
  ...asked,
  id: `${asked.id} moved`,
  detail: { movedTo: product },
})

async function whoSet(sql: Sql, { market, turn }: Held): Promise<ChangeOrigin | undefined> {
  const [row] = await sql<{ event: string }[]>`
    select event from journal
    where shard = ${market.name} and command = 'SetLimit' and event::json -> 'limit' ->> 'turn' = ${String(turn)}`
  const event = row === undefined ? undefined : (JSON.parse(row.event) as ShardEvent)
  return event?.kind === 'LimitSet' ? event.asked : undefined
}
