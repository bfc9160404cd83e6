/** How the texts of database columns become values. */
import { types } from 'pg'

const oid = { int8: 20, int8s: 1016, date: 1082, numerics: 1231, texts: 1009 } as const

/** Counts and sequence numbers are far below 2^53. Anything larger must be selected as text. */
function count(text: string): number {
  const value = Number(text)
  if (!Number.isSafeInteger(value)) throw new Error(`${text} does not fit in a number; select it as text`)
  return value
}

const texts = types.getTypeParser(oid.texts as never) as (text: string) => string[]

const own = new Map<number, (text: string) => unknown>([
  [oid.int8, count],
  [oid.int8s, (text) => texts(text).map(count)],
  // The day in UTC, regardless of the server's time zone.
  [oid.date, (text) => new Date(text)],
  // Exact, like a single value.
  [oid.numerics, texts],
])

export const columnTypes = {
  getTypeParser: (id: number, format?: 'text' | 'binary') =>
    (format === 'binary' ? undefined : own.get(id)) ?? types.getTypeParser(id, format),
}
