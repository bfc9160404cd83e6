/** One valid request, and the calls that prepare it. */
import type { Json } from '../protocol/answer.ts'
import type { Right, Sends } from './right.ts'

export type Step = readonly [call: string, right: () => Right | Promise<Right>]

export const must = async (by: Sends, method: string, path: string, body?: unknown): Promise<Json> => {
  const { status, text, json } = await by.send(method, path, body)
  if (status >= 300) throw new Error(`${method} ${path} answered ${status} ${text}`)
  return json
}
