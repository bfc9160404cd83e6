/** The kinds of frames that the venue's market socket sends. Pure. */
import { asObject, parseObject } from '../adapter/wire-object.ts'

export type Frame =
  | { readonly kind: 'SUBSCRIBED' }
  | { readonly kind: 'REFUSED'; readonly message: string }
  | { readonly kind: 'TICKER'; readonly data: unknown }
  | { readonly kind: 'OTHER' }

export function frameFromWire(text: string): Frame {
  const frame = parseObject(text)
  switch (frame?.['channel']) {
    case 'subscription':
    case 'unsubscription': {
      const answer = asObject(frame['data'])
      if (answer?.['code'] === 0) return { kind: 'SUBSCRIBED' }
      return { kind: 'REFUSED', message: `${String(answer?.['code'])} ${String(answer?.['message'] ?? '')}`.trim() }
    }
    case 'ticker':
      return frame['module'] === 'spot' ? { kind: 'OTHER' } : { kind: 'TICKER', data: frame['data'] }
    default:
      return { kind: 'OTHER' }
  }
}
