/** What protects a desk, over every shard: its state is the shards' own, and is asked of them (docs/decisions/0200). */
import type { ProtectionStateView, TradingStopView } from '@parley/contracts'
import {
  isRefusal,
  limitsInUse,
  parsePrice,
  products,
  refuse,
  type Asked,
  type DeskId,
  type Frozen,
  type Instant,
  type LimitInUse,
  type Market,
  type MarketId,
  type ProductCode,
  type ProtectionLimit,
  type Refusal,
  type RfqId,
  type Side,
  type Stop,
  type UserId,
} from '@parley/core'
import type { Idempotency } from '../engine/engine.ts'
import type { MarketEngine } from '../market/market-engine.ts'
import { marketShards, type MarketShard } from '../market/shards.ts'
import type { Sql } from '../postgres/sql.ts'
import { createAskedOfSeveral } from './asked-of-several.ts'
import { createEverywhere, shardsOf, type Covered } from './everywhere.ts'
import { createSetLimit, noProduct, type Given } from './setting-limits.ts'
import { presentUse } from './wire.ts'

export type ProtectionService = ReturnType<typeof createProtectionService>

export type CancelWish = {
  readonly flow?: 'drfq' | 'ob' | null | undefined
  readonly product?: string | null | undefined
  readonly rfq_id?: string | number | null | undefined
  readonly side?: Side | null | undefined
  readonly price?: string | null | undefined
  readonly label?: string | null | undefined
  readonly include_rfqs?: boolean | null | undefined
}
export type Thaw = { readonly product?: string | null | undefined; readonly limit?: string | null | undefined }
export type StandingOf = {
  readonly limits: readonly ProtectionStateView[]
  readonly stops: readonly { readonly user: UserId | ''; readonly stop: Stop }[]
  readonly cancelAllAt: Instant | null
  readonly isHit: boolean
}

/** Trading is stopped in one market. */
export type StopIn = { readonly group: number; readonly user: UserId | ''; readonly stop: Stop }

/** A limit of the desk's own, in the market of its product. */
export type LimitIn = { readonly group: number; readonly limit: ProtectionLimit }

type Seen = {
  readonly uses: readonly LimitInUse[]
  readonly stops: readonly (readonly [UserId | '', Stop])[]
  readonly deadManAt: Instant | undefined
}

/** When the dead man's switch of a key fires; null where it is ended. */
export type DeadManSet = Covered & { readonly firesAt: number | null }

type Needs = { readonly sql: Sql; readonly engine: MarketEngine; readonly now: () => number; readonly onMoveLeft: () => void }

export function createProtectionService({ sql, engine, now, onMoveLeft }: Needs) {
  const everywhere = createEverywhere({ sql, engine, now })
  const look = async (desk: DeskId, via: string): Promise<readonly Seen[]> => {
    const seen = await Promise.all(
      marketShards.map((shard) => engine.read(shard.name, (market, now) => seenIn(market, { desk, via, codes: codesOf(shard), now }))),
    )
    return seen.map(({ value }) => value)
  }
  const frozenOf = async (desk: DeskId): Promise<readonly Frozen[]> => {
    const seen = await Promise.all(
      marketShards.map(({ name }) => engine.read(name, ({ protections }) => [...(protections.desks.get(desk)?.frozen.values() ?? [])])),
    )
    return seen.flatMap(({ value }) => value)
  }

  const stopsOf = async (desk: DeskId): Promise<readonly StopIn[]> => {
    const seen = await Promise.all(
      marketShards.map(({ name }) => engine.read(name, ({ protections }) => [...(protections.stops.get(desk) ?? [])])),
    )
    return seen.flatMap(({ shard: { group }, value }) => value.map(([user, stop]) => ({ group, user, stop })))
  }

  const limitsOf = async (desk: DeskId): Promise<readonly LimitIn[]> => {
    const seen = await Promise.all(
      marketShards.map(({ name }) => engine.read(name, ({ protections }) => [...(protections.desks.get(desk)?.limits.values() ?? [])])),
    )
    return seen.flatMap(({ shard: { group }, value }) => value.map((limit) => ({ group, limit })))
  }

  return {
    frozenOf,
    stopsOf,
    limitsOf,

    async isHit(desk: DeskId): Promise<boolean> {
      return (await frozenOf(desk)).some(({ limit }) => limit === 'MMP')
    },

    async standing(desk: DeskId, via: string): Promise<StandingOf> {
      const seen = await look(desk, via)
      const uses = seen.flatMap((one) => one.uses)
      const stops = new Map(seen.flatMap((one) => one.stops))
      const times = seen.flatMap(({ deadManAt }) => (deadManAt === undefined ? [] : [deadManAt]))
      return {
        limits: uses.map(presentUse),
        stops: [...stops].map(([user, stop]) => ({ user, stop })),
        cancelAllAt: times.length === 0 ? null : (Math.min(...times) as Instant),
        isHit: uses.some(({ limit, frozen }) => limit.id === 'MMP' && frozen !== undefined),
      }
    },

    setLimit: createSetLimit({ sql, engine, askedOfSeveral: createAskedOfSeveral(sql), now, onMoveLeft }),

    /** Refused where no market has it. */
    async removeLimit(desk: DeskId, id: string, { asked, idempotency }: Given = {}): Promise<Covered | Refusal> {
      const covered = await everywhere({ kind: 'RemoveLimit', desk, id, ...askedBy(asked) }, { idempotency })
      if (isRefusal(covered)) return covered
      return covered.decided.length === 0 ? covered.against[0]! : covered
    },

    async reset(desk: DeskId, { product: code, limit }: Thaw, idempotency?: Idempotency): Promise<Covered | Refusal> {
      const markets = code === null || code === undefined ? marketShards : shardsOf(code)
      if (markets.length === 0) return noProduct
      const what = { ...(code ? { product: code } : {}), ...(limit ? { limit } : {}) }
      return everywhere({ kind: 'ResetProtection', desk, ...what }, { markets, idempotency })
    },

    async cancelAll(desk: DeskId, via: string | undefined, wish: CancelWish, idempotency?: Idempotency): Promise<Covered | Refusal> {
      const price = wish.price === undefined || wish.price === null ? undefined : parsePrice(wish.price)
      if (price === undefined && typeof wish.price === 'string')
        return refuse('PriceOffTick', '6.2', 'A price has at most 8 decimals and is below 90 million.', 'price')
      const markets = wish.product ? shardsOf(wish.product) : marketShards
      if (markets.length === 0) return noProduct
      const what = wish.include_rfqs === true ? 'ORDERS_AND_RFQS' : 'ORDERS'
      return everywhere(
        {
          kind: 'CancelEverything',
          actor: { desk, ...(via === undefined ? {} : { via }) },
          what,
          ...(wish.flow ? { flow: wish.flow === 'drfq' ? ('DIRECT' as const) : ('GROUP' as const) } : {}),
          ...objectOf(wish.rfq_id),
          ...(wish.product ? { product: wish.product } : {}),
          ...(wish.side ? { side: wish.side } : {}),
          ...(price === undefined ? {} : { price }),
          ...(wish.label === undefined || wish.label === null ? {} : { label: wish.label }),
        },
        { markets, idempotency },
      )
    },

    /** Undefined ends it. `firesAt` is of the market that fires first. */
    async setDeadMan(desk: DeskId, via: string, inMs: number | undefined, idempotency?: Idempotency): Promise<DeadManSet | Refusal> {
      const command = { kind: 'SetDeadMan', desk, via, ...(inMs === undefined ? {} : { inMs }) } as const
      const covered = unlessRefused(await everywhere(command, { idempotency }))
      if (isRefusal(covered)) return covered
      return { ...covered, firesAt: inMs === undefined ? null : Math.min(...covered.decided.map(({ at }) => at)) + inMs }
    },

    /** The operator's own wishes are in the audit log already. */
    stop: (
      desk: DeskId,
      user: UserId | undefined,
      by: string,
      why: string | undefined,
      { asked, idempotency }: Given = {},
    ): Promise<Covered | Refusal> => {
      const whom = { ...(user === undefined ? {} : { user }), ...(why === undefined ? {} : { why }) }
      return everywhere({ kind: 'StopTrading', desk, by, ...whom, ...askedBy(asked) }, { idempotency })
    },

    async allow(desk: DeskId, user: UserId | undefined, by: string, { asked, idempotency }: Given = {}): Promise<Covered | Refusal> {
      const whom = user === undefined ? {} : { user }
      return unlessRefused(await everywhere({ kind: 'AllowTrading', desk, by, ...whom, ...askedBy(asked) }, { idempotency }))
    },
  }
}

/** Where one market refuses, that is the answer. */
const unlessRefused = (covered: Covered | Refusal): Covered | Refusal => (isRefusal(covered) ? covered : (covered.against[0] ?? covered))

const askedBy = (asked: Asked | undefined): { readonly asked?: Asked } => (asked === undefined ? {} : { asked })

export const presentStop = (user: UserId | '', { by, at, why }: Stop, nameOf: (id: string) => string): TradingStopView => ({
  user: user === '' ? null : user,
  user_name: user === '' ? null : nameOf(user),
  by: nameOf(by),
  why: why ?? null,
  at,
})

const codesOf = ({ venue, baseCurrency }: MarketShard): readonly ProductCode[] =>
  products.filter((one) => one.venue === venue && one.currency === baseCurrency && !one.isDisabled).map(({ code }) => code)

type Looking = { readonly desk: DeskId; readonly via: string; readonly codes: readonly ProductCode[]; readonly now: Instant }

const seenIn = ({ protections }: Market, { desk, via, codes, now }: Looking): Seen => ({
  uses: limitsInUse(protections, desk, codes, now),
  stops: [...(protections.stops.get(desk) ?? [])],
  deadManAt: protections.deadMen.get(via)?.at,
})

/** A request of the direct flow by its text, a market of the order book by its number. */
function objectOf(id: string | number | null | undefined): { readonly rfqId?: RfqId; readonly market?: MarketId } {
  if (id === null || id === undefined) return {}
  if (typeof id === 'number' || /^\d+$/.test(id)) return { market: Number(id) as MarketId }
  return { rfqId: id as RfqId }
}
