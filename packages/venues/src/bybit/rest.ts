/**
 * The venue's HTTP calls: signed at the venue's time, rate-limited, and returned as a result, an error or an unknown outcome. Nothing is sent twice.
 */
import { NOT_SENT, type Urgency } from '../adapter/pacing.ts'
import { asObject } from '../adapter/wire-object.ts'
import type { VenueCredentials } from '../port/venue-answers.ts'
import { answerFromWire, CLOCK_IS_OFF, type Failure, type RestAnswer } from './answers.ts'
import { CLOCK_LIFE_MS, RECV_WINDOW_MS } from './limits.ts'
import { createBybitPacer } from './paces.ts'
import { signedHeaders } from './signing.ts'

export type Query = Readonly<Record<string, string>>

export interface Rest {
  /** A public read. */
  read(path: string, query: Query): Promise<RestAnswer>
  /** Reads for a screen wait for everything else, and are refused if that takes too long. */
  readAs(credentials: VenueCredentials, path: string, query: Query, urgency?: Urgency): Promise<RestAnswer>
  postAs(credentials: VenueCredentials, path: string, body: object): Promise<RestAnswer>
  /** How far the venue's clock is ahead of ours, measured by this call. */
  venueAheadMs(): Promise<number | Failure>
  close(): void
}

export type RestOptions = { readonly restUrl: string; readonly now: () => number; readonly callTimeoutMs: number }
type Request = { readonly method: 'GET' | 'POST'; readonly path: string; readonly payload: string }

export function createRest({ restUrl, now, callTimeoutMs }: RestOptions): Rest {
  const pacer = createBybitPacer(now)
  const closing = new AbortController()
  /** The difference to add to our clock to get the venue's. */
  let offset: { readonly ms: number; readonly at: number } | undefined

  const send = async ({ method, path, payload }: Request, headers: Record<string, string>): Promise<RestAnswer> => {
    if (closing.signal.aborted) return { kind: 'LOST', reason: 'the venue adapter is closed' }
    const url = `${restUrl}${path}${method === 'GET' && payload !== '' ? `?${payload}` : ''}`
    try {
      const response = await fetch(url, {
        method,
        redirect: 'error',
        headers: method === 'POST' ? { ...headers, 'content-type': 'application/json' } : headers,
        signal: AbortSignal.any([closing.signal, AbortSignal.timeout(callTimeoutMs)]),
        ...(method === 'POST' ? { body: payload } : {}),
      })
      return answerFromWire(response.status, await response.text())
    } catch (error) {
      return { kind: 'LOST', reason: `the venue did not answer ${path}: ${causeOf(error)}` }
    }
  }

  const read: Rest['read'] = async (path, query) => {
    await pacer.turn(undefined, path)
    return send({ method: 'GET', path, payload: textOf(query) }, {})
  }

  const measure = async (): Promise<number | Failure> => {
    const answer = await read('/v5/market/time', {})
    if (answer.kind !== 'RESULT') return answer
    // The response has travelled for about half of the round trip. The estimate errs on the early side, because the venue refuses times in the
    // future.
    offset = { ms: answer.venueNow - now(), at: now() }
    return offset.ms
  }

  /** Concurrent calls share one measurement. */
  let measuring: Promise<number | Failure> | undefined
  const clock = async (): Promise<number | Failure> => {
    if (offset !== undefined && now() - offset.at < CLOCK_LIFE_MS) return offset.ms
    measuring ??= measure().finally(() => (measuring = undefined))
    return measuring
  }

  const signed = async (credentials: VenueCredentials, request: Request, urgency: Urgency = 'COMMON'): Promise<RestAnswer> => {
    const ahead = await clock()
    if (typeof ahead !== 'number') return ahead
    const late = await pacer.turn(credentials.clientId, request.path, { urgency })
    if (late !== undefined) return { kind: 'LOST', reason: NOT_SENT, retryAfterMs: late }
    const timestamp = Math.floor(now() + ahead)
    const answer = await send(request, signedHeaders(credentials, { timestamp, windowMs: RECV_WINDOW_MS, payload: request.payload }))
    if (answer.kind === 'ERROR' && answer.code === CLOCK_IS_OFF) offset = undefined
    return answer
  }

  return {
    read,
    readAs: (credentials, path, query, urgency) => signed(credentials, { method: 'GET', path, payload: textOf(query) }, urgency),
    postAs: (credentials, path, body) => signed(credentials, { method: 'POST', path, payload: JSON.stringify(body) }),
    venueAheadMs: measure,
    close: () => closing.abort(),
  }
}

const textOf = (query: Query): string => new URLSearchParams(query).toString()

function causeOf(error: unknown): string {
  const cause = asObject(error)?.['cause'] ?? error
  return cause instanceof Error ? cause.message || cause.name : String(cause)
}
