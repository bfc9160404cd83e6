/** Whether a write was heard before under its key: a repetition gets the answer there is, and no rate turns it away (docs/decisions/0391). */
import type { DeskId } from '@parley/core'
import type { Idempotency } from '../engine/engine.ts'
import { keysOf } from '../market/batch-key.ts'
import type { Sql } from '../postgres/sql.ts'
import type { KeyedWrites } from './keyed-writes.ts'
import { httpLimits } from './limits.ts'

export type IsRepetition = (desk: DeskId, idempotency: Idempotency, now: number) => Promise<boolean>

/** By what was answered, decided or begun under it; what was turned away or refused before a market decided is none. */
export const createIsRepetition =
  ({ sql, keyed }: { readonly sql: Sql; readonly keyed: Pick<KeyedWrites, 'underWay'> }): IsRepetition =>
  async (desk, { scope, key }, now) => {
    if (keyed.underWay(desk, key)?.scope === scope) return true
    const since = now - httpLimits.idempotencyKeptMs
    const [row] = await sql<{ isKnown: boolean }[]>`
      select
        exists (select from kept_answer where scope = ${scope} and key = ${key})
        or exists (select from asked_of_several where scope = ${scope} and key = ${key})
        or exists (select from remembered_answer where key = any(${[...keysOf(key)]}) and scope = ${scope} and at > ${since}) as "isKnown"`
    return row!.isKnown
  }
