/** A limit of the desk's own is set in the market of its product, and taken away where its name stood before (rulebook 11.2). */
import type { ProtectionLimitView } from '@parley/contracts'
import { isRefusal, refuse, type Asked, type DeskId, type Market, type ProtectionLimit, type Refusal } from '@parley/core'
import type { Idempotency } from '../engine/engine.ts'
import type { MarketEngine } from '../market/market-engine.ts'
import { createInTurn } from '../in-turn.ts'
import { marketShards, type MarketShard } from '../market/shards.ts'
import { inMarket, type AskedOfSeveralStore } from './asked-of-several.ts'
import { askMarkets, shardsOf, type Covered } from './everywhere.ts'
import { presentLimit } from './wire.ts'

/** Who asked, for the audit log, and under which key. */
export type Given = { readonly asked?: Asked | undefined; readonly idempotency?: Idempotency | undefined }
export type LimitAnswer = Pick<Covered, 'unreached'> & { readonly limit: ProtectionLimitView }

type Needs = {
  readonly engine: Pick<MarketEngine, 'submit' | 'read'>
  readonly askedOfSeveral: AskedOfSeveralStore
  readonly now: () => number
}

export const noProduct = refuse('ProductDisabled', '3.1', 'There is no product of this code with a market; DO and EH are two.', 'product')

export function createSetLimit({ engine, askedOfSeveral, now }: Needs) {
  /** A desk's limits are counted over all markets, and two that are set at once would each not see the other. */
  const ofDesk = createInTurn<DeskId>()

  /** Set first: until it is taken away in the other market, the desk is guarded by both. */
  const setLimit = async (desk: DeskId, limit: ProtectionLimit, given: Given): Promise<LimitAnswer | Refusal> => {
    const [home] = shardsOf(limit.product)
    if (home === undefined) return noProduct
    const { idempotency } = given
    const others = await Promise.all(
      marketShards
        .filter((market) => market !== home)
        .map(async (market) => ({ market, ...(await engine.read(market.name, (state) => limitsIn(state, desk, limit.id))).value })),
    )
    const before = others.filter(({ hasIt }) => hasIt).map(({ market }) => market)
    const wish = idempotency === undefined ? undefined : await askedOfSeveral.begin(idempotency, now(), [home, ...before])
    if (wish !== undefined && isRefusal(wish)) return wish
    const asked = given.asked === undefined ? undefined : { ...given.asked, id: wish?.id ?? given.asked.id }
    const limitsElsewhere = others.reduce((sum, { count }) => sum + count, 0)
    const set = { kind: 'SetLimit', desk, limit, limitsElsewhere, ...(asked === undefined ? {} : { asked }) } as const
    const decided = await engine.submit(home.name, set, inMarket(home, idempotency))
    if (isRefusal(decided)) return decided
    const left: readonly MarketShard[] = wish === undefined ? before : wish.markets.filter((market) => market !== home)
    const remove = { kind: 'RemoveLimit', desk, id: limit.id, ...(asked === undefined ? {} : { asked: movedTo(limit, asked) }) } as const
    const { unreached } = await askMarkets(engine, remove, left, idempotency)
    return { limit: presentLimit(limit), unreached }
  }

  return (desk: DeskId, limit: ProtectionLimit, given: Given = {}): Promise<LimitAnswer | Refusal> =>
    ofDesk.run(desk, () => setLimit(desk, limit, given))
}

/** In the log it is a change of its own. */
const movedTo = ({ product }: ProtectionLimit, asked: Asked): Asked => ({ ...asked, id: `${asked.id} moved`, detail: { movedTo: product } })

/** How many limits of other names the desk has there, and whether it has the one of this name. */
function limitsIn({ protections }: Market, desk: DeskId, id: string): { readonly count: number; readonly hasIt: boolean } {
  const limits = protections.desks.get(desk)?.limits
  const hasIt = limits?.has(id) ?? false
  return { count: (limits?.size ?? 0) - Number(hasIt), hasIt }
}
