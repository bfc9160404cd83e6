/** Query strings as known clients send them: repeated keys, a second question mark, a cursor of None. */
export type Query = Readonly<Record<string, string | readonly string[]>>

/** Values that clients send if they have no cursor. One client numbers its pages and starts with 1. */
const NO_CURSOR = new Set(['', '1', 'None', 'null', 'undefined'])

export function parseQuery(text: string): Query {
  const query: Record<string, string | string[]> = {}
  for (const [key, value] of new URLSearchParams(text.replaceAll('?', '&'))) {
    if (key === '__proto__' || (key === 'cursor' && NO_CURSOR.has(value))) {
      if (key === 'cursor') delete query['cursor']
      continue
    }
    const before = query[key]
    if (before === undefined) query[key] = value
    else if (Array.isArray(before)) before.push(value)
    else query[key] = [before, value]
  }
  return query
}

/** The last of repeated keys wins, except for keys that are lists. */
export const lastWins = (query: Query, lists: ReadonlySet<string>): Query =>
  Object.fromEntries(
    Object.entries(query).map(([key, value]) => [key, typeof value === 'string' || lists.has(key) ? value : value.at(-1)!]),
  )

/** A blank filter filters nothing. Only for reads: a cancel by a blank id must not cancel everything. */
export const withoutBlanks = (query: Query): Query => Object.fromEntries(Object.entries(query).filter(([, value]) => value !== ''))
