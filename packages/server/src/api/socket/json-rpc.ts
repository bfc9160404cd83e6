/** JSON-RPC 2.0 as the clients of this market use it: additional members are accepted. */
import { errors, type ErrorName } from '@parley/contracts'
import { isFault } from '../../calls/fault.ts'
import { parseJson } from '../../calls/json.ts'
import { textFrame } from './frame.ts'

/** Kept as JSON and returned digit by digit, because programs use nanoseconds, which a JavaScript number cannot represent. */
export type RpcId = string
export type RpcRequest = { readonly id: RpcId | undefined; readonly method: string; readonly params: unknown }
export type RpcFault = { readonly id: RpcId; readonly error: ErrorName; readonly message?: string }

const NO_ID: RpcId = 'null'

export function parseRequest(bytes: Uint8Array): RpcRequest | RpcFault {
  const parsed = parseJson(bytes)
  if (isFault(parsed)) return { id: NO_ID, error: parsed.fault === 'ParseError' ? 'ParseError' : 'InvalidRequest', message: parsed.message }
  const { value } = parsed
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    return { id: NO_ID, error: 'InvalidRequest', message: 'Each frame must contain exactly one request object.' }
  const { id, jsonrpc, method, params } = value as Record<string, unknown>
  if (id !== undefined && !isId(id)) return { id: NO_ID, error: 'InvalidRequest', message: 'id must be a string or a number.' }
  const own = id === undefined ? undefined : idText(id, bytes)
  if (jsonrpc !== '2.0' || typeof method !== 'string')
    return { id: own ?? NO_ID, error: 'InvalidRequest', message: 'A request needs "jsonrpc": "2.0" and a method.' }
  return { id: own, method, params }
}

const isId = (id: unknown): id is string | number | null =>
  id === null || (typeof id === 'string' && id.length <= 128) || (typeof id === 'number' && Number.isFinite(id))

function idText(id: string | number | null, frame: Uint8Array): RpcId {
  const text = JSON.stringify(id)
  if (typeof id !== 'number' || !Number.isInteger(id) || Number.isSafeInteger(id)) return text
  const written = [
    ...Buffer.from(frame)
      .toString()
      .matchAll(/"id"\s*:\s*(-?\d+)/g),
  ].map(([, digits]) => digits!)
  return written.find((digits) => Number(digits) === id) ?? text
}

/** Without a result the member is left out, as in the response to a heartbeat. */
export const resultFrame = (id: RpcId, result?: unknown): Buffer =>
  answerFrame(id, result === undefined ? '' : `,"result":${JSON.stringify(result)}`)

export const errorFrame = (id: RpcId, error: ErrorName, message: string = errors[error].summary, data?: object): Buffer =>
  answerFrame(id, `,"error":${JSON.stringify({ code: errors[error].code, message, data: { error, ...data } })}`)

const answerFrame = (id: RpcId, rest: string): Buffer => textFrame(`{"id":${id},"jsonrpc":"2.0"${rest}}`)
