/**
 * Everything that is sent to the venue for a desk is recorded in the desk's audit log before it is sent, and again with its outcome (rulebook 18.6).
 */
import { EXIT_PREFIX, type DeskId, type UserId } from '@parley/core'
import type { VenueAnswer } from '@parley/venues'
import type { AccountWatch, UsedAccount, UseOutcome } from '../accounts/venue-health/account-watch.ts'
import { appendAudit, type Change } from '../audit/append.ts'
import type { Sql } from '../database/sql.ts'
import type { Log } from '../log/log.ts'
import { perpetualLimits as limits } from './limits.ts'

export type Audited = {
  /** Runs the work between the two rows. */
  around<Value>(change: Change, work: () => Promise<VenueAnswer<Value>>): Promise<VenueAnswer<Value>>
  /** Returns the client ids whose orders the user or key may have placed, whatever else was rejected. */
  askedBy(desk: DeskId, user: UserId, clientIds: readonly string[]): Promise<ReadonlySet<string>>
  /** Oldest first: requests of a server that stopped before it learned the outcome, and orders whose outcome could not be determined. */
  begun(): Promise<readonly Begun[]>
  /** The outcome that a later server has found. */
  found(begun: Begun, outcome: FoundOutcome): Promise<void>
  ownersSinceRecall(): Promise<readonly OrderOwner[]>
  /** Desks that have placed exits. */
  desksWithExits(): Promise<readonly DeskId[]>
  /** Whether the desk has set the margin of the market through Parley. */
  hasChosenMargin(desk: DeskId, market: string): Promise<boolean>
}

export const PLACE = 'PlacePerpetualOrder'
export const AMEND = 'AmendPerpetualOrder'
export const CANCEL = 'CancelPerpetualOrder'
export const CANCEL_ALL = 'CancelPerpetualOrders'
export const SET_MARGIN = 'SetPerpetualMargin'
const ACTIONS = [PLACE, AMEND, CANCEL, CANCEL_ALL, SET_MARGIN] as const

/** A request without an outcome in the log. */
export type Begun = Change & {
  readonly desk: DeskId
  readonly action: (typeof ACTIONS)[number]
  readonly detail: NonNullable<Change['detail']>
}

/** A user who has placed orders at the venue since their orders there were last cancelled. */
export type OrderOwner = { readonly desk: DeskId; readonly user: UserId }

export type FoundOutcome = { readonly outcome: 'DONE' | 'NEVER_ARRIVED' | 'UNKNOWN'; readonly says?: string }

type AuditedParts = {
  readonly sql: Sql
  readonly now: () => number
  readonly log: Log
  /** The health of the account is updated with each response (rulebook 2.24). */
  readonly used: AccountWatch['used']
}

export function createAudited({ sql, now, log, used }: AuditedParts): Audited {
  const write = (change: Change): Promise<void> => appendAudit(sql, change)
  return {
    async around(change, work) {
      await write({ ...change, detail: { ...change.detail, outcome: 'SENT' } })
      const leftAt = now()
      const answer = await work()
      const outcome = outcomeOf(answer, { at: now(), tookMs: now() - leftAt })
      if (outcome !== undefined) used(accountIn(change), outcome)
      const said = answer.outcome === 'DONE' ? {} : { says: answer.message }
      // An executed request stays executed, whether or not it could be recorded.
      await write({ ...change, at: now(), detail: { ...change.detail, ...said, outcome: answer.outcome } }).catch((error: unknown) =>
        log.error({ error, desk: change.desk, object: change.object }, 'Could not write the outcome of an order to the audit log'),
      )
      return answer
    },

    async askedBy(desk, user, clientIds) {
      if (clientIds.length === 0) return new Set()
      // The venue rejects a repeated client id. The order that was placed with it before is not affected.
      const rows = await sql<{ object: string }[]>`
        select object from audit
        where desk = ${desk} and actor = ${user} and action = ${PLACE} and object = any(${[...clientIds]})
        group by object having ${isNotAllRejected(sql)}`
      return new Set(rows.map(({ object }) => object))
    },

    begun: () => begunIn(sql, now()),
    found: (begun, { outcome, says }) =>
      write({ ...begun, at: now(), detail: { ...begun.detail, ...(says === undefined ? {} : { says }), outcome, found: 'AT_A_START' } }),
    ownersSinceRecall: () => ownersIn(sql),
    async desksWithExits() {
      const rows = await sql<{ desk: DeskId }[]>`
        select distinct desk from audit where action = ${PLACE} and object like ${`${EXIT_PREFIX}%`} and desk is not null`
      return rows.map(({ desk }) => desk)
    },
    async hasChosenMargin(desk, market) {
      const [row] = await sql<{ found: boolean }[]>`
        select exists (
          select from audit where desk = ${desk} and action = ${SET_MARGIN} and object = ${market} and detail ->> 'outcome' = 'DONE') as found`
      return row?.found === true
    },
  }
}

const accountIn = ({ desk, detail }: Change): UsedAccount => ({
  ...{ venue: 'PRDX', desk: desk as DeskId },
  account: String(detail?.['account']),
})

/** A missing response reveals nothing about the account. */
function outcomeOf(answer: VenueAnswer<unknown>, { at, tookMs }: { readonly at: number; readonly tookMs: number }): UseOutcome | undefined {
  switch (answer.outcome) {
    case 'DONE':
      return { kind: 'SUCCESS', at, tookMs }
    case 'REJECTED':
      return { kind: 'REFUSAL', at, code: answer.code, words: answer.message }
    case 'UNKNOWN':
      return undefined
  }
}

/** More requests were sent than rejected, so at least one was executed or has no known outcome. */
const isNotAllRejected = (sql: Sql) =>
  sql`count(*) filter (where detail ->> 'outcome' = 'SENT') > count(*) filter (where detail ->> 'outcome' = 'REJECTED')`

/**
 * A repeated request is one request, and its last row counts. For orders, a rejected repetition does not count: all rows since the last one with
 * which the order was found or placed are compared.
 */
async function begunIn(sql: Sql, now: number): Promise<readonly Begun[]> {
  const rows = await sql<Begun[]>`
    with sent as (select * from audit where action = any(${[...ACTIONS]}) and at > ${now - limits.unfinishedMs}),
      latest as (
        select distinct on (desk, actor, action, object) id from sent where action <> ${PLACE}
        order by desk, actor, action, object, id desc),
      resolved as (
        select desk, actor, object, max(id) as last from sent
        where action = ${PLACE} and (detail ->> 'outcome' = 'DONE' or detail ? 'found') group by desk, actor, object),
      open as (
        select desk, actor, object, max(id) filter (where detail ->> 'outcome' <> 'REJECTED') as id from sent
        where action = ${PLACE} and not exists (
          select from resolved r where r.desk = sent.desk and r.actor = sent.actor and r.object = sent.object and r.last >= sent.id)
        group by desk, actor, object having ${isNotAllRejected(sql)})
    select at, desk, actor, action, object, address, request_id as "requestId", detail - 'outcome' - 'says' - 'found' as detail
    from sent
    where id in (select id from open) or (id in (select id from latest) and detail ->> 'outcome' = 'SENT')
    order by id limit ${limits.unfinished}`
  return rows.map(({ address, requestId, ...row }) => ({ ...row, address: address ?? undefined, requestId: requestId ?? undefined }))
}

/** A cancellation for a whole desk is recorded for the desk, and one for a user for that user. */
const ownersIn = (sql: Sql): Promise<readonly OrderOwner[]> =>
  sql<OrderOwner[]>`
    with placed as (select desk, actor, max(id) as last from audit where action = ${PLACE} group by desk, actor),
      recalled as (
        select desk, actor, max(id) as last from audit
        where action = ${CANCEL_ALL} and detail ->> 'outcome' = 'DONE' and (object = actor or (object = 'all' and actor = desk))
        group by desk, actor)
    select desk, actor as "user" from placed
    where not exists (
      select from recalled
      where recalled.desk = placed.desk and recalled.actor in (placed.actor, placed.desk) and recalled.last > placed.last)`
