/** A desk's own limit is set in the market of its product, and removed from the market in which its name was set before (rulebook 11.2). */
import type { ProtectionLimitView } from '@parley/contracts'
import { isRefusal, refuse, type ChangeOrigin, type DeskId, type ShardEvent, type ProtectionLimit, type Refusal } from '@parley/core'
import type { Decided, Idempotency } from '../engine/engine.ts'
import type { MarketEngine } from '../shards/market-engine.ts'
import { createKeyedSerialQueue } from '../queues/keyed-serial-queue.ts'
import type { MarketShard } from '../shards/shards.ts'
import { inMarket, type RequestShards } from '../shards/request-shards.ts'
import { askMarkets, shardsOf, type Covered } from '../shards/broadcast.ts'
import { createKnownLimits, type KnownLimits } from './known-limits.ts'
import { movedTo } from './moved-limits.ts'
import type { Sql } from '../database/sql.ts'
import { presentLimit } from './wire.ts'

/** The sender for the audit log, and the key of the request. */
export type Given = { readonly asked?: ChangeOrigin | undefined; readonly idempotency?: Idempotency | undefined }
export type LimitAnswer = Pick<Covered, 'unreached'> & { readonly limit: ProtectionLimitView }

type SettingLimitsParts = {
  readonly sql: Sql
  readonly engine: Pick<MarketEngine, 'submit' | 'read' | 'shards'>
  readonly requestShards: RequestShards
  readonly now: () => number
  /** A name may now be in two markets, one of which could not be reached. */
  readonly onMoveLeft: () => void
}

export const noProduct = refuse('ProductDisabled', '3.1', 'No product with a market has this code. Use a code such as DO or EH.', 'product')

export function createSetLimit({ sql, engine, requestShards, now, onMoveLeft }: SettingLimitsParts) {
  const known = createKnownLimits({ sql, engine })
  /** A desk's limits are counted over all markets, and two that are set at the same time would not see each other. */
  const ofDesk = createKeyedSerialQueue<DeskId>()

  /** Set before the old one is removed from the other market, so that in between both protect the desk. */
  const setLimit = async (desk: DeskId, limit: ProtectionLimit, given: Given): Promise<LimitAnswer | Refusal> => {
    const [home] = shardsOf(engine, limit.product)
    if (home === undefined) return noProduct
    const { idempotency } = given
    const { namesIn, turn } = await known.of(desk)
    const others = engine.shards.filter((market) => market !== home)
    const before = others.filter((market) => namesIn(market).has(limit.id))
    const wish = idempotency === undefined ? undefined : await requestShards.begin(idempotency, now(), [home, ...before])
    if (wish !== undefined && isRefusal(wish)) return wish
    const asked = given.asked === undefined ? undefined : { ...given.asked, id: wish?.id ?? given.asked.id }
    const by = asked === undefined ? {} : { asked }
    const limitsElsewhere = countElsewhere(namesIn, home, others, limit.id)
    const set = { kind: 'SetLimit', desk, limit: { ...limit, turn }, limitsElsewhere, ...by } as const
    const decided = await engine.submit(home.name, set, inMarket(home, idempotency)).catch((error: unknown) => {
      known.mayHave(desk, home, limit.id)
      onMoveLeft()
      throw error
    })
    if (isRefusal(decided)) return decided
    const left: readonly MarketShard[] = wish === undefined ? before : wish.markets.filter((market) => market !== home)
    const moved = asked === undefined ? {} : { asked: movedTo(limit.product, asked) }
    const remove = { kind: 'RemoveLimit', desk, id: limit.id, ...olderThan(decided), ...moved } as const
    const { unreached } = await askMarkets(engine, remove, left, idempotency)
    if (unreached.length > 0) onMoveLeft()
    return { limit: presentLimit(limit), unreached }
  }

  return (desk: DeskId, limit: ProtectionLimit, given: Given = {}): Promise<LimitAnswer | Refusal> =>
    ofDesk.run(desk, () => setLimit(desk, limit, given))
}

/** Counted by name: a limit that is moving from one market to another is in both, and counts once. */
function countElsewhere(namesIn: KnownLimits['namesIn'], home: MarketShard, others: readonly MarketShard[], id: string): number {
  const names = new Set(others.flatMap((market) => [...namesIn(market)]))
  for (const name of [id, ...namesIn(home)]) names.delete(name)
  return names.size
}

/** Older than the first decision if this is a repetition, because the name may have returned to its old market since. */
function olderThan({ events }: Decided<ShardEvent>): { readonly olderThan?: number } {
  const turn = events.find((event) => event.kind === 'LimitSet')?.limit.turn
  return turn === undefined ? {} : { olderThan: turn }
}
