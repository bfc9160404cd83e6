/** Separates the venue's final responses from those that leave the outcome open. */
import { parseObject } from '../adapter/wire-object.ts'
import type { VenueAnswer } from '../port/venue-answers.ts'
import { PAUSE_MS, RETRY_AFTER_MS } from './limits.ts'

export type RestAnswer =
  | { readonly kind: 'RESULT'; readonly result: unknown; readonly venueNow: number }
  | { readonly kind: 'ERROR'; readonly code: number; readonly message: string }
  /** Sent and perhaps carried out, but no response in a known format arrived. */
  | { readonly kind: 'LOST'; readonly reason: string; readonly retryAfterMs?: number }

export type Failure = Extract<RestAnswer, { kind: 'ERROR' | 'LOST' }>
export type NotDone = Exclude<VenueAnswer<never>, { outcome: 'DONE' }>

export const CLOCK_IS_OFF = 10002
/** Busy, overloaded, or unsure about the time or its own server: these leave the outcome of the block open. */
const RETRIABLE = new Set([10000, CLOCK_IS_OFF, 10006, 10016, 10018, 10429])

/** The body as received, with its HTTP status. */
export function answerFromWire(status: number, text: string): RestAnswer {
  if (status === 429 || (status === 403 && /frequent/i.test(text)))
    return { kind: 'LOST', reason: 'the venue asked us to slow down', retryAfterMs: PAUSE_MS }
  const body = parseObject(text)
  // The venue sends a number, but a proxy may have turned it into a string.
  const code = Number(body?.['retCode'] ?? NaN)
  if (body === undefined || !Number.isFinite(code)) {
    const isFinal = status >= 400 && status < 500
    return isFinal
      ? { kind: 'ERROR', code: status, message: `the venue answered with HTTP status ${status}` }
      : { kind: 'LOST', reason: `the venue sent a response in an unknown format (HTTP status ${status})` }
  }
  if (code !== 0) return { kind: 'ERROR', code, message: String(body['retMsg'] ?? '') }
  const venueNow = Number(body['time'])
  if (!Number.isFinite(venueNow)) return { kind: 'LOST', reason: 'the venue answered without a time' }
  return { kind: 'RESULT', result: body['result'], venueNow }
}

export function failureFromWire(answer: Failure): NotDone {
  if (answer.kind === 'LOST') return unknown(answer.reason, answer.retryAfterMs)
  if (RETRIABLE.has(answer.code)) return unknown(`the venue is busy: ${answer.message}`)
  return { outcome: 'REJECTED', message: MESSAGES[answer.code] ?? answer.message, code: String(answer.code) }
}

/** Messages that replace the venue's own if those do not explain what to do. */
const MESSAGES: Readonly<Record<number, string>> = {
  10003: 'Bybit does not recognise the key. It may have been deleted, or it may belong to another environment (10003).',
  10004: 'The secret does not match the key (10004).',
  10005: 'The key cannot trade blocks. Give it read and write permission for block trades (10005).',
  10010: "The key is restricted to other IP addresses. Add this server's addresses at Bybit (10010).",
  10028: 'Blocks need a unified trading account (10028).',
  33004: 'The key has expired. Create a new one at Bybit (33004).',
  110302: 'A demo account cannot trade blocks (110302).',
}

/** Both parties see why a block was refused, so a message about a key names its owner. */
export const ofParty = <T>(party: 'maker' | 'taker', answer: VenueAnswer<T>): VenueAnswer<T> =>
  answer.outcome === 'REJECTED' && answer.code in MESSAGES
    ? { ...answer, message: `${party === 'maker' ? "Maker's" : "Taker's"} account: ${answer.message}` }
    : answer

export const unknown = (message: string, retryAfterMs: number = RETRY_AFTER_MS): NotDone => ({ outcome: 'UNKNOWN', message, retryAfterMs })

export const refused = (message: string, code: string): NotDone => ({ outcome: 'REJECTED', message, code })
