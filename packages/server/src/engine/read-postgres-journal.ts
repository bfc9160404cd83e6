/** What was written to the journal in PostgreSQL, read back: by the engine at its start, and by whoever checks it. */
import type { SqlTag } from '../postgres/sql.ts'
import type { Refusal } from '@parley/core'
import { canonicalJson } from './canonical-json.ts'
import type { Audience } from './engine.ts'
import { beginning } from './hash-chain.ts'
import type { Entry, Journal, NoteRow, RememberedAnswer, StoredSnapshot } from './journal.ts'

export type JournalReads = Pick<Journal<never>, 'newestSnapshot' | 'last' | 'read' | 'answers' | 'notesAfter'>

export function readPostgresJournal(sql: SqlTag): JournalReads {
  return {
    async newestSnapshot({ name }) {
      const [snapshot] = await sql<StoredSnapshot[]>`
        select seq, at, state, encode(state_hash, 'hex') as "stateHash", encode(hash, 'hex') as hash
        from snapshot where shard = ${name} order by seq desc limit 1`
      return snapshot
    },
    async last({ name }) {
      const [row] = await sql<{ seq: number; hash: string }[]>`
        select seq, encode(hash, 'hex') as hash from journal where shard = ${name} order by journal.seq desc limit 1`
      return row ?? { seq: 0, hash: beginning }
    },
    async read({ name }, afterSeq, most) {
      // As texts also where a journal of before has not been started since (0046): it is checked as it is.
      const rows = await sql<EntryRow[]>`
        select seq, epoch, at, command, actor::text as actor, event::text as event, scope, key, body_hash, encode(hash_before, 'hex') as hash_before, encode(hash, 'hex') as hash
        from journal where shard = ${name} and seq > ${afterSeq} order by journal.seq limit ${most}`
      return rows.map(entryOf)
    },
    async answers({ name }, after, most) {
      const rows = await sql<AnswerRow[]>`
        select scope, key, body_hash, at, first_seq, last_seq, refusal from remembered_answer
        where shard = ${name} and at > ${after} order by at desc limit ${most}`
      return rows.map(answerOf).reverse()
    },
    notesAfter: (group, after, upTo, audiences, channel, most) => notesAfter(sql, { group, after, upTo, audiences, channel, most }),
  }
}

type EntryRow = {
  readonly seq: number
  readonly epoch: number
  readonly at: number
  readonly command: string
  readonly actor: string | null
  readonly event: string
  readonly scope: string | null
  readonly key: string | null
  readonly body_hash: string | null
  readonly hash_before: string
  readonly hash: string
}

const entryOf = (row: EntryRow): Entry => ({
  seq: row.seq,
  epoch: row.epoch,
  at: row.at,
  command: row.command,
  actor: row.actor === null ? 'null' : asWritten(row.actor),
  event: asWritten(row.event),
  caller: row.scope === null ? undefined : { scope: row.scope, key: row.key!, bodyHash: row.body_hash! },
  hashBefore: row.hash_before,
  hash: row.hash,
})

/** Rows from before the journal kept texts are as PostgreSQL writes JSON, which sets a space behind a colon; ours never does. */
const asWritten = (json: string): string => (/^\{"[^"\\]*": /.test(json) ? canonicalJson(JSON.parse(json)) : json)

type AnswerRow = { scope: string; key: string; body_hash: string; at: number; first_seq: number; last_seq: number; refusal: Refusal | null }

const answerOf = (row: AnswerRow): RememberedAnswer => ({
  caller: { scope: row.scope, key: row.key, bodyHash: row.body_hash },
  at: row.at,
  firstSeq: row.first_seq,
  lastSeq: row.last_seq,
  refusal: row.refusal ?? undefined,
})

type Wanted = { group: number; after: number; upTo: number; audiences: readonly Audience[]; channel: string; most: number }

async function notesAfter(sql: SqlTag, { group, after, upTo, audiences, channel, most }: Wanted): Promise<readonly NoteRow[] | undefined> {
  const rows = await sql<NoteRow[]>`
    select seq, place, audience, channel, event, data from note
    where shard_group = ${group} and seq > ${after} and seq <= ${upTo} and audience = any(${audiences as string[]}) and channel = ${channel}
    order by seq, place limit ${most + 1}`
  // Asked after the rows were read: what was removed in the meantime shows here.
  const [lease] = await sql<{ after: number }[]>`select notes_after as after from shard_lease where shard_group = ${group}`
  if (rows.length > most || lease === undefined || after < lease.after) return undefined
  return rows
}
