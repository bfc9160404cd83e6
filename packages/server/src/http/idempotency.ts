/** Answers of plain writes, kept for a caller that sends its key again. Commands of the engine keep theirs in the journal. */
import { createHash } from 'node:crypto'
import { wireLimits } from '@parley/contracts'
import type { DeskId } from '@parley/core'
import type { Sql } from '../postgres/sql.ts'
import type { Vault } from '../account/vault.ts'
import type { Idempotency } from '../engine/engine.ts'
import type { Log } from '../log.ts'
import { fault, type Fault } from './fault.ts'
import { httpLimits } from './limits.ts'

/** An answer of a call, before it is written. */
export type Outgoing = { readonly status: number; readonly body: unknown; readonly headers: Readonly<Record<string, string>> }

export interface KeptAnswers {
  /** Runs once for each key: a second call with it waits for the first and gets its answer; with another body it is refused. */
  once(idempotency: Idempotency, now: number, run: () => Promise<Outgoing | Fault>): Promise<Outgoing | Fault>
  /** What trading calls of the desk were answered under the key, whichever calls they were. */
  under(desk: DeskId, key: string): Promise<readonly KeptAnswer[]>
}
export type KeptAnswer = { readonly scope: string; readonly at: number; readonly answer: Outgoing }

/** Some of several markets have decided. */
export const DONE_IN_PART = 207

/** Answers of other calls are nobody's to read again: some hold a secret that is shown once. */
export const isTrading = (scope: string): boolean => /^\S+ \S+ \/v\d\//.test(scope)

export function readIdempotency(header: string | undefined, scope: string, body: Uint8Array): Idempotency | Fault | undefined {
  if (header === undefined) return undefined
  if (!/^[\x21-\x7e]+$/.test(header) || header.length > wireLimits.idempotencyKeyCharacters)
    return fault(
      'InvalidParams',
      `Idempotency-Key is accepted with 1 to ${wireLimits.idempotencyKeyCharacters} visible ASCII characters.`,
      {
        member: 'Idempotency-Key',
      },
    )
  return { scope, key: header, bodyHash: createHash('sha256').update(body).digest('base64') }
}

/** What a kept answer is bound to. */
export const sealedAnswer = ({ scope, key }: Pick<Idempotency, 'scope' | 'key'>): string => `answer ${scope} ${key}`

export function createKeptAnswers({ sql, vault, log }: { readonly sql: Sql; readonly vault: Vault; readonly log: Log }): KeptAnswers {
  const running = new Map<string, Promise<unknown>>()
  const find = async (idempotency: Idempotency): Promise<Outgoing | Fault | undefined> => {
    const [row] = await sql<{ bodyHash: string; sealed: Uint8Array }[]>`
      select body_hash as "bodyHash", answer_sealed as sealed from kept_answer where scope = ${idempotency.scope} and key = ${idempotency.key}`
    if (row === undefined) return undefined
    if (row.bodyHash !== idempotency.bodyHash)
      return fault('IdempotencyKeyReused', undefined, { member: 'Idempotency-Key', value: idempotency.key })
    return JSON.parse(vault.open(row.sealed, sealedAnswer(idempotency))) as Outgoing
  }
  const keep = async (idempotency: Idempotency, answer: Outgoing, now: number): Promise<void> => {
    await sql`delete from kept_answer where at < ${now - httpLimits.idempotencyKeptMs}`
    await sql`
      insert into kept_answer (scope, key, body_hash, at, answer_sealed)
      values (${idempotency.scope}, ${idempotency.key}, ${idempotency.bodyHash}, ${now}, ${vault.seal(JSON.stringify(answer), sealedAnswer(idempotency))})
      on conflict do nothing`
  }

  return {
    async under(desk, key) {
      const rows = await sql<{ scope: string; at: number; sealed: Uint8Array }[]>`
        select scope, at, answer_sealed as sealed from kept_answer where key = ${key} and starts_with(scope, ${`${desk} `})`
      return rows
        .filter(({ scope }) => isTrading(scope))
        .map(({ scope, at, sealed }) => ({ scope, at, answer: JSON.parse(vault.open(sealed, sealedAnswer({ scope, key }))) as Outgoing }))
    },

    async once(idempotency, now, run) {
      const name = sealedAnswer(idempotency)
      while (running.has(name)) await running.get(name)?.catch(() => undefined)
      const first = async () => {
        const kept = await find(idempotency)
        if (kept !== undefined) return kept
        const answer = await run()
        // A fault changed nothing; the caller may put it right and use the key again. What is done in part is gone on with under its key.
        if ('fault' in answer || answer.status === DONE_IN_PART) return answer
        // It is done whether or not its answer could be kept.
        await keep(idempotency, answer, now).catch((error: unknown) =>
          log.error({ error, call: idempotency.scope }, 'The answer of a write could not be kept for a repetition under its key'),
        )
        return answer
      }
      const mine = first().finally(() => running.delete(name))
      running.set(name, mine)
      return mine
    },
  }
}
