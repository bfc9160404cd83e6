/** Checks every response, whatever was sent; a fault is thrown with its request. */
import { errors } from '@parley/contracts'
import type { Answer } from '../protocol/answer.ts'

const codes = new Set<unknown>(Object.values(errors).map(({ code }) => code))
/** Responses reveal nothing about the server's internals. */
const INSIDE = /node:|\.ts:|postgres|PostgresError|select .* from|at Object/

export function judge({ status, headers, text, json }: Answer, sent: string): void {
  const wrong = faultOf(status, headers, text, json as unknown as Readonly<Record<string, unknown>>)
  if (wrong !== undefined) throw new Error(`${wrong}: ${sent} -> ${status} ${text.slice(0, 400)}`)
}

function faultOf(status: number, headers: Headers, text: string, json: Readonly<Record<string, unknown>>): string | undefined {
  if (status === 503) return headers.has('retry-after') ? undefined : 'a 503 without Retry-After'
  if (status >= 500) return 'a fault of the server'
  if (status === 204) return undefined
  if (!(headers.get('content-type') ?? '').includes('application/json') || (typeof json === 'object' && json !== null && 'notJson' in json))
    return 'an answer that is no JSON'
  if (status < 400) return undefined
  if (status === 429 && !headers.has('retry-after')) return 'a 429 without Retry-After'
  if (INSIDE.test(text)) return 'a refusal that tells of the inside'
  const isFields = status === 400 && !('code' in json)
  if (isFields) return Object.values(json).every((texts) => Array.isArray(texts)) ? undefined : 'fields without their texts'
  if (!codes.has(json['code'])) return 'a code that the catalogue does not have'
  const isWhole = ['message', 'detail', 'error'].every((member) => typeof json[member] === 'string')
  return isWhole ? undefined : 'an error body that is not whole'
}
