/** Separates the venue's final responses from those that leave the outcome open. */
import { NOT_SENT } from '../adapter/pacing.ts'
import { asObject } from '../adapter/wire-object.ts'
import type { VenueAnswer } from '../port/venue-answers.ts'
import { MAX_PAUSE_MS, PAUSE_MS, RETRY_AFTER_MS } from './limits.ts'

export type ApiAnswer =
  | { readonly kind: 'RESULT'; readonly result: unknown }
  | { readonly kind: 'ERROR'; readonly status: number; readonly code: string; readonly message: string }
  /** Sent and perhaps carried out, but no response in a known format arrived. */
  | { readonly kind: 'LOST'; readonly reason: string; readonly retryAfterMs?: number }

export type Failure = Exclude<ApiAnswer, { kind: 'RESULT' }>
export type NotDone = Exclude<VenueAnswer<never>, { outcome: 'DONE' }>

export type HttpAnswer = { readonly status: number; readonly text: string; readonly retryAfter: string | null }

/** The venue, or a proxy in front of it, gave up on the request. This leaves the outcome open. */
const UNDECIDED: ReadonlySet<number> = new Set([408, 425, 499])

export function answerFromWire({ status, text, retryAfter }: HttpAnswer): ApiAnswer {
  if (status === 429 || status === 503)
    return { kind: 'LOST', reason: 'the venue asked us to slow down', retryAfterMs: pauseFromWire(retryAfter) }
  const body = bodyFromWire(text)
  if (status >= 200 && status < 300)
    return body === undefined
      ? { kind: 'LOST', reason: `the venue sent a response in an unknown format (HTTP status ${status})` }
      : { kind: 'RESULT', result: body.value }
  const fault = asObject(body?.value)
  const code = fault?.['error']
  if (status >= 400 && status < 500 && !UNDECIDED.has(status))
    return typeof code === 'string'
      ? { kind: 'ERROR', status, code, message: String(fault?.['message'] ?? code) }
      : { kind: 'ERROR', status, code: `HTTP_${status}`, message: `the venue answered with HTTP status ${status}` }
  return { kind: 'LOST', reason: `the venue answered with HTTP status ${status}` }
}

/** The value of an empty body, as a 204 has, is null. */
function bodyFromWire(text: string): { readonly value: unknown } | undefined {
  if (text === '') return { value: null }
  try {
    return { value: JSON.parse(text) as unknown }
  } catch {
    return undefined
  }
}

/** Given as a number of seconds, or as a time in seconds since 1970. */
function pauseFromWire(text: string | null): number {
  const seconds = Number(text ?? NaN)
  return Number.isFinite(seconds) && seconds > 0 ? Math.min(seconds * 1_000, MAX_PAUSE_MS) : PAUSE_MS
}

/** Busy, overloaded, or unsure about the time or its own servers: these leave the outcome of the request open. */
const RETRIABLE: ReadonlySet<string> = new Set(['INTERNAL_ERROR', 'SERVICE_UNAVAILABLE', 'RATE_LIMIT_EXCEEDED', 'INVALID_TIMESTAMP'])

/** Too many calls are waiting. The caller tries again. */
export const notSent = (retryAfterMs: number): Failure => ({
  ...{ kind: 'LOST', reason: NOT_SENT },
  retryAfterMs: Math.max(retryAfterMs, RETRY_AFTER_MS),
})

/** For an order this is final: it never left. */
export const ORDER_NOT_SENT: Failure = {
  ...{ kind: 'ERROR', status: 429, code: 'NOT_SENT' },
  message: 'Too many orders are waiting to be sent, so this one was not sent.',
}

export const isUnauthorized = (answer: ApiAnswer): boolean => answer.kind === 'ERROR' && answer.status === 401

export function failureFromWire(answer: Failure): NotDone {
  if (answer.kind === 'LOST') return unknown(answer.reason, answer.retryAfterMs)
  if (RETRIABLE.has(answer.code)) return unknown(`the venue is busy: ${answer.message}`)
  return { outcome: 'REJECTED', message: MESSAGES[answer.code] ?? answer.message, code: answer.code }
}

/** Messages that replace the venue's own if those do not explain what to do. */
const MESSAGES: Readonly<Record<string, string>> = {
  NOT_ONBOARDED: 'Paradex does not recognise the account. Onboard it there first (NOT_ONBOARDED).',
  INVALID_STARKNET_SIGNATURE:
    'The private key does not match the account. Enter the subkey that Paradex shows (INVALID_STARKNET_SIGNATURE).',
  STARKNET_SIGNATURE_VERIFICATION_FAILED:
    'The private key does not match the account. Enter the subkey that Paradex shows (STARKNET_SIGNATURE_VERIFICATION_FAILED).',
  BLOCK_TRADE_NOT_ENABLED: 'Block trading is not enabled for this account. Ask Paradex to enable it (BLOCK_TRADE_NOT_ENABLED).',
}

export const unknown = (message: string, retryAfterMs: number = RETRY_AFTER_MS): NotDone => ({ outcome: 'UNKNOWN', message, retryAfterMs })

export const refused = (message: string, code: string): NotDone => ({ outcome: 'REJECTED', message, code })

/** The rows of a list, or of one page of it. */
export const resultsOf = (result: unknown): readonly unknown[] | undefined => {
  const results = asObject(result)?.['results']
  return Array.isArray(results) ? results : undefined
}
