/** Tells the venue's final answers from those that leave the question open. */
import type { VenueAnswer } from '../port/venue-answers.ts'
import { RETRY_AFTER_MS } from './limits.ts'
import type { RpcAnswer } from './frames.ts'
import { asObject } from '../adapter/wire-object.ts'

/** Busy, pausing, overloaded: says nothing about the block. */
const RETRIABLE = new Set([10028, 10040, 10041, 10047, 10066, 11051, 11094, 13028, 13888])

export type Failure = Extract<RpcAnswer, { kind: 'ERROR' | 'LOST' }>

export function failureFromWire(answer: Failure): Exclude<VenueAnswer<never>, { outcome: 'DONE' }> {
  if (answer.kind === 'LOST') return unknown(answer.reason)
  if (RETRIABLE.has(answer.code)) return unknown(`the venue is busy: ${answer.message}`)
  return { outcome: 'REJECTED', message: wordsOf(answer), code: String(answer.code) }
}

/**
 * A refusal to execute that is about the nonce or the time may be the echo of an earlier request that did execute: it settles nothing,
 * and the record has to be asked.
 */
export function executionFailureFromWire(answer: Failure): Exclude<VenueAnswer<never>, { outcome: 'DONE' }> {
  const failure = failureFromWire(answer)
  return failure.outcome === 'REJECTED' && /nonce|already|timestamp|expired/i.test(failure.message) ? unknown(failure.message) : failure
}

export const unknown = (message: string) => ({ outcome: 'UNKNOWN', message, retryAfterMs: RETRY_AFTER_MS }) as const

/** The venue's own words, with the reason that it gives beside them. */
function wordsOf({ message, data }: Extract<Failure, { kind: 'ERROR' }>): string {
  const detail = asObject(data)
  const [reason, param] = [detail?.['reason'], detail?.['param']]
  const where = typeof param === 'string' ? ` (${param})` : ''
  return typeof reason === 'string' ? `${message}: ${reason}${where}` : message
}
