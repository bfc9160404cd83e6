/**
 * Checks signatures as the venue does. Its documentation of different years orders the elements of a list differently, so both orders are accepted.
 */
import { createHmac } from 'node:crypto'
import type { Params } from './refusal.ts'

type Order = 'AS_GIVEN' | 'SORTED'

export function isSignedBy(secret: string, path: string, { signature, ...params }: Params): boolean {
  return (['AS_GIVEN', 'SORTED'] as const).some((order) => {
    const text = `${path}&${encoded(params, order)}`
    return createHmac('sha256', secret).update(text).digest('hex') === signature
  })
}

const encoded = (params: Params, order: Order): string =>
  Object.entries(params)
    .map(([name, value]) => [name, written(value, order)] as const)
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([name, text]) => `${name}=${text}`)
    .join('&')

function written(value: unknown, order: Order): string {
  if (Array.isArray(value)) {
    const elements = value.map((element) => written(element, order))
    return `[${(order === 'SORTED' ? elements.sort() : elements).join('&')}]`
  }
  return typeof value === 'object' && value !== null ? encoded(value as Params, order) : String(value)
}
