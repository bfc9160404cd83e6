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
import { portable } from '../engine/portable.ts'
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
    const seen = await Promise.all(engine.shards.map((shard) => engine.read(shard.name, seenIn(desk, via, codesOf(shard)))))
    return seen.map(({ value }) => value)
  }
  const frozenOf = async (desk: DeskId): Promise<readonly Frozen[]> => {
    const seen = await Promise.all(engine.shards.map(({ name }) => engine.read(name, frozenIn(desk))))
    return seen.flatMap(({ value }) => value)
  }

  const stopsOf = async (desk: DeskId): Promise<readonly StopIn[]> => {
    const seen = await Promise.all(engine.shards.map(({ name }) => engine.read(name, stopsIn(desk))))
    return seen.flatMap(({ shard: { group }, value }) => value.map(([user, stop]) => ({ group, user, stop })))
  }

  const limitsOf = async (desk: DeskId): Promise<readonly LimitIn[]> => {
    const seen = await Promise.all(engine.shards.map(({ name }) => engine.read(name, limitsIn(desk))))
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

const seenIn = portable(
  'protection.standing',
  (desk: DeskId, via: string, codes: readonly ProductCode[]) =>
    ({ protections }: Shard, now: Instant): Seen => ({
      uses: limitsInUse(protections, desk, codes, now),
      stops: [...(protections.stops.get(desk) ?? [])],
      deadManAt: protections.deadMen.get(via)?.at,
    }),
)

const frozenIn = portable('protection.frozen', (desk: DeskId) => ({ protections }: Shard): readonly Frozen[] => [
  ...(protections.desks.get(desk)?.frozen.values() ?? []),
])

const stopsIn = portable('protection.stopsOfDesk', (desk: DeskId) => ({ protections }: Shard): Seen['stops'] => [
  ...(protections.stops.get(desk) ?? []),
])

const limitsIn = portable('protection.limitsOfDesk', (desk: DeskId) => ({ protections }: Shard): readonly ProtectionLimit[] => [
  ...(protections.desks.get(desk)?.limits.values() ?? []),
])
