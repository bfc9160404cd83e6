/** The ids of the request that is being served, so that each of its lines in the log names them. */
import { AsyncLocalStorage } from 'node:async_hooks'
import type { IncomingHttpHeaders } from 'node:http'
import type { Details, Log } from './log.ts'

/** `commandId` is the sender's Idempotency-Key, by which the outcome of a write can be asked for. */
export type RequestIds = { readonly requestId: string; readonly commandId?: string; readonly traceId?: string }

const current = new AsyncLocalStorage<RequestIds>()

export const inRequest = <Done>(ids: RequestIds, work: () => Done): Done => current.run(ids, work)

/** Adds the ids of the current request to each line. A line outside of a request has none. */
export function withRequestIds(log: Log): Log {
  const named = (details: Details): Details => ({ ...current.getStore(), ...details })
  return {
    info: (details, sentence) => log.info(named(details), sentence),
    warn: (details, sentence) => log.warn(named(details), sentence),
    error: (details, sentence) => log.error(named(details), sentence),
  }
}

const COMMAND_ID = /^[\x21-\x7e]{1,128}$/
const TRACEPARENT = /^[0-9a-f]{2}-(?!0{32})([0-9a-f]{32})-(?!0{16})([0-9a-f]{16})-([0-9a-f]{2})$/

/** The `traceparent` of W3C Trace Context, if the sender's request is part of a trace. */
export type TraceParent = { readonly traceId: string; readonly spanId: string; readonly flags: number }

export function traceParentOf({ traceparent }: IncomingHttpHeaders): TraceParent | undefined {
  const match = TRACEPARENT.exec(typeof traceparent === 'string' ? traceparent : '')
  return match === null ? undefined : { traceId: match[1]!, spanId: match[2]!, flags: Number.parseInt(match[3]!, 16) }
}

/** `traceId` is that of our own trace. Without one, a request keeps the id that its sender gave. */
export function requestIdsOf(requestId: string, headers: IncomingHttpHeaders, traceId = traceParentOf(headers)?.traceId): RequestIds {
  const key = headers['idempotency-key']
  const commandId = typeof key === 'string' && COMMAND_ID.test(key) ? key : undefined
  return { requestId, ...(commandId !== undefined && { commandId }), ...(traceId !== undefined && { traceId }) }
}
