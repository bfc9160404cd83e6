/** Our words for schemas of contracts that have none of their own: what would be accepted, and no name of a library's type. */
import type { z } from 'zod'

type Issue = z.core.$ZodRawIssue

const kinds: Readonly<Record<string, string>> = {
  string: 'A text',
  number: 'A number',
  int: 'A whole number',
  boolean: 'true or false',
  array: 'A list',
  object: 'An object',
}

/** For `safeParse`: undefined if the schema has its own words, or we have none better than the library's. */
export function schemaMessage(issue: Issue): string | undefined {
  if (issue.code === 'invalid_type') return accepted(kinds[String(issue.expected)])
  if (issue.code === 'too_small') return accepted(measured(issue.origin, 'at least', issue.minimum))
  if (issue.code === 'too_big') return accepted(measured(issue.origin, 'at most', issue.maximum))
  return undefined
}

const accepted = (what: string | undefined): string | undefined => (what === undefined ? undefined : `${what} is accepted.`)

function measured(origin: string, bound: string, limit: number | bigint): string {
  if (origin === 'string') return `A text of ${bound} ${many(limit, 'character')}`
  if (origin === 'array') return `A list of ${bound} ${many(limit, 'entry', 'entries')}`
  return `A number of ${bound} ${limit}`
}

const many = (count: number | bigint, one: string, several = `${one}s`): string => `${count} ${Number(count) === 1 ? one : several}`
