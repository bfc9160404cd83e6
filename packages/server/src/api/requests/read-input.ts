/** Parses the params, query and body of a call with the schemas of contracts. A refusal names the invalid member. */
import type { Call } from '@parley/contracts'
import type { z } from 'zod'
import { enumerationMessage, fault, type Fault } from '../../calls/fault.ts'
import { isStorable } from '../../calls/json.ts'
import { schemaMessage } from './schema-messages.ts'
import { lastWins, type Query } from './query.ts'

export type Raw = { readonly params: unknown; readonly query: Query; readonly body: unknown }
export type Read = { readonly params: unknown; readonly query: unknown; readonly body: unknown }

const ECHOED_CHARACTERS = 64

export function createReader(call: Call): (raw: Raw) => Read | Fault {
  const lists = listKeysOf(call.query)
  const refuseUnknown = createUnknownCheck(call)
  return (sent) => {
    const raw = call.isCamelCaseRead === true ? { ...sent, query: snakeCased(sent.query) } : sent
    const unknown = refuseUnknown(raw)
    if (unknown !== undefined) return unknown
    const query = lastWins(raw.query, lists)
    const params = read(call.params, raw.params, 'path')
    if ('wrong' in params) return params.wrong
    const asked = read(call.query, query, 'query')
    if ('wrong' in asked) return asked.wrong
    const body = read(call.body, raw.body, 'body')
    if ('wrong' in body) return body.wrong
    return { params: params.value, query: asked.value, body: body.value }
  }
}

/** `strategyId` as `strategy_id`. */
const snakeCased = (query: Query): Query =>
  Object.fromEntries(
    Object.entries(query).map(([name, value]) => [name.replaceAll(/[A-Z]/g, (capital) => `_${capital.toLowerCase()}`), value]),
  )

type Shape = Readonly<Record<string, z.ZodType>>
type Shaped = { readonly shape?: Shape; readonly unwrap?: () => z.ZodType }
/** The members of an object schema, which may be optional. */
const shapeOf = (schema: z.ZodType | undefined): Shape => {
  const { shape, unwrap } = (schema ?? {}) as Shaped
  return shape ?? (unwrap === undefined ? {} : shapeOf((schema as Required<Shaped> & z.ZodType).unwrap()))
}
export const keysOf = (schema: z.ZodType | undefined): readonly string[] => Object.keys(shapeOf(schema))

/** Keys whose schema accepts a list. The schema itself is checked, so that no second list of names exists. */
function listKeysOf(schema: z.ZodType | undefined): ReadonlySet<string> {
  const shape = shapeOf(schema)
  return new Set(Object.keys(shape).filter((key) => shape[key]!.safeParse([]).success))
}

/** The query parameter with which a caller without headers names its key. */
const ALWAYS = ['api-key']

/** Whether the call returns any members that it is sent. */
const isOpen = (schema: z.ZodType | undefined): boolean =>
  (schema as { readonly def?: { readonly catchall?: unknown } } | undefined)?.def?.catchall !== undefined

type UnknownCheck = (raw: Raw) => Fault | undefined

/** An unknown filter that is ignored would return more than requested, and in a mass cancel would cover more than intended. */
function createUnknownCheck({ method, query, body, refusesUnknown }: Call): UnknownCheck {
  const parameters = [...keysOf(query), ...ALWAYS]
  if (method === 'GET' && !isOpen(query)) return (raw) => unknownIn(raw.query, parameters, 'parameter', 'return more than you asked for')
  if (refusesUnknown !== true) return () => undefined
  const members = keysOf(body)
  const tooMuch = 'cover more than you meant'
  return (raw) => unknownIn(raw.query, parameters, 'parameter', tooMuch) ?? unknownIn(raw.body, members, 'member', tooMuch)
}

function unknownIn(given: unknown, known: readonly string[], what: 'parameter' | 'member', tooMuch: string): Fault | undefined {
  const names = typeof given === 'object' && given !== null ? Object.keys(given) : []
  const member = names.find((name) => !known.includes(name))?.slice(0, ECHOED_CHARACTERS)
  if (member === undefined) return undefined
  const accepted = known.filter((name) => !ALWAYS.includes(name))
  const instead = accepted.length === 0 ? `it has no ${what}s` : `use ${accepted.join(', ')}`
  return fault('InvalidParams', `${member}: This call has no such ${what}, and ignoring it would ${tooMuch}; ${instead}.`, {
    member,
  })
}

function read(schema: z.ZodType | undefined, input: unknown, whole: string): { readonly value: unknown } | { readonly wrong: Fault } {
  if (schema === undefined) return { value: undefined }
  const unkept = whole !== 'body' && Object.entries(input as object).find(([, value]) => !isStorable(String(value)))
  if (unkept) return { wrong: fault('InvalidParams', 'Text must not contain null characters.', { member: unkept[0] }) }
  const parsed = schema.safeParse(input, { error: schemaMessage })
  return parsed.success ? { value: parsed.data } : { wrong: faultOfIssues(parsed.error.issues, input, whole) }
}

const MOST_ISSUES = 20

/** The first issue is the refusal. A form also gets the others, once per member. */
function faultOfIssues(issues: readonly Issue[], input: unknown, whole: string): Fault {
  const [first, ...rest] = issues.slice(0, MOST_ISSUES).map((issue) => faultOfIssue(innermost(issue), input, whole))
  const also = rest.filter(({ member }, index) => member !== first!.member && rest.findIndex((other) => other.member === member) === index)
  return also.length === 0 ? first! : { ...first!, also }
}

type Issue = z.core.$ZodIssue

/** A union is refused with the message of its first alternative, at the union's own path. */
function innermost(issue: Issue): Issue {
  const inner = issue.code === 'invalid_union' ? issue.errors[0]?.[0] : undefined
  return inner === undefined ? issue : innermost({ ...inner, path: [...issue.path, ...inner.path] })
}

function faultOfIssue(issue: Issue, input: unknown, whole: string): Fault {
  // A list in a query is one string, so a refusal names the member and not an index.
  const path = whole === 'query' ? issue.path.slice(0, 1) : issue.path
  const value = path.reduce<unknown>((at, key) => (at as Record<PropertyKey, unknown> | null | undefined)?.[key], input)
  const member = path.length === 0 ? whole : path.map(String).join('.').slice(0, 128)
  if (value === undefined) return fault('InvalidParams', `${member}: This field is required`, { member })
  if (issue.code === 'invalid_value')
    return fault('InvalidEnumerationValue', enumerationMessage(member, value, issue.values.map(String)), {
      member,
      value: echoed(value),
    })
  return fault('InvalidParams', `${member}: ${issue.message}`, { member, value: echoed(value) })
}

function echoed(value: unknown): unknown {
  if (typeof value === 'string') return value.slice(0, ECHOED_CHARACTERS)
  return typeof value === 'number' || typeof value === 'boolean' || value === null ? value : undefined
}
