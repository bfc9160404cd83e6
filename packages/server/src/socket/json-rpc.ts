/** JSON-RPC 2.0 as the clients of this market speak it: more members than the standard has are welcome. */
import { errors, type ErrorName } from '@parley/contracts'
import { isFault } from '../http/fault.ts'
import { parseJson } from '../http/json.ts'
import { textFrame } from './frame.ts'

export type RpcId = string | number | null
export type RpcRequest = { readonly id: RpcId | undefined; readonly method: string; readonly params: unknown }
export type RpcFault = { readonly id: RpcId; readonly error: ErrorName; readonly message?: string }

export function parseRequest(bytes: Uint8Array): RpcRequest | RpcFault {
  const parsed = parseJson(bytes)
  if (isFault(parsed)) return { id: null, error: parsed.fault === 'ParseError' ? 'ParseError' : 'InvalidRequest', message: parsed.message }
  const { value } = parsed
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    return { id: null, error: 'InvalidRequest', message: 'One request object in each frame is accepted.' }
  const { id, jsonrpc, method, params } = value as Record<string, unknown>
  if (id !== undefined && !isId(id)) return { id: null, error: 'InvalidRequest', message: 'An id is accepted as text or number.' }
  if (jsonrpc !== '2.0' || typeof method !== 'string')
    return { id: id ?? null, error: 'InvalidRequest', message: 'A request has "jsonrpc": "2.0" and a method.' }
  return { id, method, params }
}

const isId = (id: unknown): id is RpcId =>
  id === null || (typeof id === 'string' && id.length <= 128) || (typeof id === 'number' && Number.isFinite(id))

/** Without a result the member is left out: a heartbeat's answer has none. */
export const resultFrame = (id: RpcId, result?: unknown): Buffer =>
  textFrame(JSON.stringify(result === undefined ? { id, jsonrpc: '2.0' } : { id, jsonrpc: '2.0', result }))

export const errorFrame = (id: RpcId, error: ErrorName, message: string = errors[error].summary, data?: object): Buffer =>
  textFrame(JSON.stringify({ id, jsonrpc: '2.0', error: { code: errors[error].code, message, data: { error, ...data } } }))
