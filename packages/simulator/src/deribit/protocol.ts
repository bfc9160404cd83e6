/** The venue's JSON-RPC: the envelope, its errors, and parsing of parameters. */
export type Params = Readonly<Record<string, unknown>>
export type Request = { readonly id?: number | string; readonly method: string; readonly params: Params }

/** Thrown by a method and caught when the response is written. */
export class VenueError extends Error {
  readonly code: number
  readonly data: unknown

  constructor(code: number, message: string, data?: unknown) {
    super(message)
    this.code = code
    this.data = data
  }
}

/** Other faults inside the venue, such as a full disk, are internal and are not about the request. */
export const toVenueError = (error: unknown): VenueError =>
  error instanceof VenueError ? error : new VenueError(11094, 'internal_server_error', { reason: String(error) })

export const invalidParams = (param: string, reason: string): VenueError => new VenueError(-32602, 'Invalid params', { param, reason })

export type Timing = { readonly usIn: number; readonly usOut: number }

export function formatResult(id: Request['id'], result: unknown, timing: Timing): string {
  return JSON.stringify({ jsonrpc: '2.0', ...(id === undefined ? {} : { id }), result, ...times(timing) })
}

export function formatError(id: Request['id'], error: VenueError, timing: Timing): string {
  const body = { message: error.message, ...(error.data === undefined ? {} : { data: error.data }), code: error.code }
  return JSON.stringify({ jsonrpc: '2.0', ...(id === undefined ? {} : { id }), error: body, ...times(timing) })
}

export const formatNotification = (channel: string, data: unknown): string =>
  JSON.stringify({ jsonrpc: '2.0', method: 'subscription', params: { channel, data } })

export const formatHeartbeat = (type: 'heartbeat' | 'test_request'): string =>
  JSON.stringify({ jsonrpc: '2.0', method: 'heartbeat', params: { type } })

const times = ({ usIn, usOut }: Timing) => ({ usIn, usOut, usDiff: usOut - usIn, testnet: true })

/** The request, or the venue's error for an unreadable one. */
export function parseRequest(text: string): Request | VenueError {
  let body: unknown
  try {
    body = JSON.parse(text)
  } catch {
    return new VenueError(-32700, 'Parse error')
  }
  if (typeof body !== 'object' || body === null || Array.isArray(body)) return new VenueError(-32600, 'Invalid Request')
  const { id, method, params } = body as Record<string, unknown>
  if (typeof method !== 'string') return new VenueError(-32600, 'Invalid Request')
  if (params !== undefined && (typeof params !== 'object' || params === null || Array.isArray(params)))
    return invalidParams('params', 'must be an object')
  const named = typeof id === 'number' || typeof id === 'string' ? { id } : {}
  return { ...named, method, params: (params ?? {}) as Params }
}

export function textParam(params: Params, name: string): string {
  const value = params[name]
  if (typeof value !== 'string' || value === '') throw invalidParams(name, value === undefined ? 'value required' : 'wrong format')
  return value
}

export function numberParam(params: Params, name: string): number {
  // In a query string every number is a string.
  const value = typeof params[name] === 'string' ? Number(params[name]) : params[name]
  if (typeof value !== 'number' || !Number.isFinite(value))
    throw invalidParams(name, params[name] === undefined ? 'value required' : 'wrong format')
  return value
}

export function listParam(params: Params, name: string): readonly unknown[] {
  const value = typeof params[name] === 'string' ? parseList(params[name]) : params[name]
  if (!Array.isArray(value)) throw invalidParams(name, 'must be an array')
  return value
}

export const optionalText = (params: Params, name: string): string | undefined =>
  params[name] === undefined ? undefined : textParam(params, name)

export function oneOf<T extends string>(params: Params, name: string, allowed: readonly T[]): T {
  const value = textParam(params, name)
  const found = allowed.find((candidate) => candidate === value)
  if (found === undefined) throw invalidParams(name, `must be one of ${allowed.join(', ')}`)
  return found
}

function parseList(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
