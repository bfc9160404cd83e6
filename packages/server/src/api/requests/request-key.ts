/** A caller's Idempotency-Key: the sender, and the content, which is the call with its path, query and body. */
import { createHash } from 'node:crypto'
import { wireLimits, type Call } from '@parley/contracts'
import { fault, type Fault } from '../../calls/fault.ts'
import type { Caller } from '../../calls/route.ts'
import type { Idempotency } from '../../engine/engine.ts'

/** A response of a call, before it is encoded. */
export type Outgoing = { readonly status: number; readonly body: unknown; readonly headers: Readonly<Record<string, string>> }

/** Keys belong to the user or API key that sends them. Others of the same desk neither get the response nor learn that a key was used. */
export const askerOf = ({ desk, kind, user, via }: Caller): string => `${desk} ${kind === 'key' ? via : user}`

/** Outcomes of other calls cannot be read. */
export const isTrading = (requestHash: string): boolean => /^\S+ \/v\d\//.test(requestHash)

/** `PUT /v1/ob/rfqs/65/quotes/129`, extracted from the content. */
export const callIn = (requestHash: string): string => requestHash.split(' ').slice(0, 2).join(' ')

export type Said = {
  readonly pathWithQuery: string
  readonly body: Uint8Array
  readonly key: string | undefined
}

/** Undefined without a key, and for calls that take none. */
export function readIdempotency(call: Call, caller: Caller, { pathWithQuery, body, key }: Said): Idempotency | Fault | undefined {
  if (key === undefined || call.method === 'GET' || call.who === 'anyone' || call.whenRepeated === 'DONE_AGAIN') return undefined
  if (!/^[\x21-\x7e]+$/.test(key) || key.length > wireLimits.idempotencyKeyCharacters)
    return fault('InvalidParams', `Idempotency-Key must have 1 to ${wireLimits.idempotencyKeyCharacters} visible ASCII characters.`, {
      member: 'Idempotency-Key',
    })
  const [path = '', query] = pathWithQuery.split(/\?(.*)/s)
  // The query of a mass cancel is part of the request: a different query is a different request.
  const content = query === undefined || query === '' ? body : Buffer.concat([Buffer.from(`?${query}\n`), body])
  return {
    scope: askerOf(caller),
    key,
    requestHash: `${call.method} ${path.replace(/\/$/, '')} ${createHash('sha256').update(content).digest('base64')}`,
  }
}
