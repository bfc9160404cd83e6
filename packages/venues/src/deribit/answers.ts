/** Separates the venue's final responses from those that leave the outcome open. */
import type { VenueAnswer } from '../port/venue-answers.ts'
import { RETRY_AFTER_MS } from './limits.ts'
import type { RpcAnswer } from './frames.ts'
import { asObject } from '../adapter/wire-object.ts'

/** Busy, paused or overloaded: these leave the outcome of the block open. */
const RETRIABLE = new Set([10028, 10040, 10041, 10047, 10066, 11051, 11094, 13028, 13888])

export type Failure = Extract<RpcAnswer, { kind: 'ERROR' | 'LOST' }>

export function failureFromWire(answer: Failure): Exclude<VenueAnswer<never>, { outcome: 'DONE' }> {
  if (answer.kind === 'LOST') return unknown(answer.reason)
  if (RETRIABLE.has(answer.code)) return unknown(`the venue is busy: ${answer.message}`)
  return { outcome: 'REJECTED', message: messageOf(answer), code: String(answer.code) }
}

/**
 * A refusal to execute that concerns the nonce or the time may be the echo of an earlier request that was executed. It decides nothing; the record
 * has to be read.
 */
export function executionFailureFromWire(answer: Failure): Exclude<VenueAnswer<never>, { outcome: 'DONE' }> {
  const failure = failureFromWire(answer)
  return failure.outcome === 'REJECTED' && /nonce|already|timestamp|expired/i.test(failure.message) ? unknown(failure.message) : failure
}

export const unknown = (message: string) => ({ outcome: 'UNKNOWN', message, retryAfterMs: RETRY_AFTER_MS }) as const

/** The venue's message, with the reason that it gives. */
function messageOf({ message, data }: Extract<Failure, { kind: 'ERROR' }>): string {
  const detail = asObject(data)
  const [reason, param] = [detail?.['reason'], detail?.['param']]
  const where = typeof param === 'string' ? ` (${param})` : ''
  return typeof reason === 'string' ? `${message}: ${reason}${where}` : message
}
