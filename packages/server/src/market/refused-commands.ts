/**
 * Commands that were refused, numbered in a group of their own beside the markets': no journal holds what has not happened, and who listens
 * for refusals resumes all the same (rulebook 9.8). They are found by the client order id too (docs/decisions/0396).
 */
import { errors, type ErrorName } from '@parley/contracts'
import { isRefusal, SHARDS_MOST, type DeskId, type Refusal } from '@parley/core'
import type { Audience, Note } from '../engine/engine.ts'
import type { Log } from '../log.ts'
import type { Sql } from '../postgres/sql.ts'
import type { NoteSource } from '../socket/hub.ts'

/** No market has it. */
export const REFUSALS_GROUP = SHARDS_MOST
const KEPT_MS = 24 * 3_600_000
/** Of one desk. */
const KEPT_MOST = 1_000
const TIDY_EVERY = 200

type About = {
  readonly desk: DeskId
  /** `POST /v1/ob/rfqs/65/quotes`. */
  readonly call: string
  readonly clientOrderId: string | null
  /** Whether it would have given the name to something new. */
  readonly isPlacing: boolean
  /** The notes that tell of it; where there are none, it is only found by its name. */
  readonly channel: string | null
}
type Refused = About & { readonly refusal: Refusal; readonly at: number }
export type FoundRefusal = Pick<Refused, 'call' | 'at' | 'refusal'>
type Row = Omit<Refused, 'refusal'> & { readonly id: number; readonly refusal: string }
type Listener = Parameters<NoteSource['onNotes']>[0]

export type RefusedCommands = Awaited<ReturnType<typeof openRefusedCommands>>

export async function openRefusedCommands({ sql, now, log }: { readonly sql: Sql; readonly now: () => number; readonly log: Log }) {
  const listeners = new Set<Listener>()
  const newest = async () => (await sql<{ last: number }[]>`select coalesce(max(id), 0)::bigint as last from refused_command`)[0]!.last
  let last = await newest()
  let untidy = 0
  let waiting: Refused[] = []
  let next: Promise<void> | undefined
  let before: Promise<void> = Promise.resolve()

  async function write(): Promise<void> {
    next = undefined
    const rows = waiting.map(({ refusal, ...about }, place): Row => ({ ...about, id: last + 1 + place, refusal: JSON.stringify(refusal) }))
    waiting = []
    const written = rows.map(({ clientOrderId: client_order_id, isPlacing: is_placing, ...row }) => ({
      ...row,
      client_order_id,
      is_placing,
    }))
    await sql`
      insert into refused_command select * from jsonb_populate_recordset(null::refused_command, ${JSON.stringify(written)}::text::jsonb)`
    last += rows.length
    untidy += rows.length
    const notes = rows.flatMap(noteOf)
    for (const listener of listeners) listener(notes)
    if (untidy >= TIDY_EVERY) await tidy()
  }

  /** The last one stays, because the next start counts on from it. */
  async function tidy(): Promise<void> {
    untidy = 0
    await sql`
      delete from refused_command where id < ${last} and (at < ${now() - KEPT_MS} or id in (
        select id from (select id, row_number() over (partition by desk order by id desc) as place from refused_command) ranked
        where place > ${KEPT_MOST}
      ))`
  }
  await tidy()

  /** One statement after the other, each with all that waits, so that numbers are told in their order. What was refused is refused, written or not. */
  function note(refused: Refused): Promise<void> {
    waiting.push(refused)
    next ??= before = before.then(write).catch(async (error: unknown) => {
      log.error({ error }, 'Refusals could not be written down')
      last = await newest().catch(() => last)
    })
    return next
  }

  return {
    /** The answer as it was; where it is a refusal, after that is durable and told. */
    async noted<Answer>(about: About, answer: Promise<Answer | Refusal>): Promise<Answer | Refusal> {
      const decided = await answer
      if (isRefused(decided)) await note({ ...about, refusal: decided, at: now() })
      return decided
    },

    /** Of the last that would have given the name to something new. */
    async ofName(desk: DeskId, clientOrderId: string): Promise<FoundRefusal | undefined> {
      const [row] = await sql<(Omit<FoundRefusal, 'refusal'> & { readonly refusal: string })[]>`
        select call, at, refusal from refused_command
        where desk = ${desk} and client_order_id = ${clientOrderId} and is_placing and at > ${now() - KEPT_MS} order by id desc limit 1`
      return row === undefined ? undefined : { ...row, refusal: JSON.parse(row.refusal) as Refusal }
    },

    /** The markets' notes, and these in their own group. What is no longer kept is left out. */
    beside: (source: NoteSource): NoteSource => ({
      onNotes(listener) {
        const stop = source.onNotes(listener)
        listeners.add(listener)
        return () => {
          stop()
          listeners.delete(listener)
        }
      },
      async notesAfter(group, seq, audiences, channel) {
        if (group !== REFUSALS_GROUP) return source.notesAfter(group, seq, audiences, channel)
        const desks = audiences.flatMap((audience) => (audience.startsWith('desk:') ? [audience.slice('desk:'.length)] : []))
        const rows = await sql<Row[]>`
          select id, desk, at, call, channel, client_order_id as "clientOrderId", is_placing as "isPlacing", refusal
          from refused_command
          where desk = any(${desks}) and channel = ${channel} and id > ${seq} and at > ${now() - KEPT_MS} order by id limit ${KEPT_MOST}`
        return rows.flatMap(noteOf)
      },
      positions: () => new Map([...source.positions(), [REFUSALS_GROUP, last]]),
    }),

    /** When what was begun is written. */
    settled: (): Promise<void> => before,
  }
}

const isRefused = (answer: unknown): answer is Refusal => typeof answer === 'object' && answer !== null && isRefusal(answer)

const shard = { name: 'refusals', group: REFUSALS_GROUP }

function noteOf({ id, desk, channel, clientOrderId, refusal }: Row): readonly Note[] {
  if (channel === null) return []
  const { refused: error, message } = JSON.parse(refusal) as Refusal
  const data = {
    kind: 'REJECTED',
    quote: null,
    client_order_id: clientOrderId,
    error: { code: errors[error as ErrorName].code, error, message },
  }
  const audience: Audience = `desk:${desk}`
  return [{ shard, seq: id, audience, channel, event: 'REMOVED', data }]
}
