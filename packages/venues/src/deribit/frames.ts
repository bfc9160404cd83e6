/** The kinds of frames that the venue sends. Pure. */
import { asObject, parseObject, type WireObject } from '../adapter/wire-object.ts'

export type RpcAnswer =
  | { readonly kind: 'RESULT'; readonly result: unknown; readonly venueNow: number | undefined }
  | { readonly kind: 'ERROR'; readonly code: number; readonly message: string; readonly data: unknown; readonly venueNow?: number }
  /** Sent and perhaps carried out, but no response arrived. */
  | { readonly kind: 'LOST'; readonly reason: string }

export type Frame =
  | { readonly kind: 'ANSWER'; readonly id: unknown; readonly answer: RpcAnswer }
  | { readonly kind: 'NOTIFICATION'; readonly channel: string; readonly data: unknown }
  | { readonly kind: 'TEST_REQUEST' }
  | { readonly kind: 'OTHER' }

export function frameFromWire(text: string): Frame {
  const frame = parseObject(text)
  const params = asObject(frame?.['params'])
  if (frame === undefined) return { kind: 'OTHER' }
  if (frame['method'] === 'subscription') return { kind: 'NOTIFICATION', channel: String(params?.['channel']), data: params?.['data'] }
  if (frame['method'] === 'heartbeat') return { kind: params?.['type'] === 'test_request' ? 'TEST_REQUEST' : 'OTHER' }
  return 'result' in frame || 'error' in frame ? { kind: 'ANSWER', id: frame['id'], answer: answerFromWire(frame) } : { kind: 'OTHER' }
}

function answerFromWire(frame: WireObject): RpcAnswer {
  const error = asObject(frame['error'])
  const usOut = frame['usOut']
  // A frame that cannot be parsed is refused without a time.
  const venueNow = typeof usOut === 'number' && usOut > 0 ? Math.floor(usOut / 1000) : undefined
  if (error === undefined) return { kind: 'RESULT', result: frame['result'], venueNow }
  const refusal = { kind: 'ERROR', code: Number(error['code']), message: String(error['message']), data: error['data'] } as const
  return venueNow === undefined ? refusal : { ...refusal, venueNow }
}
