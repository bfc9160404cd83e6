/**
 * Commands that were refused, in a group of their own beside the markets': no journal holds what has not happened, and who listens
 * for refusals resumes all the same (rulebook 9.8). They are found by the client order id too (docs/decisions/0052).
 */
import { errors, type ErrorName } from '@parley/contracts'
import { isRefusal, SHARDS_MOST, type DeskId, type Instant, type Refusal } from '@parley/core'
import type { Audience, Notification, NotificationSource } from '../engine/engine.ts'
import { NotificationNumbers, numberBefore } from '../engine/notification-numbers.ts'
import type { Log } from '../log/log.ts'
import type { Sql } from '../database/sql.ts'

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
  /** Its notifications are on it; without one it is only found by its name. */
  readonly channel: string | null
}
type Refused = About & { readonly refusal: Refusal; readonly at: number }
export type FoundRefusal = Pick<Refused, 'call' | 'at' | 'refusal'>
type Row = Omit<Refused, 'refusal'> & { readonly id: number; readonly seq: number; readonly refusal: string }
type Listener = Parameters<NotificationSource['onNotifications']>[0]

type RefusalNeeds = { readonly sql: Sql; readonly now: () => number; readonly log: Log }

export async function openRefusedCommands(needs: RefusalNeeds): Promise<RefusedCommands> {
  const refused = new RefusedCommands(needs, await newestOf(needs.sql))
  await refused.tidy()
  return refused
}

/** Its number among all, and the highest number that a reader has had. */
type Newest = { readonly id: number; readonly seq: number }

const newestOf = async (sql: Sql): Promise<Newest> =>
  (await sql<Newest[]>`select coalesce(max(id), 0)::bigint as id, coalesce(max(seq), 0)::bigint as seq from refused_command`)[0]!

export class RefusedCommands implements NotificationSource {
  readonly #needs: RefusalNeeds
  readonly #listeners = new Set<Listener>()
  #last: number
  #numbers: NotificationNumbers
  #at = 0
  readonly #startedAfter: number
  #untidy = 0
  #waiting: Refused[] = []
  #next: Promise<void> | undefined
  #before: Promise<void> = Promise.resolve()

  constructor(needs: RefusalNeeds, { id, seq }: Newest) {
    this.#needs = needs
    this.#last = id
    this.#startedAfter = Math.max(seq, numberBefore(needs.now()))
    this.#numbers = new NotificationNumbers(this.#startedAfter)
  }

  /** The answer as it was; where it is a refusal, after that is durable and published. */
  async noted<Answer>(about: About, answer: Promise<Answer | Refusal>): Promise<Answer | Refusal> {
    const decided = await answer
    if (isRefused(decided)) await this.#keep({ ...about, refusal: decided, at: this.#needs.now() })
    return decided
  }

  /** Of the last that would have given the name to something new. */
  async ofName(desk: DeskId, clientOrderId: string): Promise<FoundRefusal | undefined> {
    const { sql, now } = this.#needs
    const [row] = await sql<(Omit<FoundRefusal, 'refusal'> & { readonly refusal: string })[]>`
      select call, at, refusal from refused_command
      where desk = ${desk} and client_order_id = ${clientOrderId} and is_placing and at > ${now() - KEPT_MS} order by id desc limit 1`
    return row === undefined ? undefined : { ...row, refusal: JSON.parse(row.refusal) as Refusal }
  }

  onNotifications(listener: Listener): () => void {
    this.#listeners.add(listener)
    return () => void this.#listeners.delete(listener)
  }

  positions(): ReadonlyMap<number, number> {
    return new Map([[REFUSALS_GROUP, this.#last]])
  }

  startedAfter(): ReadonlyMap<number, number> {
    return new Map([[REFUSALS_GROUP, this.#startedAfter]])
  }

  /** Those that are no longer kept are left out. */
  async notificationsAfter(_group: number, seq: number, audiences: readonly Audience[], channel: string): Promise<readonly Notification[]> {
    const { sql, now } = this.#needs
    const desks = audiences.flatMap((audience) => (audience.startsWith('desk:') ? [audience.slice('desk:'.length)] : []))
    const rows = await sql<Row[]>`
      select id, seq, desk, at, call, channel, client_order_id as "clientOrderId", is_placing as "isPlacing", refusal
      from refused_command
      where desk = any(${desks}) and channel = ${channel} and seq > ${seq} and at > ${now() - KEPT_MS} order by id limit ${KEPT_MOST}`
    return rows.flatMap(notificationOf)
  }

  /** When what was begun is written. */
  settled(): Promise<void> {
    return this.#before
  }

  /** The last one stays, because the next start counts on from it. */
  async tidy(): Promise<void> {
    const { sql, now } = this.#needs
    this.#untidy = 0
    await sql`
      delete from refused_command where id < ${this.#last} and (at < ${now() - KEPT_MS} or id in (
        select id from (select id, row_number() over (partition by desk order by id desc) as place from refused_command) ranked
        where place > ${KEPT_MOST}
      ))`
  }

  /**
   * One statement after the other, each with all that waits, so that numbers are published in their order. A refused command is refused,
   * written or not.
   */
  #keep(refused: Refused): Promise<void> {
    this.#waiting.push(refused)
    const failed = async (error: unknown): Promise<void> => {
      this.#needs.log.error({ error }, 'Refusals could not be written down')
      const newest = await newestOf(this.#needs.sql).catch(() => undefined)
      if (newest === undefined) return
      this.#last = newest.id
      this.#numbers = new NotificationNumbers(Math.max(this.#startedAfter, newest.seq))
      this.#at = 0
    }
    this.#next ??= this.#before = this.#before.then(() => this.#write()).catch(failed)
    return this.#next
  }

  async #write(): Promise<void> {
    this.#next = undefined
    const rows = this.#waiting.map(
      ({ refusal, ...about }, place): Row => ({
        ...about,
        ...{ id: this.#last + 1 + place, seq: this.#numberOf(about), refusal: JSON.stringify(refusal) },
      }),
    )
    this.#waiting = []
    const written = rows.map(({ clientOrderId: client_order_id, isPlacing: is_placing, ...row }) => ({
      ...row,
      client_order_id,
      is_placing,
    }))
    await this.#needs.sql`
      insert into refused_command select * from jsonb_populate_recordset(null::refused_command, ${JSON.stringify(written)}::text::jsonb)`
    this.#last += rows.length
    this.#untidy += rows.length
    const notifications = rows.flatMap(notificationOf)
    for (const listener of this.#listeners) listener(notifications)
    if (this.#untidy >= TIDY_EVERY) await this.tidy()
  }

  /** The desk counts its own, whatever others are refused: no fence is in this group, so one that has used up a millisecond goes on alone. */
  #numberOf({ desk, at }: Pick<Refused, 'desk' | 'at'>): number {
    const audience: Audience = `desk:${desk}`
    this.#at = Math.max(this.#at, at)
    return this.#numbers.of(this.#at as Instant, [audience])(audience)
  }
}

const isRefused = (answer: unknown): answer is Refusal => typeof answer === 'object' && answer !== null && isRefusal(answer)

const shard = { name: 'refusals', group: REFUSALS_GROUP }

function notificationOf({ id, seq, desk, channel, clientOrderId, refusal }: Row): readonly Notification[] {
  if (channel === null) return []
  const { refused: error, message } = JSON.parse(refusal) as Refusal
  const data = {
    kind: 'REJECTED',
    quote: null,
    client_order_id: clientOrderId,
    error: { code: errors[error as ErrorName].code, error, message },
  }
  const audience: Audience = `desk:${desk}`
  return [{ shard, decision: id, seq, audience, channel, event: 'REMOVED', data }]
}
