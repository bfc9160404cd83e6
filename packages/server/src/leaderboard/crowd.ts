/** The unnamed firms that were active on a day. Sums of several of them cover only days with enough of them (rulebook 20.10). */
import { LEAST_TOGETHER, type LeaderPeriod } from '@parley/core'
import type { Sql, TransactionSql } from '../database/sql.ts'

/** Whether they made, took, or received RFQs. */
export type CrowdRole = 'MAKER' | 'TAKER' | 'ASKED'
export type CrowdRow = { readonly role: CrowdRole; readonly at: number; readonly firms: readonly string[] }

/** Days on which there were enough unnamed firms in addition to this one, in order. */
export async function crowdedDays(sql: Sql, role: CrowdRole, { first, last }: LeaderPeriod, but: string): Promise<readonly number[]> {
  const rows = await sql<{ at: number }[]>`
    select at from leaderboard_crowd
    where role = ${role} and at between ${first} and ${last} and cardinality(array_remove(firms, ${but})) >= ${LEAST_TOGETHER} order by at`
  return rows.map(({ at }) => at)
}

export async function writeCrowd(tx: TransactionSql, rows: readonly CrowdRow[]): Promise<void> {
  await tx`
    insert into leaderboard_crowd as old select * from jsonb_populate_recordset(null::leaderboard_crowd, ${JSON.stringify(rows)}::text::jsonb)
    on conflict (role, at) do update set firms = (select array_agg(distinct firm order by firm) from unnest(old.firms || excluded.firms) firm)`
}

export function createCrowd() {
  const firms = new Map<string, { readonly role: CrowdRole; readonly at: number; readonly firms: Set<string> }>()
  return {
    add(role: CrowdRole, at: number, firm: string): void {
      const key = `${role} ${at}`
      const one = firms.get(key) ?? { role, at, firms: new Set<string>() }
      firms.set(key, one)
      one.firms.add(firm)
    },
    rows: (): readonly CrowdRow[] => [...firms.values()].map((one) => ({ ...one, firms: [...one.firms].sort() })),
  }
}
