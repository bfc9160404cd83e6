/** The kinds of frames on the venue's socket: JSON-RPC 2.0. Pure. */
import { asObject, parseObject } from '../adapter/wire-object.ts'

export type Frame =
  | { readonly kind: 'EVENT'; readonly channel: string; readonly data: unknown }
  | { readonly kind: 'RESULT'; readonly id: number; readonly result: unknown }
  | { readonly kind: 'ERROR'; readonly id: number; readonly code: number; readonly message: string }
  | { readonly kind: 'OTHER' }

const OTHER: Frame = { kind: 'OTHER' }

export function frameFromWire(text: string): Frame {
  const frame = parseObject(text)
  if (frame === undefined) return OTHER
  const params = asObject(frame['params'])
  if (frame['method'] === 'subscription')
    return typeof params?.['channel'] === 'string' ? { kind: 'EVENT', channel: params['channel'], data: params['data'] } : OTHER
  const id = frame['id']
  if (typeof id !== 'number' || !Number.isSafeInteger(id)) return OTHER
  const error = asObject(frame['error'])
  if (error !== undefined) return { kind: 'ERROR', id, code: Number(error['code'] ?? NaN), message: String(error['message'] ?? '') }
  return 'result' in frame ? { kind: 'RESULT', id, result: frame['result'] } : OTHER
}
