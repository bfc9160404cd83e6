/** Responses of firms, added up from the sums. */
import { blocksOf, blocksOfDays, RESPONSE_STEPS, type FirmSum, type LeaderPeriod } from '@parley/core'
import type { Sql } from '../database/sql.ts'
import { crowdedDays } from './crowd.ts'
import { sumRows, type LeaderFilter } from './sum-rows.ts'

export type ResponseFigures = {
  readonly asked: number
  readonly quoted: number
  readonly hit: number
  readonly improvedUsd: number
  readonly coveredUsd: number
  /** First quotes by response time step. */
  readonly steps: readonly number[]
}

type FirmRow = ResponseFigures & { readonly firm: string; readonly isNamed: boolean }

/** Lists of steps are added up step by step. */
const summed = (sql: Sql) => sql`
  sum(asked)::bigint as asked, sum(quoted)::bigint as quoted, sum(hit)::bigint as hit, sum(improved_usd)::bigint as "improvedUsd",
  sum(covered_usd)::bigint as "coveredUsd", array[${stepSums(sql)}]::bigint[] as steps`

const stepSums = (sql: Sql) => sql.unsafe(Array.from({ length: RESPONSE_STEPS }, (_, step) => `sum(steps[${step + 1}])`).join(', '))

export function createResponseStore(sql: Sql) {
  return {
    async responses(filter: LeaderFilter, period: LeaderPeriod): Promise<readonly FirmSum<ResponseFigures>[]> {
      const rows = await sql<FirmRow[]>`
        select desk.firm, is_named as "isNamed", ${summed(sql)}
        from ${sumRows(sql, { table: 'leaderboard_response', where: sql`true`, filter, blocks: blocksOf(period, 64) })} join desk on desk.ticker = counted.desk
        group by desk.firm, is_named`
      return rows.map(({ firm, isNamed, ...figures }) => ({ firm, isNamed, figures }))
    },

    /** The sum of unnamed firms except one, over the days with enough of them (rulebook 20.10). */
    async together(period: LeaderPeriod, but: string): Promise<ResponseFigures | undefined> {
      const days = await crowdedDays(sql, 'ASKED', period, but)
      if (days.length === 0) return undefined
      const blocks = blocksOfDays(days, 64)
      const [row] = await sql<ResponseFigures[]>`
        select ${summed(sql)}
        from ${sumRows(sql, { table: 'leaderboard_response', where: sql`true`, detail: 'FIRM', blocks })} join desk on desk.ticker = counted.desk
        where not is_named and firm <> ${but}`
      return row
    },
  }
}

export const addResponses = (a: ResponseFigures, b: ResponseFigures): ResponseFigures => ({
  asked: a.asked + b.asked,
  quoted: a.quoted + b.quoted,
  hit: a.hit + b.hit,
  improvedUsd: a.improvedUsd + b.improvedUsd,
  coveredUsd: a.coveredUsd + b.coveredUsd,
  steps: a.steps.map((count, step) => count + b.steps[step]!),
})
