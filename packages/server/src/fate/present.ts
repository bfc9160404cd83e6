/** What became of a write, as it is told: decided by a market, answered beside the markets, or not answered yet. */
import {
  directRfqCalls,
  errors,
  grfqCalls,
  obCalls,
  protectionCalls,
  type Call,
  type ErrorName,
  type FateView,
  type FencedReportView,
} from '@parley/contracts'
import type { Refusal } from '@parley/core'
import { DONE_IN_PART } from '../http/idempotency.ts'
import type { ToldAnswer, UnderWay } from '../http/keyed-writes.ts'
import { groupOf } from '../market/shards.ts'
import type { Remembered } from './store.ts'
import type { FoundRefusal } from '../market/refused-commands.ts'

/** A scope is the desk, and the call with its path. */
const callOf = (scope: string): string => scope.slice(scope.indexOf(' ') + 1)

export function presentDecided({ shard, scope, at, lastSeq, refusal }: Remembered, body: unknown): FateView {
  const error = refusal === null ? null : errorOf(refusal)
  return {
    state: error === null ? 'DONE' : 'REFUSED',
    call: callOf(scope),
    decided_at: at,
    seq_group: groupOf(shard) ?? null,
    seq_num: lastSeq,
    status: error === null ? statusOf(callOf(scope)) : errors[error.error as ErrorName].status,
    body,
    error,
  }
}

/** As it was answered; numbered where one decision of one shard is behind it. */
export function presentTold({ scope, at, status, answer }: ToldAnswer, rows: readonly Remembered[]): FateView {
  const [decision, ...more] = rows.filter((row) => row.scope === scope)
  const numbered = decision === undefined || more.length > 0 ? undefined : decision
  return {
    state: 'refusal' in answer ? 'REFUSED' : 'DONE',
    call: callOf(scope),
    decided_at: at,
    seq_group: numbered === undefined ? null : (groupOf(numbered.shard) ?? null),
    seq_num: numbered?.lastSeq ?? null,
    status,
    body: 'refusal' in answer ? null : (answer.body ?? null),
    error: 'refusal' in answer ? errorOf(answer.refusal) : null,
  }
}

const ofSeveral = (scope: string, at: number) => ({ call: callOf(scope), decided_at: at, seq_group: null, seq_num: null })

/** Of several markets some have decided. */
export const presentPartly = (scope: string, at: number, body: FencedReportView): FateView => ({
  ...ofSeveral(scope, at),
  ...{ state: 'PARTLY', status: DONE_IN_PART, body, error: null },
})

/** Every market has decided, and nobody was answered. */
export function presentWhole(scope: string, at: number, outcome: FencedReportView | Refusal): FateView {
  const common = ofSeveral(scope, at)
  if ('refused' in outcome) {
    const error = errorOf(outcome)
    return { ...common, state: 'REFUSED', status: errors[error.error as ErrorName].status, body: null, error }
  }
  const status = statusOf(callOf(scope))
  return { ...common, state: 'DONE', status, body: status === 204 ? null : outcome, error: null }
}

export const presentPending = ({ scope, since }: UnderWay): FateView => ({
  state: 'PENDING',
  call: callOf(scope),
  decided_at: since,
  seq_group: null,
  seq_num: null,
  status: null,
  body: null,
  error: null,
})

/** By its name alone: no market has a number for what it did not take. */
export const presentRefused = ({ call, at, refusal }: FoundRefusal): FateView => ({
  state: 'REFUSED',
  call,
  decided_at: at,
  seq_group: null,
  seq_num: null,
  status: errors[refusal.refused as ErrorName].status,
  body: null,
  error: errorOf(refusal),
})

export const errorOf = ({ refused, message, rule }: Refusal) => ({
  code: errors[refused as ErrorName].code,
  error: refused,
  message,
  rule: rule === '' ? null : rule,
})

const calls: readonly Call[] = [directRfqCalls, obCalls, grfqCalls, protectionCalls].flatMap(
  (group) => Object.values(group) as readonly Call[],
)

/** The status of success of the call, which the scope of the key names by its method and path. */
function statusOf(called: string): number {
  const [method, path = ''] = called.split(' ')
  const isIt = (call: Call) => call.method === method && new RegExp(`^${call.path.replaceAll(/\{\w+\}/g, '[^/]+')}$`).test(`${path}/`)
  return calls.find(isIt)?.status ?? 200
}
