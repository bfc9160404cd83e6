/** The outcome of a write in presented form: decided by a market, answered without one, or not answered yet. */
import * as contracts from '@parley/contracts'
import { errors, type Call, type ErrorName, type FencedReportView, type OutcomeView } from '@parley/contracts'
import type { Refusal } from '@parley/core'
import { DONE_IN_PART } from '../../calls/route.ts'
import { lastNumberAt } from '../../engine/notification-numbers.ts'
import { callIn } from './request-key.ts'
import type { UnderWay } from './repeated-requests.ts'
import { refusalIn, type RequestRow } from './request-store.ts'
import { groupOf } from '../../shards/shards.ts'
import type { FoundRefusal } from '../../rfq/found-refusals.ts'

/** Answered, or decided without a response. Its status is then that of the call. */
export type AnsweredRow = Pick<RequestRow, 'requestHash' | 'at' | 'state' | 'status' | 'answer'>

/** The original response, with a sequence number if it results from one decision of one shard. */
export function presentAnswered(row: AnsweredRow, decided: RequestRow | undefined): OutcomeView {
  const { requestHash, at, state, status, answer } = row
  const error = state === 'REFUSED' ? errorOf(refusalIn(row)) : null
  return {
    state: error === null ? 'DONE' : 'REFUSED',
    call: callIn(requestHash),
    decided_at: at,
    seq_group: decided === undefined ? null : (groupOf(decided.shard!) ?? null),
    seq_num: decided === undefined ? null : lastNumberAt(decided.at),
    status: status ?? (error === null ? statusOf(callIn(requestHash)) : errors[error.error as ErrorName].status),
    body: error !== null || answer === null ? null : (JSON.parse(answer) as OutcomeView['body']),
    error,
  }
}

const ofSeveral = (requestHash: string, at: number) => ({ call: callIn(requestHash), decided_at: at, seq_group: null, seq_num: null })

/** Only some of several markets have decided. */
export const presentPartly = (requestHash: string, at: number, body: FencedReportView): OutcomeView => ({
  ...ofSeveral(requestHash, at),
  ...{ state: 'PARTLY', status: DONE_IN_PART, body, error: null },
})

/** Every market has decided, but no response was sent. */
export function presentWhole(requestHash: string, at: number, outcome: FencedReportView | Refusal): OutcomeView {
  const common = ofSeveral(requestHash, at)
  if ('refused' in outcome) {
    const error = errorOf(outcome)
    return { ...common, state: 'REFUSED', status: errors[error.error as ErrorName].status, body: null, error }
  }
  const status = statusOf(callIn(requestHash))
  return { ...common, state: 'DONE', status, body: status === 204 ? null : outcome, error: null }
}

export const presentPending = ({ requestHash, since }: UnderWay): OutcomeView => ({
  state: 'PENDING',
  call: callIn(requestHash),
  decided_at: since,
  seq_group: null,
  seq_num: null,
  status: null,
  body: null,
  error: null,
})

/** It has no sequence number, because no shard processed it. */
export const presentRefused = ({ call, at, refusal }: FoundRefusal): OutcomeView => ({
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

/** Every group, so that a new one is not forgotten. */
const calls: readonly Call[] = Object.entries(contracts)
  .filter(([group]) => group.endsWith('Calls'))
  .flatMap(([, members]) => Object.values(members as Readonly<Record<string, Call>>))

/** The success status of the call, which is identified by its method and path. */
function statusOf(called: string): number {
  const [method, path = ''] = called.split(' ')
  const isIt = (call: Call) => call.method === method && new RegExp(`^${call.path.replaceAll(/\{\w+\}/g, '[^/]+')}$`).test(`${path}/`)
  return calls.find(isIt)?.status ?? 200
}
