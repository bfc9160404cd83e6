/**
 * Separates the venue's final responses from those that leave the outcome open. The venue's error codes are not published, so its messages decide. In
 * doubt, the outcome stays open.
 */
import type { VenueAnswer } from '../port/venue-answers.ts'
import type { ApiAnswer } from './api.ts'
import { RETRY_AFTER_MS } from './limits.ts'

export type Failure = Extract<ApiAnswer, { kind: 'ERROR' | 'LOST' }>
export type Open = Exclude<VenueAnswer<never>, { outcome: 'DONE' }>

const TOO_MANY_REQUESTS = 429
/** Busy, paused, overloaded, or in disagreement about the time: these leave the outcome of the block open. */
const PASSING = /busy|too many|try again|time ?out|timestamp|maintenance|unavailable|internal|system|cancel.only/i
/** A refusal with this message may be the echo of an earlier request that was carried out. */
const ECHO = /label|duplicate|exist|already|expired/i

export function failureFromWire(failure: Failure): Open {
  if (failure.kind === 'LOST') return unknown(failure.reason)
  const { code, message } = failure
  if (code === TOO_MANY_REQUESTS || PASSING.test(message)) return unknown(`the venue is busy: ${message}`)
  return { outcome: 'REJECTED', message, code: String(code) }
}

export function blockFailureFromWire(failure: Failure): Open {
  const open = failureFromWire(failure)
  return open.outcome === 'REJECTED' && ECHO.test(open.message) ? unknown(open.message) : open
}

export const unknown = (message: string) => ({ outcome: 'UNKNOWN', message, retryAfterMs: RETRY_AFTER_MS }) as const

/** A refusal by the adapter, before anything was sent. */
export const refused = (code: string, message: string) => ({ outcome: 'REJECTED', code, message }) as const
