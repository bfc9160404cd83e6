/** The kinds of frames on the venue's public sockets. Pure. */
import { asList, asObject, parseObject, type WireObject } from '../adapter/wire-object.ts'
import { textOf } from './wire.ts'

export type Frame =
  | {
      readonly kind: 'TICKER'
      readonly symbol: string
      readonly change: 'SNAPSHOT' | 'DELTA'
      readonly at: number
      readonly data: WireObject
    }
  /** The topics that the venue refused to subscribe; if it names none, all topics of the call. */
  | { readonly kind: 'REFUSED'; readonly message: string; readonly topics: readonly string[] }
  /** The response to one of our pings. */
  | { readonly kind: 'PONG' }
  | { readonly kind: 'OTHER' }

const OTHER: Frame = { kind: 'OTHER' }

export function frameFromWire(text: string): Frame {
  const frame = parseObject(text)
  if (frame === undefined) return OTHER
  if (typeof frame['topic'] === 'string') return tickerFrame(frame)
  // Linear sockets repeat `ping` as the operation and send `pong` in the message.
  if (frame['op'] === 'pong' || frame['ret_msg'] === 'pong') return { kind: 'PONG' }
  const failed = asList(asObject(frame['data'])?.['failTopics']).filter((topic) => typeof topic === 'string')
  const isRefused = frame['success'] === false || failed.length > 0
  // Responses of linear sockets have `op`; those of option sockets have only `type`.
  return isRefused ? { kind: 'REFUSED', message: String(frame['ret_msg'] ?? ''), topics: failed } : OTHER
}

/** Use the symbol in the data: some option topics name only the coin. */
function tickerFrame(frame: WireObject): Frame {
  const data = asObject(frame['data'])
  const symbol = textOf(data?.['symbol'])
  const at = frame['ts']
  const change = frame['type'] === 'snapshot' ? 'SNAPSHOT' : frame['type'] === 'delta' ? 'DELTA' : undefined
  if (!String(frame['topic']).startsWith('tickers.') || data === undefined || change === undefined) return OTHER
  if (symbol === undefined || typeof at !== 'number' || !Number.isFinite(at)) return OTHER
  return { kind: 'TICKER', symbol, change, at, data }
}

/** Tickers that arrive as a snapshot followed by updates. A field that is absent from an update is unchanged. */
export function createMerge(): (frame: Extract<Frame, { kind: 'TICKER' }>) => WireObject | undefined {
  const known = new Map<string, WireObject>()
  return ({ symbol, change, data }) => {
    const before = known.get(symbol)
    // An update without a snapshot before it is incomplete and is ignored.
    if (change === 'DELTA' && before === undefined) return undefined
    const whole = change === 'SNAPSHOT' ? data : { ...before, ...data }
    known.set(symbol, whole)
    return whole
  }
}
