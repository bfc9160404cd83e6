/**
 * The record of refused commands, because a journal contains only executed ones. It has two uses: clients find and resume refusals by channel and
 * client order ID (rulebook 9.8, docs/decisions/0052), and the history of a desk lists its refused orders (rulebook 8.17).
 */
import type { DeskId, Instant, Refusal } from '@parley/core'
import type { Sql, SqlTag } from '../database/sql.ts'
import type { Audience, NotificationSource } from '../engine/engine.ts'
import { NotificationNumbers, numberBefore } from '../engine/notification-numbers.ts'
import type { Log } from '../log/log.ts'
import { createFoundRefusals, found, notificationOf, REFUSALS_GROUP, type FoundRefusal, type PublishedRefusal } from './found-refusals.ts'
import type { RefusedTerms } from './refused-order.ts'

/** How long the history of a desk lists a refused order, and how many. */
export const history = { keptMs: 30 * 24 * 3_600_000, keptMost: 1_000 } as const
const PRUNE_EVERY = 200
/** Refusals that wait for a slow database. Beyond this, those that only the history lists are dropped. */
const WAITING_MOST = 10_000

export type RefusedCommand = {
  readonly desk: DeskId
  readonly sender: string | undefined
  /** `POST /v1/ob/rfqs/65/quotes`. */
  readonly call: string
  /** Null if the client order ID does not find it. */
  readonly clientOrderId: string | null
  /** Whether the client order ID would have belonged to a new order. */
  readonly isPlacing: boolean
  /** The channel that publishes it, if any. */
  readonly channel: string | null
  /** The order for the history; undefined if the command has no order that its desk may read. */
  readonly terms: RefusedTerms | undefined
  readonly refusal: Refusal
}
type Waiting = RefusedCommand & {
  readonly at: number
  /** Its number in the history of the desk. */
  readonly number?: number
}
type Row = Omit<Waiting, 'refusal'> & PublishedRefusal

type Listener = Parameters<NotificationSource['onNotifications']>[0]

type RefusalNeeds = {
  readonly sql: Sql
  /** Whether other processes keep refusals in the same table. Each then publishes those of all. */
  readonly keeps?: 'ALONE' | 'WITH_OTHERS'
  readonly now: () => number
  readonly log: Log
}

/** Tells the other processes that there are new records. */
const CHANNEL = 'parley_refused'

export async function openRefusedCommands(needs: RefusalNeeds): Promise<RefusedCommands> {
  const refused = new RefusedCommands(needs, await newestOf(needs.sql))
  await refused.prune()
  if (needs.keeps === 'WITH_OTHERS') await refused.listen()
  return refused
}

/** The last number among all records, and the highest number that a desk has for one. */
type Newest = { readonly id: number; readonly seq: number }

const newestOf = async (sql: SqlTag): Promise<Newest> =>
  (await sql<Newest[]>`select coalesce(max(id), 0)::bigint as id, coalesce(max(seq), 0)::bigint as seq from refused_command`)[0]!

export class RefusedCommands implements NotificationSource {
  readonly #needs: RefusalNeeds
  readonly #listeners = new Set<Listener>()
  readonly #startedAfter: number
  #last: number
  #numbers: NotificationNumbers
  #at = 0
  #pendingPrune = 0
  #waiting: Waiting[] = []
  #next: Promise<void> | undefined
  #before: Promise<void> = Promise.resolve()
  #reading: Promise<void> = Promise.resolve()
  #listening: { unlisten(): Promise<void> } | undefined

  constructor(needs: RefusalNeeds, { id, seq }: Newest) {
    this.#needs = needs
    this.#last = id
    this.#startedAfter = Math.max(seq, numberBefore(needs.now()))
    this.#numbers = new NotificationNumbers(this.#startedAfter)
  }

  /**
   * Resolves when the refusal is durable and published, or could not be written: the command is refused either way. Each statement writes everything
   * that waits, and the next one follows it, so that numbers are published in order.
   */
  keep(refused: RefusedCommand): Promise<void> {
    if (!isFound(refused) && this.#waiting.length >= WAITING_MOST) return this.#before
    this.#waiting.push({ ...refused, at: this.#needs.now() })
    this.#next ??= this.#before = this.#before.then(() => this.#write()).catch((error: unknown) => this.#readBack(error))
    return this.#next
  }

  ofName(desk: DeskId, clientOrderId: string): Promise<FoundRefusal | undefined> {
    return createFoundRefusals(this.#needs).ofName(desk, clientOrderId)
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

  notificationsAfter(_group: number, ...wanted: readonly [seq: number, audiences: readonly Audience[], channel: string]) {
    return createFoundRefusals(this.#needs).after(...wanted)
  }

  /** Publishes what other processes keep. */
  async listen(): Promise<void> {
    this.#listening = await this.#needs.sql.listen(CHANNEL, () => void this.#publishNew())
  }

  /** Resolves when everything that was kept so far is written. */
  async close(): Promise<void> {
    await this.#before
    await this.#listening?.unlisten()
    await this.#reading
  }

  /** Deletes records that are no longer needed. The newest record stays, because the next start continues its numbers. */
  async prune(): Promise<void> {
    const { sql, now } = this.#needs
    this.#pendingPrune = 0
    await sql`
      delete from refused_command where id < ${this.#last} and id not in (
        select id from (
          select id, at, number is not null as is_listed, channel is not null or client_order_id is not null as is_found,
            count(*) filter (where number is not null) over newest as listed,
            count(*) filter (where channel is not null or client_order_id is not null) over newest as found
          from refused_command window newest as (partition by desk order by id desc)
        ) ranked
        where (is_found and at >= ${now() - found.keptMs} and found <= ${found.keptMost})
          or (is_listed and at >= ${now() - history.keptMs} and listed <= ${history.keptMost})
      )`
  }

  async #readBack(error: unknown): Promise<void> {
    this.#needs.log.error({ error }, 'Could not store rejected commands')
    const newest = await newestOf(this.#needs.sql).catch(() => undefined)
    if (newest === undefined) return
    if (this.#needs.keeps === 'WITH_OTHERS') return
    this.#last = newest.id
    this.#startNumbers(newest)
  }

  async #write(): Promise<void> {
    this.#next = undefined
    const waiting = this.#waiting
    this.#waiting = []
    if (this.#needs.keeps === 'WITH_OTHERS') await this.#writeNextToOthers(waiting)
    else {
      const rows = await this.#insert(this.#needs.sql, waiting, this.#last)
      this.#last += rows.length
      this.#publish(rows)
    }
    this.#pendingPrune += waiting.length
    if (this.#pendingPrune >= PRUNE_EVERY) await this.prune()
  }

  /** One process writes at a time, so that the numbers of each desk increase in the order of the records. */
  async #writeNextToOthers(waiting: readonly Waiting[]): Promise<void> {
    await this.#needs.sql.begin(async (tx) => {
      await tx`lock table refused_command in share row exclusive mode`
      const newest = await newestOf(tx)
      this.#startNumbers(newest)
      await this.#insert(tx, waiting, newest.id)
      await tx`select pg_notify(${CHANNEL}, '')`
    })
    await this.#publishNew()
  }

  /** One after another, so that every record is published once and in order. */
  #publishNew(): Promise<void> {
    const { sql, log } = this.#needs
    this.#reading = this.#reading.then(async () => {
      const rows = await sql<PublishedRefusal[]>`
        select id, seq, desk, channel, client_order_id as "clientOrderId", refusal from refused_command where id > ${this.#last} order by id`
      this.#last = rows.at(-1)?.id ?? this.#last
      this.#publish(rows)
    })
    this.#reading = this.#reading.catch((error: unknown) => log.error({ error }, 'Could not read the rejected commands of other processes'))
    return this.#reading
  }

  #publish(rows: readonly PublishedRefusal[]): void {
    const notifications = rows.flatMap(notificationOf)
    for (const listener of this.#listeners) listener(notifications)
  }

  async #insert(sql: SqlTag, waiting: readonly Waiting[], last: number): Promise<readonly Row[]> {
    const listed = waiting.some(({ terms }) => terms !== undefined) ? await numbered(sql, waiting) : waiting
    const rows = listed.map((refused, place): Row => {
      const { refusal, ...about } = refused
      const seq = isFound(refused) ? this.#numberOf(refused) : null
      return { ...about, id: last + 1 + place, seq, refusal: JSON.stringify(refusal) }
    })
    await sql`
      insert into refused_command select * from jsonb_populate_recordset(null::refused_command, ${JSON.stringify(rows.map(columnsOf))}::text::jsonb)`
    return rows
  }

  #startNumbers({ seq }: Newest): void {
    this.#numbers = new NotificationNumbers(Math.max(this.#startedAfter, seq))
    this.#at = 0
  }

  /**
   * Each desk has its own count, independent of refusals of others. No fence is in this group, so the count of a desk that has used up a millisecond
   * simply continues.
   */
  #numberOf({ desk, at }: Pick<Waiting, 'desk' | 'at'>): number {
    const audience: Audience = `desk:${desk}`
    this.#at = Math.max(this.#at, at)
    return this.#numbers.of(this.#at as Instant, [audience])(audience)
  }
}

/** Numbers the orders in the histories. A request that is sent again under its key is listed once. Records that no reader would find are omitted. */
async function numbered(sql: SqlTag, waiting: readonly Waiting[]): Promise<readonly Waiting[]> {
  const requests = waiting.flatMap(({ terms }) => requestOf(terms) ?? [])
  const known = await sql<{ request: string }[]>`select request from refused_command where request = any(${requests})`
  const last = await sql<{ desk: DeskId; number: number }[]>`
    select desk, max(number)::float8 as number from refused_command where number is not null and desk = any(${waiting.map(({ desk }) => desk)}) group by desk`
  const seen = new Set(known.map(({ request }) => request))
  const counts = new Map(last.map(({ desk, number }) => [desk, number]))
  return waiting.flatMap((refused): readonly Waiting[] => {
    const { desk, terms } = refused
    const request = requestOf(terms)
    const isListed = terms !== undefined && (request === undefined || !seen.has(request))
    if (!isListed) return isFound(refused) ? [{ ...refused, terms: undefined }] : []
    if (request !== undefined) seen.add(request)
    const number = (counts.get(desk) ?? 0) + 1
    counts.set(desk, number)
    return [{ ...refused, number }]
  })
}

const isFound = ({ channel, clientOrderId }: Pick<RefusedCommand, 'channel' | 'clientOrderId'>): boolean =>
  channel !== null || clientOrderId !== null

const requestOf = (terms: RefusedTerms | undefined): string | undefined => {
  const { idempotency, side } = terms ?? {}
  return idempotency === undefined ? undefined : `${idempotency.scope} ${idempotency.key} ${idempotency.requestHash} ${side}`
}

function columnsOf({ terms, clientOrderId: client_order_id, isPlacing: is_placing, ...row }: Row): object {
  const found = { ...row, client_order_id, is_placing }
  if (terms === undefined) return found
  const { rfq, orderId: order_id, kind, side, price, quantity } = terms
  return { ...found, audience: rfq.audience, rfq: rfq.id, order_id, kind, side, price, quantity, request: requestOf(terms) }
}
