/**
 * Requests of the operator's command line to the running product. The command line owns no shard, so it stores a row and sends a notification. The
 * owner of the shards executes it and writes the answer. A row without an answer is executed at the next start, before any other command.
 */
import type { Canceler, DeskId, RfqId, TradeId, UserId } from '@parley/core'
import { isRefusal, OPERATOR } from '@parley/core'
import type { FencedReportView } from '@parley/contracts'
import type { Sql } from '../database/sql.ts'
import { appendAudit } from '../audit/append.ts'
import { commandLine, withReason, type Author } from '../audit/author.ts'
import type { Idempotency } from '../engine/engine.ts'
import { EngineUnavailable } from '../engine/engine-unavailable.ts'
import type { Log } from '../log/log.ts'
import type { MarketEngine } from '../shards/market-engine.ts'
import type { ReportCanceled } from '../shards/broadcast.ts'
import type { ProtectionService } from './service.ts'

export type OperatorRequest = {
  readonly kind: 'StopTrading' | 'AllowTrading'
  readonly desk: DeskId
  readonly user?: UserId
  readonly why?: string
}

/** Ends a dispute about a trade that both desks book (rulebook 16.7). */
export type DisputeRequest = {
  readonly kind: 'SettleDispute'
  readonly shard: string
  readonly rfq: RfqId
  readonly trade: TradeId
  readonly as: 'FILLED' | 'REJECTED'
  readonly why: string
  readonly desk: DeskId
  readonly otherDesk: DeskId
}

/** The text of a refusal, or nothing if it was done. */
export type DisputeAnswer = { readonly refusal?: string }

const ASKED = 'parley_operator_asked'
const AGAIN_MS = 1_000
const WAIT_MS = 5_000
const LOOK_MS = 100

type Row = { readonly id: number; readonly request: OperatorRequest | DisputeRequest }
type Serving = {
  readonly sql: Sql
  readonly engine: Pick<MarketEngine, 'submit'>
  readonly service: ProtectionService
  readonly report: ReportCanceled
  readonly now: () => number
  readonly log: Log
}

/** Resolves when all earlier requests are done. */
export async function serveOperatorRequests({ sql, engine, service, report, now, log }: Serving): Promise<{ close(): Promise<void> }> {
  let isClosed = false
  let later: ReturnType<typeof setTimeout> | undefined
  /** An unavailable shard executes a request once it is back. The other shards do not execute it twice. */
  const carryOut = async ({ id, request }: Row): Promise<FencedReportView | DisputeAnswer | undefined> => {
    const given = { idempotency: { scope: `${request.desk} operator`, key: `request ${id}`, requestHash: '' } }
    if (request.kind === 'SettleDispute') return settle(request, given.idempotency)
    const { kind, desk, user, why } = request
    const covered =
      kind === 'StopTrading'
        ? await service.stop(desk, user, OPERATOR, why, { ...given, canceler: cancelerOf(id, request) })
        : await service.allow(desk, user, OPERATOR, given)
    if (isRefusal(covered)) throw new Error(`an operator request was rejected: ${covered.message}`)
    return covered.unreached.length === 0 ? report(covered) : undefined
  }
  const settle = async ({ shard, rfq, trade, as, why }: DisputeRequest, idempotency: Idempotency): Promise<DisputeAnswer> => {
    const decided = await engine.submit(shard, { kind: 'SettleDispute', id: rfq, tradeId: trade, as, reason: why }, idempotency)
    return isRefusal(decided) ? { refusal: decided.message } : {}
  }
  const drain = async (): Promise<void> => {
    const rows = await sql<Row[]>`select id::int as id, request from operator_request where done_at is null order by id`
    /** Desks with an unfinished request. Their later requests must wait for it. */
    const waiting = new Set<DeskId>()
    for (const row of rows) {
      const { desk } = row.request
      if (isClosed || waiting.has(desk)) continue
      const answer = await carryOut(row).catch(complain)
      if (answer === undefined) waiting.add(desk)
      else await sql`update operator_request set done_at = ${now()}, answer = ${JSON.stringify(answer)}::text::jsonb where id = ${row.id}`
    }
    if (waiting.size > 0) again()
  }
  /** An unavailable market logs that itself. */
  const complain = (error: unknown): undefined => {
    if (error instanceof EngineUnavailable) return
    log.error({ error }, 'Could not execute an operator request; trying again')
  }
  /** One after another, and for a desk in the order of the requests, because a stop and the end of the stop must not change places. */
  let work: Promise<void> = Promise.resolve()
  const ring = () => {
    work = work.then(drain).catch((error: unknown) => {
      log.error({ error }, 'Could not read or store operator requests; trying again')
      again()
    })
  }
  const again = () => {
    clearTimeout(later)
    if (!isClosed) later = setTimeout(ring, AGAIN_MS)
  }
  const listening = await sql.listen(ASKED, ring)
  ring()
  await work
  return {
    async close() {
      isClosed = true
      clearTimeout(later)
      await listening.unlisten()
      await work
    },
  }
}

/** A desk sees what the operator cancelled next to its orders and in its log, as it does for its own users (rulebook 8.14, 8.15). */
const cancelerOf = (id: number, { desk, user }: OperatorRequest): Canceler => ({
  desk,
  user: OPERATOR as UserId,
  name: OPERATOR,
  asked: { id: `operator request ${id}`, actor: OPERATOR, object: user ?? desk },
})

type Asking = { readonly now: number; readonly author?: Author | undefined }

/** Called by the operator's commands. Undefined if there is no answer within five seconds: the request is kept and executed at the next start. */
export async function askProduct(
  sql: Sql,
  request: OperatorRequest,
  { now, author = commandLine }: Asking,
): Promise<FencedReportView | undefined> {
  const { kind, desk, user, why } = request
  const detail = withReason(author, why === undefined ? {} : { why })
  const entry = { at: now, desk, actor: author.actor, action: kind, object: user ?? desk, detail }
  return (await askFor(sql, request, [entry], now)) as FencedReportView | undefined
}

/** The same for a dispute, which both desks have in their logs. */
export async function askToSettle(
  sql: Sql,
  request: DisputeRequest,
  { now, author = commandLine }: Asking,
): Promise<DisputeAnswer | undefined> {
  const { desk, otherDesk, trade, as, why } = request
  const entries = [desk, otherDesk].map((of) => ({
    ...{ at: now, desk: of, actor: author.actor, action: request.kind, object: trade },
    detail: { as, why },
  }))
  return (await askFor(sql, request, entries, now)) as DisputeAnswer | undefined
}

type AuditEntry = Parameters<typeof appendAudit>[1]

async function askFor(sql: Sql, request: Row['request'], entries: readonly AuditEntry[], now: number): Promise<object | undefined> {
  const id = await sql.begin(async (tx) => {
    const [row] = await tx<{ id: number }[]>`
      insert into operator_request (at, request) values (${now}, ${JSON.stringify(request)}::text::jsonb) returning id::int as id`
    for (const entry of entries) await appendAudit(tx, entry)
    await tx`select pg_notify(${ASKED}, '')`
    return row!.id
  })
  for (let waited = 0; waited < WAIT_MS; waited += LOOK_MS) {
    const [row] = await sql<{ answer: object | null }[]>`select answer from operator_request where id = ${id}`
    if (row?.answer !== null && row !== undefined) return row.answer
    await new Promise((resolve) => setTimeout(resolve, LOOK_MS))
  }
  return undefined
}
