/** The rows of the sums for a period and a filter: a few ranges of a primary key. */
import type { Blocks } from '@parley/core'
import type { Sql, Statement } from '../database/sql.ts'
import type { Detail, LeaderRole } from './sums.ts'

/** Empty lists do not filter. */
export type LeaderFilter = {
  readonly roles: readonly LeaderRole[]
  readonly venues: readonly string[]
  readonly currencies: readonly string[]
  readonly kinds: readonly string[]
  readonly protocols: readonly string[]
  readonly strategies: readonly string[]
}

export const isFiltered = ({ venues, currencies, kinds, protocols, strategies }: LeaderFilter): boolean =>
  [venues, currencies, kinds, protocols, strategies].some((words) => words.length > 0)

/** The coarsest detail that is enough for the filter. */
export function detailOf({ venues, kinds, protocols, strategies }: LeaderFilter): Detail {
  const hasCell = venues.length + kinds.length + protocols.length > 0
  if (strategies.length > 0) return hasCell ? 'ALL' : 'STRATEGY'
  return hasCell ? 'CELL' : 'FIRM'
}

const unfiltered: LeaderFilter = { roles: [], venues: [], currencies: [], kinds: [], protocols: [], strategies: [] }

type Rows = {
  readonly table: 'leaderboard_volume' | 'leaderboard_response'
  readonly where: Statement
  readonly filter?: LeaderFilter
  /** The detail for the filter by default. */
  readonly detail?: Detail
  readonly blocks: Blocks
}

/** The rows as a source to select from. */
export function sumRows(sql: Sql, { table, where, filter = unfiltered, detail = detailOf(filter), blocks }: Rows): Statement {
  const among = (column: string, words: readonly string[]) => (words.length === 0 ? sql`` : sql`and ${sql(column)} = any(${[...words]})`)
  const { venues, currencies, kinds, protocols, strategies } = filter
  const parts = [...blocks].map(
    ([days, starts], place) => sql`${place === 0 ? sql`` : sql`union all`}
      select * from ${sql(table)}
      where ${where} and detail = ${detail} and days = ${days} and at = any(${[...starts]}::int[]) ${among('venue', venues)}
        ${among('currency', currencies)} ${among('kind', kinds)} ${among('protocol', protocols)} ${among('strategy', strategies)}`,
  )
  return sql`(${parts}) counted`
}
