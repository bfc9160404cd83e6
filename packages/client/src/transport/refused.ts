/** Converts a failed response to a `ClientError`. */
import { errors, type ErrorName } from '@parley/contracts'
import { ClientError, type Service } from './client.ts'

type Body = Readonly<Record<string, unknown>>

/** Keys of the error object that are not form fields. */
const NOT_FIELDS = new Set(['code', 'error', 'message', 'detail', 'data', 'non_field_errors', 'request_id'])

/** `non_field_errors` (a text, or its first), otherwise `detail`, `message` or `error`. */
export function messageOf(body: unknown): string {
  if (typeof body !== 'object' || body === null) return 'Unknown error'
  const { non_field_errors: general, detail, message, error } = body as Body
  const first: unknown = Array.isArray(general) ? general[0] : general
  return [first, detail, message, error].find((text): text is string => typeof text === 'string' && text !== '') ?? 'Unknown error'
}

/** The flow that a path belongs to. */
export const serviceOf = (path: string): Service | undefined =>
  path.startsWith('/v2/drfq/') ? 'drfq' : /^\/v1\/(grfq|ob)\//.test(path) ? 'grfq' : path.startsWith('/v1/fs/') ? 'fs' : undefined

export function refused(response: Response, body: unknown, service: Service | undefined): ClientError {
  const object: Body = typeof body === 'object' && body !== null ? (body as Body) : {}
  const data = (typeof object['data'] === 'object' && object['data'] !== null ? object['data'] : {}) as Body
  return new ClientError(messageOf(body), {
    status: response.status,
    code: typeof object['code'] === 'number' ? object['code'] : undefined,
    error: nameOf(object['error']),
    member: typeof data['member'] === 'string' ? data['member'] : undefined,
    data,
    retryAfterMs: retryAfterMs(response.headers.get('retry-after')),
    requestId: response.headers.get('x-request-id') ?? undefined,
    fields: fieldsOf(object),
    service,
    dataText: typeof object['data'] === 'string' ? object['data'] : undefined,
  })
}

/** Whether the session is over, however the server reports it. */
export const endsSession = (error: ClientError): boolean =>
  error.status === 401 || (error.status === 403 && /invalid token|credentials were not provided/i.test(error.message))

/** Whether the key or its secret is wrong or revoked, so that no later try succeeds. A suspension ends, and so does the 403 of a proxy. */
export const refusesKeyForGood = (error: unknown): error is ClientError =>
  error instanceof ClientError && (error.status === 401 || error.error === 'InvalidAccessKey')

export type Waited = { readonly given: AbortSignal | undefined; readonly timeout: AbortSignal; readonly timeoutMs: number }

/** Failures that did not come from the server: no response in time, aborted by the caller, or no connection. Status 0. */
export function unanswered(cause: unknown, { given, timeout, timeoutMs }: Waited, service?: Service): ClientError {
  if (given?.aborted) return new ClientError('The request was aborted.', { status: 0, error: 'Aborted', cause, service })
  // If a response is cut off while a browser reads it, the error is that of the abort and not that of the timeout.
  if (timeout.aborted && cause instanceof Error && (cause.name === 'TimeoutError' || cause.name === 'AbortError'))
    return new ClientError(`The server did not answer within ${timeoutMs / 1000} s.`, { status: 0, error: 'Timeout', cause, service })
  return new ClientError('The server cannot be reached.', { status: 0, error: 'NetworkError', cause, service })
}

const nameOf = (value: unknown): ErrorName | undefined =>
  typeof value === 'string' && Object.hasOwn(errors, value) ? (value as ErrorName) : undefined

function fieldsOf(body: Body): Record<string, readonly string[]> {
  const texts = (value: unknown): string[] => (Array.isArray(value) ? value : [value]).filter((text) => typeof text === 'string')
  const fields = Object.entries(body).filter(([name]) => !NOT_FIELDS.has(name))
  return Object.fromEntries(fields.map(([name, value]) => [name, texts(value)] as const).filter(([, found]) => found.length > 0))
}

/** Seconds or a date, as in HTTP. */
function retryAfterMs(header: string | null): number | undefined {
  if (header === null) return undefined
  const seconds = Number(header)
  if (Number.isFinite(seconds)) return Math.max(0, seconds * 1000)
  const at = Date.parse(header)
  return Number.isNaN(at) ? undefined : Math.max(0, at - Date.now())
}
