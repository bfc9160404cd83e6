/**
 * Whether the platform accepts orders. Its states follow one order, and an operator changes them, immediately or at a given time. The current state
 * depends only on the times, so that every process agrees and a restart changes nothing.
 */
import { effectOf, type Effect, type PlatformStateView } from '@parley/contracts'
import type { Sql, TransactionSql } from '../database/sql.ts'
import { appendAudit } from '../audit/append.ts'
import { commandLine, withReason, type Author } from '../audit/author.ts'
import { fault } from '../calls/fault.ts'
import type { Gate } from '../calls/route.ts'
import type { Log } from '../log/log.ts'
import type { StreamChannel } from '../calls/channel.ts'
import { openTimedView } from './timed-view.ts'

export type PlatformWord = PlatformStateView['state']
export type PlatformChange = { readonly id: number; readonly at: number; readonly state: PlatformWord }
export const platformWords: readonly PlatformWord[] = ['AVAILABLE', 'UNAVAILABLE', 'AVAILABLE_CANCEL_ONLY']

/** The only order of the states. */
export const stateAfter: Readonly<Record<PlatformWord, PlatformWord>> = {
  AVAILABLE: 'UNAVAILABLE',
  UNAVAILABLE: 'AVAILABLE_CANCEL_ONLY',
  AVAILABLE_CANCEL_ONLY: 'AVAILABLE',
}

/** Thrown if a change is not possible. The message describes which changes are. */
export class PlatformProblem extends Error {}

export interface Platform {
  state(): PlatformStateView
  /** Immediately. Drops all scheduled changes. */
  moveTo(state: PlatformWord, author?: Author): Promise<void>
  schedule(at: number, state: PlatformWord, author?: Author): Promise<PlatformChange>
  /** Scheduled changes, the next one first. */
  scheduled(): readonly PlatformChange[]
  /** Cancels this change and those after it, because they follow from it. */
  cancel(id: number, author?: Author): Promise<readonly PlatformChange[]>
  readonly gate: Gate
  readonly channel: StreamChannel
  close(): Promise<void>
}

const RETRY_MS = 5_000
const NOTICES = 'parley_platform'

export async function openPlatform({
  sql,
  now,
  log,
}: {
  readonly sql: Sql
  readonly now: () => number
  readonly log: Log
}): Promise<Platform> {
  const timed = await openTimedView({
    ...{ sql, log, notices: NOTICES, name: 'the state of the platform' },
    read: () => changesIn(sql),
    view: (changes) => viewAt(changes, now()),
  })
  const { view } = timed
  const change = async <T>(write: (tx: TransactionSql, before: readonly PlatformChange[]) => Promise<T>): Promise<T> => {
    const made = await sql.begin(async (tx) => {
      await tx`lock table platform_change in share row exclusive mode`
      const answer = await write(tx, await changesIn(tx))
      await tx`select pg_notify(${NOTICES}, '')`
      return answer
    })
    await timed.reload()
    return made
  }

  return {
    state: view,
    scheduled: () => timed.rows().filter(({ at }) => at > now()),
    moveTo: (wanted, author = commandLine) => change((tx, before) => moveTo(tx, before, wanted, { now: now(), author })),
    schedule: (at, state, author = commandLine) => change((tx, before) => schedule(tx, before, { at, state }, { now: now(), author })),
    cancel: (id, author = commandLine) => change((tx, before) => cancel(tx, before, id, { now: now(), author })),
    gate(call) {
      const { state } = view()
      if (takes(state, effectOf(call))) return undefined
      return fault('Unavailable', `The platform is ${state}: ${sentence[state]}`, { retryAfterMs: RETRY_MS })
    },
    channel: { kind: 'stream', pattern: 'platform_state', open: timed.open },
    close: timed.close,
  }
}

const changesIn = (sql: Sql | TransactionSql) => sql<PlatformChange[]>`select id::int as id, at, state from platform_change order by at, id`

const currentAt = (changes: readonly PlatformChange[], now: number): PlatformWord =>
  changes.findLast(({ at }) => at <= now)?.state ?? 'AVAILABLE'

function viewAt(changes: readonly PlatformChange[], now: number): PlatformStateView {
  const state = currentAt(changes, now)
  const next = changes.find(({ at }) => at > now)
  // Without a scheduled change it stays available. From every other state it moves on, at a time that may still be unknown.
  const follows = state === 'AVAILABLE' ? null : stateAfter[state]
  return { state, next_state: next?.state ?? follows, next_state_time: next?.at ?? 0 }
}

type By = { readonly now: number; readonly author: Author }

async function moveTo(tx: TransactionSql, before: readonly PlatformChange[], wanted: PlatformWord, { now, author }: By): Promise<void> {
  const state = currentAt(before, now)
  if (wanted === state) return
  if (wanted !== stateAfter[state]) throw new PlatformProblem(`The platform is ${state}; the next state must be ${stateAfter[state]}.`)
  await tx`delete from platform_change where at > ${now}`
  await tx`insert into platform_change (at, state, made_at) values (${now}, ${wanted}, ${now})`
  await appendAudit(tx, { at: now, actor: author.actor, action: 'SetPlatformState', object: wanted, detail: withReason(author) })
}

async function schedule(
  tx: TransactionSql,
  before: readonly PlatformChange[],
  { at, state }: Omit<PlatformChange, 'id'>,
  { now, author }: By,
): Promise<PlatformChange> {
  if (at <= now)
    throw new PlatformProblem('The time of a scheduled change must be in the future. For a change right now, use --state without --at.')
  if (before.some((one) => one.at === at)) throw new PlatformProblem('Another change is already scheduled for that time.')
  const prior = currentAt(before, at)
  if (state !== stateAfter[prior])
    throw new PlatformProblem(`At ${new Date(at).toISOString()} the platform is ${prior}; the next state must be ${stateAfter[prior]}.`)
  const later = before.find((one) => one.at > at)
  if (later !== undefined)
    throw new PlatformProblem(
      `Change ${later.id} is scheduled after that time. Cancel it first, then schedule the changes in order of time.`,
    )
  const [row] = await tx<PlatformChange[]>`
    insert into platform_change (at, state, made_at) values (${at}, ${state}, ${now}) returning id::int as id, at, state`
  const detail = withReason(author, { from: at })
  await appendAudit(tx, { at: now, actor: author.actor, action: 'SchedulePlatformState', object: state, detail })
  return row!
}

async function cancel(
  tx: TransactionSql,
  before: readonly PlatformChange[],
  id: number,
  { now, author }: By,
): Promise<readonly PlatformChange[]> {
  const found = before.find((one) => one.id === id && one.at > now)
  if (found === undefined) throw new PlatformProblem(`No change ${id} is scheduled.`)
  const dropped = before.filter(({ at }) => at >= found.at)
  await tx`delete from platform_change where at >= ${found.at}`
  await appendAudit(tx, {
    at: now,
    actor: author.actor,
    action: 'CancelPlatformState',
    object: String(id),
    detail: withReason(author, { dropped: dropped.length }),
  })
  return dropped
}

const sentence: Readonly<Record<PlatformWord, string>> = {
  AVAILABLE: 'everything is accepted.',
  UNAVAILABLE: 'nothing is created, changed or cancelled.',
  AVAILABLE_CANCEL_ONLY: 'only cancelling is accepted.',
}

export function takes(state: PlatformWord, effect: Effect | undefined): boolean {
  if (effect === undefined || effect === 'protect') return true
  switch (state) {
    case 'AVAILABLE':
      return true
    case 'UNAVAILABLE':
      return false
    case 'AVAILABLE_CANCEL_ONLY':
      return effect === 'cancel'
  }
}
