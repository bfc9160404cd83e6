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
  /** Topics that the venue would not subscribe us to: all of the call's where it names none. */
  | { readonly kind: 'REFUSED'; readonly message: string; readonly topics: readonly string[] }
  /** A ping of ours came back. */
  | { readonly kind: 'PONG' }
  | { readonly kind: 'OTHER' }

const OTHER: Frame = { kind: 'OTHER' }

export function frameFromWire(text: string): Frame {
  const frame = parseObject(text)
  if (frame === undefined) return OTHER
  if (typeof frame['topic'] === 'string') return tickerFrame(frame)
  // Linear sockets repeat the ping and say pong in the message.
  if (frame['op'] === 'pong' || frame['ret_msg'] === 'pong') return { kind: 'PONG' }
  const failed = asList(asObject(frame['data'])?.['failTopics']).filter((topic) => typeof topic === 'string')
  const isRefused = frame['success'] === false || failed.length > 0
  // The answers of linear sockets have `op`, those of option sockets only a `type`.
  return isRefused ? { kind: 'REFUSED', message: String(frame['ret_msg'] ?? ''), topics: failed } : OTHER
}

/** The symbol of the data counts: some topics of options are named after their coin alone. */
function tickerFrame(frame: WireObject): Frame {
  const data = asObject(frame['data'])
  const symbol = textOf(data?.['symbol'])
  const at = frame['ts']
  const change = frame['type'] === 'snapshot' ? 'SNAPSHOT' : frame['type'] === 'delta' ? 'DELTA' : undefined
  if (!String(frame['topic']).startsWith('tickers.') || data === undefined || change === undefined) return OTHER
  if (symbol === undefined || typeof at !== 'number' || !Number.isFinite(at)) return OTHER
  return { kind: 'TICKER', symbol, change, at, data }
}

/** Tickers that come as a snapshot and then as changes of it: a field that is absent stands as it stood. */
export function createMerge(): (frame: Extract<Frame, { kind: 'TICKER' }>) => WireObject | undefined {
  const known = new Map<string, WireObject>()
  return ({ symbol, change, data }) => {
    const before = known.get(symbol)
    // A change of something that was never sent says too little to be read.
    if (change === 'DELTA' && before === undefined) return undefined
    const whole = change === 'SNAPSHOT' ? data : { ...before, ...data }
    known.set(symbol, whole)
    return whole
  }
}
