/** The REST calls as an OpenAPI 3.1 document. */
import { errors, refusalsOf, type Call, type ErrorName } from '@parley/contracts'
import { schemaIn, sorted, type Components } from './component-schemas.ts'
import { exampleOf } from './example.ts'
import { callGroups, type CallGroup, type NamedCall } from '../call-groups.ts'
import type { Schema } from './shape.ts'
import { conventions, stepUpTexts, whoTexts } from './reference-texts.ts'

export type OpenApi = ReturnType<typeof openApi>

const REFUSED: Schema = {
  type: 'object',
  required: ['code', 'error', 'message', 'detail'],
  properties: {
    code: { type: 'integer' },
    error: { type: 'string', enum: Object.keys(errors), description: 'The name of the error.' },
    message: { type: 'string', description: 'A message for people.' },
    detail: { type: 'string', description: 'The same message, for clients that read only this member.' },
    request_id: { type: 'string', description: 'The same id as in x-request-id.' },
    data: {
      type: 'object',
      properties: {
        member: { type: 'string', description: 'The field at fault.' },
        value: {},
        rule: { type: 'string', description: 'The number of the rule in the rulebook.' },
        id: { type: 'string', description: 'The id of the object that the error is about.' },
      },
    },
  },
}
const FORM: Schema = {
  type: 'object',
  additionalProperties: { type: 'array', items: { type: 'string' } },
  description: 'The errors of each field; non_field_errors applies to the form as a whole.',
}

export function openApi(version: string) {
  const components: Components = new Map([
    ['Refused', REFUSED],
    ['FieldErrors', FORM],
  ])
  const paths: Record<string, Record<string, object>> = {}
  for (const group of callGroups)
    for (const named of group.calls) {
      const { path, method } = named.call
      paths[path] = { ...paths[path], [method.toLowerCase()]: operation(group, named, components) }
    }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Parley',
      version,
      summary: 'Block trades in crypto options, futures and spreads: request, quote, trade and settle.',
      description: withoutLinks(conventions),
      license: { name: 'Unlicensed', url: 'https://spdx.org/licenses/NONE.html' },
    },
    servers: [{ url: '/', description: 'The installation that serves this document.' }],
    tags: callGroups.map(({ title }) => ({ name: title })),
    paths,
    components: { schemas: sorted(components), securitySchemes, responses: commonResponses, headers },
  }
}

const securitySchemes = {
  accessKey: { type: 'http', scheme: 'bearer', description: 'The access key of a desk, sent with the two signature headers.' },
  timestamp: { type: 'apiKey', in: 'header', name: 'Paradigm-API-Timestamp', description: 'Milliseconds since 1970, within 30 s.' },
  signature: {
    type: 'apiKey',
    in: 'header',
    name: 'Paradigm-API-Signature',
    description: 'Base64 of the HMAC-SHA256 over timestamp, method, path with query, and body, each on its own line.',
  },
  session: { type: 'apiKey', in: 'header', name: 'Authorization', description: 'Token <token>, with the token that sign-in returns.' },
} as const

const headers = {
  RequestId: { description: 'The id of the request in the server log.', schema: { type: 'string' } },
  RetryAfter: { description: 'Seconds.', schema: { type: 'integer' } },
  Replayed: {
    description: 'true: this is the response to an earlier request with the same key, and nothing was carried out again.',
    schema: { type: 'string' },
  },
} as const

const content = (schema: object, example?: unknown): object => ({
  'application/json': { schema, ...(example === undefined ? {} : { example }) },
})
const refused = (description: string, more: object = {}): object => ({
  description,
  headers: { 'x-request-id': { $ref: '#/components/headers/RequestId' }, ...more },
  content: content({ $ref: '#/components/schemas/Refused' }),
})
const retry = { 'Retry-After': { $ref: '#/components/headers/RetryAfter' } }

const NOT_ALLOWED = 'The key, the IP address or the role does not allow this call.'
const AWAY = 'The server is starting, stopping or overloaded, or the platform does not currently accept this call.'

const commonResponses = {
  NotAuthenticated: refused('The credentials are missing or invalid.'),
  NotAllowed: refused(NOT_ALLOWED),
  TooOften: refused('Too many calls.', retry),
  Away: refused(AWAY, retry),
}

function operation({ title, prefix }: CallGroup, { name, call }: NamedCall, components: Components): object {
  const body = call.body === undefined ? undefined : schemaIn(components, call.body, 'input')
  return {
    operationId: prefix + name,
    tags: [title],
    summary: call.summary,
    description: [whoTexts[call.who], call.stepUp === undefined ? '' : stepUpTexts[call.stepUp]].join(' ').trim(),
    ...(call.who === 'anyone' ? { security: [] } : { security: securityOf(call) }),
    parameters: [...parameters(call, components), ...(isWrite(call) ? [idempotencyKey] : [])],
    ...(body === undefined ? {} : { requestBody: { required: !isOptional(call), content: content(body, exampleOf(body, components)) } }),
    responses: responses(call, components),
  }
}

const isWrite = ({ method, who }: Call): boolean => method !== 'GET' && who !== 'anyone'
const replayed = (call: Call): object =>
  isWrite(call) ? { headers: { 'Idempotency-Replayed': { $ref: '#/components/headers/Replayed' } } } : {}
const isOptional = ({ body }: Call): boolean => body?.safeParse(undefined).success ?? true

const securityOf = ({ who }: Call): object[] =>
  who === 'person' ? [{ session: [] }] : [{ accessKey: [], timestamp: [], signature: [] }, { session: [] }]

const idempotencyKey = {
  name: 'Idempotency-Key',
  in: 'header',
  description:
    'Makes the call safe to repeat: for 24 hours, the same call, path, query and body under this key return the same response, with the header Idempotency-Replayed.',
  schema: { type: 'string', maxLength: 128 },
}

function parameters({ params, query }: Call, components: Components): readonly object[] {
  const listed = (described: Call['params'], place: 'path' | 'query'): readonly object[] => {
    if (described === undefined) return []
    const { properties = {}, required = [] } = schemaIn(components, described, 'input')
    return Object.entries(properties).map(([name, { description, ...schema }]) => ({
      name,
      in: place,
      ...(description === undefined ? {} : { description }),
      ...(place === 'path' || required.includes(name) ? { required: true } : {}),
      schema,
    }))
  }
  return [...listed(params, 'path'), ...listed(query, 'query')]
}

function responses(call: Call, components: Components): Record<string, object> {
  const status = call.status ?? 200
  const answer = status === 204 ? undefined : schemaIn(components, call.answer, 'output')
  const success =
    answer === undefined
      ? { description: 'Success, without a body.', ...replayed(call) }
      : { description: 'Success.', ...replayed(call), content: content(answer, exampleOf(answer, components)) }
  const partly = call.partly === undefined ? undefined : schemaIn(components, call.partly, 'output')
  const inPart =
    partly === undefined
      ? {}
      : {
          207: {
            description:
              'Some of the markets could not be reached. The same request with the same Idempotency-Key continues with these.',
            content: content(answer === undefined ? partly : { allOf: [answer, partly] }),
          },
        }
  const isForm = call.path.startsWith('/account/')
  const common =
    call.who === 'anyone'
      ? {}
      : { 401: { $ref: '#/components/responses/NotAuthenticated' }, 403: { $ref: '#/components/responses/NotAllowed' } }
  const refusals = refusalsByStatus(call)
  return {
    [status]: success,
    ...inPart,
    400: {
      description: `A parameter is missing or has the wrong form.\n\n${linesOf(refusals.get(400) ?? [])}`.trimEnd(),
      content: content({ $ref: `#/components/schemas/${isForm ? 'FieldErrors' : 'Refused'}` }),
    },
    ...common,
    429: { $ref: '#/components/responses/TooOften' },
    503: { $ref: '#/components/responses/Away' },
    ...ownStatuses(call, refusals),
  }
}

/** Groups the refusals by the HTTP status of their response. */
function refusalsByStatus(call: Call): ReadonlyMap<number, readonly ErrorName[]> {
  const named: readonly ErrorName[] = [...refusalsOf(call), ...(isWrite(call) ? (['IdempotencyKeyReused'] as const) : [])]
  return Map.groupBy(named, (name) => errors[name].status)
}

function ownStatuses({ who }: Call, refusals: ReadonlyMap<number, readonly ErrorName[]>): Record<string, object> {
  const listed = [...refusals].filter(([status]) => status !== 400)
  const before: Readonly<Record<number, string>> = { 403: who === 'anyone' ? '' : `${NOT_ALLOWED}\n\n`, 503: `${AWAY}\n\n` }
  return Object.fromEntries(
    listed.map(([status, names]) => [status, refused((before[status] ?? '') + linesOf(names), status === 503 ? retry : undefined)]),
  )
}

const linesOf = (names: readonly ErrorName[]): string =>
  names.map((name) => `${name} (${errors[name].code}): ${errors[name].summary}`).join('\n\n')

/** The links lead to pages of the reference that this document does not contain. */
const withoutLinks = (text: string): string => text.replaceAll(/\[([^\]]+)\]\([^)]+\)/g, '$1')
