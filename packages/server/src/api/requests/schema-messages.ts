/** Default messages for schemas of contracts without a message: what would be accepted, without a type name of the library. */
import type { z } from 'zod'

type Issue = z.core.$ZodRawIssue

const kinds: Readonly<Record<string, string>> = {
  string: 'a string',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
}

/** For `safeParse`: undefined if the schema has its own message, or if the library's is good enough. */
export function schemaMessage(issue: Issue): string | undefined {
  if (issue.code === 'invalid_type') return accepted(kinds[String(issue.expected)])
  if (issue.code === 'too_small') return accepted(measured(issue.origin, 'at least', issue.minimum))
  if (issue.code === 'too_big') return accepted(measured(issue.origin, 'at most', issue.maximum))
  return undefined
}

const accepted = (what: string | undefined): string | undefined => (what === undefined ? undefined : `Must be ${what}.`)

function measured(origin: string, bound: string, limit: number | bigint): string {
  if (origin === 'string') return `a string of ${bound} ${many(limit, 'character')}`
  if (origin === 'array') return `a list of ${bound} ${many(limit, 'entry', 'entries')}`
  return `${bound} ${limit}`
}

const many = (count: number | bigint, one: string, several = `${one}s`): string => `${count} ${Number(count) === 1 ? one : several}`
