/**
 * The venue's signature, as its client libraries make it (no test vectors are published): the path, `&`, and the parameters sorted by name. Nested
 * objects follow the same rule, and lists are in brackets in their given order. Method, host and headers are not signed. Pure.
 */
import { createHmac } from 'node:crypto'

export type Params = { readonly [name: string]: string | number | boolean | readonly Params[] | Params }

export function encodeParams(params: Params): string {
  return Object.keys(params)
    .sort()
    .map((name) => `${name}=${encodeValue(params[name]!)}`)
    .join('&')
}

function encodeValue(value: Params[string]): string {
  if (Array.isArray(value)) return `[${(value as readonly Params[]).map(encodeParams).join('&')}]`
  return typeof value === 'object' ? encodeParams(value as Params) : String(value)
}

/** In lower-case hex. */
export const signatureOf = (path: string, params: Params, secret: string): string =>
  createHmac('sha256', secret)
    .update(`${path}&${encodeParams(params)}`)
    .digest('hex')
