/**
 * What became of writes that came with a key, for who asks: those under way, and answers that bind nothing. A refusal before any market
 * decided leaves its key free, and the parts of a batch are decided each on its own; what was said of them is told all the same.
 */
import { refuse, type DeskId, type Refusal } from '@parley/core'
import type { Idempotency } from '../engine/engine.ts'
import type { Sql } from '../postgres/sql.ts'
import { statusOf, type Fault } from './fault.ts'
import { isTrading, type Outgoing } from './idempotency.ts'
import { httpLimits } from './limits.ts'

export type ToldAnswer = {
  readonly scope: string
  readonly at: number
  readonly status: number
  /** The body of a success, or why it was refused. */
  readonly answer: { readonly body: unknown } | { readonly refusal: Refusal }
}
export type UnderWay = { readonly scope: string; readonly since: number }

export type KeyedWrites = {
  /** Runs it, under way until it is answered. */
  follow<Answer>(idempotency: Idempotency, now: number, run: () => Promise<Answer>): Promise<Answer>
  /** Of trading calls; a fault of ours says nothing of what became of a write. */
  tell(idempotency: Idempotency, now: number, answer: Outgoing | Fault): Promise<void>
  underWay(desk: DeskId, key: string): UnderWay | undefined
  told(desk: DeskId, key: string): Promise<readonly ToldAnswer[]>
}

export function createKeyedWrites(sql: Sql): KeyedWrites {
  const underWay = new Set<UnderWay & { readonly key: string }>()

  return {
    async follow({ scope, key }, now, run) {
      const mine = { scope, key, since: now }
      underWay.add(mine)
      try {
        return await run()
      } finally {
        underWay.delete(mine)
      }
    },

    async tell({ scope, key }, now, answer) {
      const status = 'fault' in answer ? statusOf(answer) : answer.status
      if (!isTrading(scope) || status >= 500) return
      const text = JSON.stringify('fault' in answer ? { refusal: refusalOf(answer) } : { body: answer.body })
      await sql`delete from told_answer where at < ${now - httpLimits.idempotencyKeptMs}`
      // A form that was wrong later takes nothing back of what was done.
      await sql`
        insert into told_answer (scope, key, at, status, answer) values (${scope}, ${key}, ${now}, ${status}, ${text})
        on conflict (scope, key) do update set at = excluded.at, status = excluded.status, answer = excluded.answer
        where excluded.status < 300 or told_answer.status >= 300`
    },

    underWay: (desk, key) => [...underWay].find((one) => one.key === key && one.scope.startsWith(`${desk} `) && isTrading(one.scope)),

    async told(desk, key) {
      const rows = await sql<(Omit<ToldAnswer, 'answer'> & { readonly answer: string })[]>`
        select scope, at, status, answer from told_answer where key = ${key} and starts_with(scope, ${`${desk} `})`
      return rows.map(({ answer, ...row }) => ({ ...row, answer: JSON.parse(answer) as ToldAnswer['answer'] }))
    },
  }
}

const refusalOf = ({ fault, message, rule = '', member }: Fault): Refusal => refuse(fault, rule, message, member)
