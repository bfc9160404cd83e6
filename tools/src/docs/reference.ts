/** The API reference, generated from contracts alone: only what is in contracts is promised. */
import {
  accountCalls,
  catalogueCalls,
  channels,
  deskCalls,
  reconciliationCalls,
  leaderboardCalls,
  venueAccountCalls,
  credentialCalls,
  directRfqCalls,
  errors,
  factorCalls,
  outcomeCalls,
  formatRate,
  grfqCalls,
  listCalls,
  groupChannels,
  obCalls,
  perpetualCalls,
  positionCalls,
  heldRequestCalls,
  protectionCalls,
  refusalsOf,
  registrationCalls,
  spreadCalls,
  spreadChannels,
  vaultCalls,
  vaultChannels,
  wireLimits,
  wireRates,
  type Call,
  type ErrorName,
} from '@parley/contracts'
import { errorsGuide } from './advice.ts'
import { asyncApi } from './asyncapi.ts'
import { openApi } from './openapi.ts'
import { productVersion } from './product-version.ts'
import { conventions, socketText, spreadText, stepUpTexts, whoTexts } from './reference-texts.ts'
import { shapeOf, typeOf, type Schema } from './shape.ts'

export type Page = { readonly path: string; readonly text: string }

const FOLDER = 'docs/protocol'
const GENERATED = '<!-- Written by `npm run docs` from packages/contracts; change it there. -->'

type Described = { toJSONSchema(options: { io: 'input' | 'output'; unrepresentable: 'any' }): unknown }
/** The entities found while generating the pages, by name. */
type Entities = Map<string, Schema>

export function reference(): readonly Page[] {
  const entities: Entities = new Map()
  const features = [
    page('rest-account.md', 'Your account over REST', callsText({ ...registrationCalls, ...accountCalls, ...factorCalls }, entities)),
    page(
      'rest-desk.md',
      'Your desk over REST',
      callsText({ ...deskCalls, ...venueAccountCalls, ...credentialCalls, ...reconciliationCalls }, entities),
    ),
    page('rest-catalogue.md', 'Catalogue over REST', callsText(catalogueCalls, entities)),
    page('rest-direct-rfq.md', 'Direct RFQ over REST', callsText(directRfqCalls, entities)),
    page('rest-lists.md', 'List RFQs over REST', callsText(listCalls, entities)),
    page('rest-group-rfq.md', 'Order-book markets over REST', callsText({ ...obCalls, ...renamed(grfqCalls) }, entities)),
    page('rest-spreads.md', 'Listed spreads over REST', `${spreadText}\n\n${callsText(spreadCalls, entities)}`),
    page('rest-protection.md', 'Protections over REST', callsText({ ...protectionCalls, ...heldRequestCalls }, entities)),
    page('rest-positions.md', 'Positions over REST', callsText(positionCalls, entities)),
    page('rest-perpetuals.md', 'Perpetuals over REST', callsText(perpetualCalls, entities)),
    page('rest-auctions.md', 'Auctions of vaults over REST', callsText(vaultCalls, entities)),
    page('rest-leaderboard.md', 'Leaderboard over REST', callsText(leaderboardCalls, entities)),
    page('rest-fate.md', 'The fate of a command over REST', callsText(outcomeCalls, entities)),
    page(
      'socket.md',
      'The socket',
      `${socketText}\n\n${channelsText('Channels at /v2/drfq/', channels, entities)}\n\n${channelsText('Channels at /v1/ob/ and /v1/grfq/', groupChannels, entities)}\n\n${channelsText('Channels at /v1/fs/', spreadChannels, entities)}\n\n${channelsText('Channels at /v1/vrfq/', vaultChannels, entities)}`,
    ),
  ]
  return [
    page('README.md', 'The public API', conventions),
    ...features,
    page('entities.md', 'Entities', entitiesText(entities)),
    page('errors.md', 'Errors', errorsText()),
    page('limits.md', 'Limits', limitsText()),
    { path: 'docs/guides/errors.md', text: `${GENERATED}\n\n# Errors and what to do\n\n${errorsGuide()}\n` },
    { path: `${FOLDER}/openapi.json`, text: json(openApi(productVersion)) },
    { path: `${FOLDER}/asyncapi.json`, text: json(asyncApi(productVersion)) },
  ]
}

const json = (document: object): string => `${JSON.stringify(document, undefined, 1)}\n`

/** The /v1/ob and /v1/grfq calls share their names. */
const renamed = (calls: object): object => Object.fromEntries(Object.entries(calls).map(([name, call]) => [`${name} (grfq)`, call]))

const page = (name: string, title: string, text: string): Page => ({
  path: `${FOLDER}/${name}`,
  text: `${GENERATED}\n\n# ${title}\n\n${text.trim()}\n`,
})

/** The shape of a schema; entities are named here and described once, in entities.md. */
function schemaOf(described: Described, io: 'input' | 'output', entities: Entities): Schema {
  const schema = described.toJSONSchema({ io, unrepresentable: 'any' }) as Schema & { readonly id?: string }
  for (const [name, entity] of Object.entries(schema.$defs ?? {})) if (io === 'output') entities.set(name, entity)
  if (schema.id !== undefined && io === 'output') {
    entities.set(schema.id, schema)
    return { $ref: `#/$defs/${schema.id}` }
  }
  return schema
}

const block = (text: string): string => `\`\`\`\n${text}\n\`\`\``

const METHODS: readonly Call['method'][] = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE']

function callsText(calls: object, entities: Entities): string {
  const order = ([, { path, method }]: [string, Call]): string => `${path} ${METHODS.indexOf(method)}`
  const sorted = (Object.entries(calls) as [string, Call][]).sort((a, b) => (order(a) < order(b) ? -1 : 1))
  return sorted.map(([name, call]) => callText(name, call, entities)).join('\n\n')
}

function callText(name: string, call: Call, entities: Entities): string {
  const parts = [
    `## ${call.method} ${call.path}`,
    call.summary,
    `*${name}* · ${whoTexts[call.who]}${call.stepUp === undefined ? '' : ` ${stepUpTexts[call.stepUp]}`}`,
  ]
  if (call.query !== undefined) parts.push('Query:', block(shapeOf(schemaOf(call.query, 'input', entities))))
  const body = call.body === undefined ? undefined : schemaOf(call.body, 'input', entities)
  if (body?.properties !== undefined || body?.anyOf !== undefined) parts.push('Body:', block(shapeOf(body)))
  parts.push(answerText(call, entities))
  if (call.partly !== undefined) parts.push(partlyText(call, entities))
  const refusals = refusalsOf(call)
  if (refusals.length > 0) parts.push(`Errors: ${refusals.map(errorLink).join(', ')}.`)
  return parts.join('\n\n')
}

function answerText(call: Call, entities: Entities): string {
  const status = call.status ?? 200
  if (status === 204) return 'Response 204, without a body.'
  const schema = schemaOf(call.answer, 'output', entities)
  return schema.properties === undefined
    ? `Response ${status}: ${linked(typeOf(schema), entities)}`
    : `Response ${status}:\n\n${block(shapeOf(schema))}`
}

function partlyText({ status, partly }: Call, entities: Entities): string {
  const named = linked(typeOf(schemaOf(partly!, 'output', entities)), entities)
  const what = status === 204 ? named : `the same response with ${named}`
  return `Response 207, if some of the markets could not be reached: ${what}.`
}

const linked = (text: string, entities: Entities): string => (entities.has(text) ? `[${text}](entities.md#${text.toLowerCase()})` : text)
const errorLink = (name: ErrorName): string => `[${name}](errors.md) ${errors[name].code}`

type Channels = Readonly<Record<string, { readonly summary: string; readonly data: Described; readonly also: readonly string[] }>>

function channelsText(title: string, named: Channels, entities: Entities): string {
  const texts = Object.entries(named).map(([name, { summary, data, also }]) => {
    const schema = schemaOf(data, 'output', entities)
    const spelling = also.length === 0 ? '' : `\n\nAlso published as ${also.map((other) => `\`${other}\``).join(', ')}.`
    const shape = schema.properties === undefined ? linked(typeOf(schema), entities) : `\n\n${block(shapeOf(schema))}`
    return `### ${name}\n\n${summary}${spelling}\n\nData: ${shape}`
  })
  return `## ${title}\n\n${texts.join('\n\n')}`
}

const entitiesText = (entities: Entities): string =>
  [...entities]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(
      ([name, schema]) => `## ${name}\n\n${schema.description === undefined ? '' : `${schema.description}\n\n`}${block(shapeOf(schema))}`,
    )
    .join('\n\n')

function errorsText(): string {
  const rows = Object.entries(errors).map(([name, { code, status, summary }]) => `| ${code} | ${name} | ${status} | ${summary} |`)
  return `Every response with a status of 400 or above is JSON:

${block('{\n  code: integer\n  error: text          // the name below\n  message: text        // a message for people\n  detail: text         // the same message, for clients that read only this member\n  request_id: text     // as in x-request-id\n  data?: {\n    member?: text      // the field at fault: "legs.0.price"\n    value?: anything   // its value\n    rule?: text        // the number of the rule in docs/rulebook.md\n    id?: text          // the id of the object that the error is about\n  }\n}')}

Under /account/, a 400 has the form \`{"email": ["…"]}\` or \`{"non_field_errors": ["…"]}\`. The header \`x-request-id\` identifies the
request in the server log. 429 and 503 carry \`Retry-After\`.

| code | error | status | meaning |
|---|---|---|---|
${rows.join('\n')}`
}

function limitsText(): string {
  const most = Object.entries(wireLimits).map(([name, value]) => `| ${name} | ${value} |`)
  const often = Object.entries(wireRates).map(([name, rate]) => `| ${name} | ${formatRate(rate)} | ${rate.meaning} |`)
  return `## Maximum sizes

| name | maximum |
|---|---|
${most.join('\n')}

## Rates

Calls above a rate limit are refused with 429 and \`Retry-After\`. "5 in 10 s" is a rolling window: at most 5 in any 10 s.

| name | rate | applies to |
|---|---|---|
${often.join('\n')}`
}
