/** Volumes of firms, added up from the sums. */
import { blocksOf, blocksOfDays, type BlockDays, type FirmSum, type LeaderPeriod } from '@parley/core'
import type { Sql } from '../database/sql.ts'
import { crowdedDays } from './crowd.ts'
import { sumRows, type LeaderFilter } from './sum-rows.ts'
import type { LeaderRole } from './sums.ts'

export type VolumeFigures = {
  readonly trades: number
  readonly usd: number
  readonly deltaUsd: number
  readonly vegaUsd: number
  /** By currency, in millionths. Sums may be larger than a double can represent. */
  readonly coins: Readonly<Record<string, bigint>>
}
/** A firm's volume at a point of its line, in cents. Points count from 1. */
export type PointSum = { readonly firm: string; readonly isNamed: boolean; readonly point: number; readonly usd: number }

type Together = Omit<VolumeFigures, 'coins'>
type Firm = { readonly firm: string; readonly isNamed: boolean }
type VolumeSum = Firm & Together & { readonly currency: string; readonly coin: string }
/** For a currency, or for a point. */
type DrawnSum = Firm & Together & { readonly currency: string | null; readonly point: number | null; readonly coin: string }

const WIDEST: BlockDays = 64

export function createVolumeStore(sql: Sql) {
  const rowsOf = (filter: LeaderFilter, period: LeaderPeriod, widest: BlockDays) =>
    sumRows(sql, { table: 'leaderboard_volume', where: sql`role = any(${[...filter.roles]})`, filter, blocks: blocksOf(period, widest) })
  const summed = sql`
    sum(trades)::bigint as trades, sum(usd)::bigint as usd, sum(delta_usd)::bigint as "deltaUsd", sum(vega_usd)::bigint as "vegaUsd"`
  return {
    async volumes(filter: LeaderFilter, period: LeaderPeriod): Promise<readonly FirmSum<VolumeFigures>[]> {
      return byFirm(
        await sql<VolumeSum[]>`
          select desk.firm, is_named as "isNamed", currency, sum(coin)::text as coin, ${summed}
          from ${rowsOf(filter, period, WIDEST)} join desk on desk.ticker = counted.desk group by desk.firm, is_named, currency`,
      )
    },

    /** The same with lines whose points begin on these days and cover this many days. */
    async drawn(filter: LeaderFilter, period: LeaderPeriod, points: readonly number[], step: BlockDays) {
      const rows = await sql<DrawnSum[]>`
        select desk.firm, is_named as "isNamed", currency, point, sum(coin)::text as coin, ${summed}
        from (
          select counted.*, width_bucket(at, ${[...points]}::int[]) as point from ${rowsOf(filter, period, step)}
        ) placed join desk on desk.ticker = placed.desk
        group by grouping sets ((desk.firm, is_named, currency), (desk.firm, is_named, point))`
      const lines = rows.flatMap(({ firm, isNamed, point, usd }): PointSum[] => (point === null ? [] : [{ firm, isNamed, point, usd }]))
      return { sums: byFirm(rows.filter((row): row is DrawnSum & VolumeSum => row.currency !== null)), lines }
    },

    /** The sum of unnamed firms except one, over the days with enough of them (rulebook 20.10). */
    async together(roles: readonly LeaderRole[], period: LeaderPeriod, but: string): Promise<Together | undefined> {
      const sums = await Promise.all(roles.map((role) => ofRole(role, period, but)))
      return sums
        .filter((sum) => sum !== undefined)
        .reduce<Together | undefined>((all, sum) => (all === undefined ? sum : added(all, sum)), undefined)
    },
  }

  async function ofRole(role: LeaderRole, period: LeaderPeriod, but: string): Promise<Together | undefined> {
    const days = await crowdedDays(sql, role, period, but)
    if (days.length === 0) return undefined
    const rows = sumRows(sql, {
      table: 'leaderboard_volume',
      where: sql`role = ${role}`,
      detail: 'FIRM',
      blocks: blocksOfDays(days, WIDEST),
    })
    const [row] = await sql<Together[]>`
      select ${summed} from ${rows} join desk on desk.ticker = counted.desk where not is_named and firm <> ${but}`
    return row
  }
}

const added = (a: Together, b: Together): Together => ({
  ...{ trades: a.trades + b.trades, usd: a.usd + b.usd, deltaUsd: a.deltaUsd + b.deltaUsd, vegaUsd: a.vegaUsd + b.vegaUsd },
})

const byFirm = (rows: readonly VolumeSum[]): readonly FirmSum<VolumeFigures>[] =>
  [...Map.groupBy(rows, ({ firm, isNamed }) => `${isNamed} ${firm}`).values()].map((sums) => ({
    ...{ firm: sums[0]!.firm, isNamed: sums[0]!.isNamed },
    figures: sums.map(figuresOf).reduce(addVolumes),
  }))

const figuresOf = ({ currency, coin, trades, usd, deltaUsd, vegaUsd }: VolumeSum): VolumeFigures => ({
  ...{ trades, usd, deltaUsd, vegaUsd },
  coins: { [currency]: BigInt(coin) },
})

export function addVolumes(a: VolumeFigures, b: VolumeFigures): VolumeFigures {
  const coins = { ...a.coins }
  for (const [currency, coin] of Object.entries(b.coins)) coins[currency] = (coins[currency] ?? 0n) + coin
  return { ...added(a, b), coins }
}
