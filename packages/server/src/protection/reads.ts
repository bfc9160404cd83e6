/** The protections of a desk, read from all shards at once. */
import {
  limitsInUse,
  products,
  type DeskId,
  type Frozen,
  type Instant,
  type LimitInUse,
  type ProductCode,
  type ProtectionLimit,
  type Shard,
  type Stop,
  type UserId,
} from '@parley/core'
import type { ProtectionStateView } from '@parley/contracts'
import type { MarketEngine } from '../shards/market-engine.ts'
import type { MarketShard } from '../shards/shards.ts'
import { presentUse } from './wire.ts'

export type StandingOf = {
  readonly limits: readonly ProtectionStateView[]
  readonly stops: readonly { readonly user: UserId | ''; readonly stop: Stop }[]
  readonly cancelAllAt: Instant | null
  readonly isHit: boolean
}

/** A trading stop in one market. */
export type StopIn = { readonly group: number; readonly user: UserId | ''; readonly stop: Stop }

/** A limit that the desk has set, in the market of its product. */
export type LimitIn = { readonly group: number; readonly limit: ProtectionLimit }

type Seen = {
  readonly uses: readonly LimitInUse[]
  readonly stops: readonly (readonly [UserId | '', Stop])[]
  readonly deadManAt: Instant | undefined
}

export function createProtectionReads(engine: Pick<MarketEngine, 'read' | 'shards'>) {
  const look = async (desk: DeskId, via: string): Promise<readonly Seen[]> => {
    const seen = await Promise.all(
      engine.shards.map((shard) => engine.read(shard.name, (market, now) => seenIn(market, { desk, via, codes: codesOf(shard), now }))),
    )
    return seen.map(({ value }) => value)
  }
  const frozenOf = async (desk: DeskId): Promise<readonly Frozen[]> => {
    const seen = await Promise.all(
      engine.shards.map(({ name }) => engine.read(name, ({ protections }) => [...(protections.desks.get(desk)?.frozen.values() ?? [])])),
    )
    return seen.flatMap(({ value }) => value)
  }

  const stopsOf = async (desk: DeskId): Promise<readonly StopIn[]> => {
    const seen = await Promise.all(
      engine.shards.map(({ name }) => engine.read(name, ({ protections }) => [...(protections.stops.get(desk) ?? [])])),
    )
    return seen.flatMap(({ shard: { group }, value }) => value.map(([user, stop]) => ({ group, user, stop })))
  }

  const limitsOf = async (desk: DeskId): Promise<readonly LimitIn[]> => {
    const seen = await Promise.all(
      engine.shards.map(({ name }) => engine.read(name, ({ protections }) => [...(protections.desks.get(desk)?.limits.values() ?? [])])),
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
  }
}

const codesOf = ({ venue, baseCurrency }: MarketShard): readonly ProductCode[] =>
  products.filter((one) => one.venue === venue && one.currency === baseCurrency && !one.isDisabled).map(({ code }) => code)

type Looking = { readonly desk: DeskId; readonly via: string; readonly codes: readonly ProductCode[]; readonly now: Instant }

const seenIn = ({ protections }: Shard, { desk, via, codes, now }: Looking): Seen => ({
  uses: limitsInUse(protections, desk, codes, now),
  stops: [...(protections.stops.get(desk) ?? [])],
  deadManAt: protections.deadMen.get(via)?.at,
})
