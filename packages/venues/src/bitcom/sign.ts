/**
 * The venue's signature (its clients; no vectors are published): path & parameters in the order of their names, nested ones by the same rule,
 * lists in brackets in the order given. Method, host and headers take no part. Pure.
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

/** Lower-case hex. */
export const signatureOf = (path: string, params: Params, secret: string): string =>
  createHmac('sha256', secret)
    .update(`${path}&${encodeParams(params)}`)
    .digest('hex')
