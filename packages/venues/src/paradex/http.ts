/** Plain HTTP calls: one request, one response. Nothing is sent twice, and a late response counts as lost. */
import { asObject } from '../adapter/wire-object.ts'
import { answerFromWire, type ApiAnswer } from './answers.ts'
import { MAX_ANSWER_BYTES } from './limits.ts'

export type Query = Readonly<Record<string, string>>

export type HttpCall = {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  /** The path after `/v1`, with its leading slash. */
  readonly path: string
  readonly query?: Query
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: object
}

export interface Http {
  send(call: HttpCall): Promise<ApiAnswer>
  close(): void
}

export function createHttp(restUrl: string, callTimeoutMs: number): Http {
  const closing = new AbortController()
  return {
    send: async ({ method, path, query = {}, headers = {}, body }) => {
      if (closing.signal.aborted) return { kind: 'LOST', reason: 'the venue adapter is closed' }
      const search = new URLSearchParams(query).toString()
      try {
        const response = await fetch(`${restUrl}${path}${search === '' ? '' : `?${search}`}`, {
          method,
          redirect: 'error',
          headers: { accept: 'application/json', ...headers, ...(body === undefined ? {} : { 'content-type': 'application/json' }) },
          signal: AbortSignal.any([closing.signal, AbortSignal.timeout(callTimeoutMs)]),
          ...(body === undefined ? {} : { body: JSON.stringify(body) }),
        })
        const text = await response.text()
        if (text.length > MAX_ANSWER_BYTES) return { kind: 'LOST', reason: "the venue's response is too large" }
        return answerFromWire({ status: response.status, text, retryAfter: response.headers.get('retry-after') })
      } catch (error) {
        return { kind: 'LOST', reason: `the venue did not answer ${path}: ${causeOf(error)}` }
      }
    },
    close: () => closing.abort(),
  }
}

function causeOf(error: unknown): string {
  const cause = asObject(error)?.['cause'] ?? error
  return cause instanceof Error ? cause.message || cause.name : String(cause)
}
