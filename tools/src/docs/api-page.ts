/** The reference as one searchable page: every call and channel with its permissions, input, output and errors. */
import { errors, formatRate, refusalsOf, wireLimits, wireRates, type Call, type ErrorName } from '@parley/contracts'
import { apiPageStyle } from './api-page-style.ts'
import { schemaIn, type Components } from './component-schemas.ts'
import { exampleOf } from './example.ts'
import { callGroups, doors, type CallGroup, type Door, type NamedCall } from '../call-groups.ts'
import { shapeOf, type Schema } from './shape.ts'
import { stepUpTexts, whoTexts } from './reference-texts.ts'

/** Longer examples are cut: more lines add nothing. */
const EXAMPLE_LINES = 60

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')

export function apiPage(version: string): string {
  const components: Components = new Map()
  const groups = callGroups.map((group) => groupText(group, components)).join('\n')
  const sockets = doors.map((door) => doorText(door, components)).join('\n')
  const whole = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>API reference · Parley</title>
<style>${apiPageStyle}</style>
</head>
<body>
<a class="skip" href="#content">Skip to content</a>
<div class="page">
<nav class="side" aria-label="Calls and channels">
<p class="name">Parley API ${escaped(version)}</p>
<details><summary>Overview</summary><ul>${['about', 'signing', 'socket', 'limits', 'errors', 'entities'].map(plainEntry).join('')}</ul></details>
${callGroups.map(groupEntry).join('\n')}
${doors.map(doorEntry).join('\n')}
</nav>
<main id="content">
${introduction(version)}
${groups}
${sockets}
<h2 id="limits">Limits</h2>
${limitsText()}
<h2 id="errors">Errors</h2>
${errorsText()}
<h2 id="entities">Entities</h2>
${entitiesText(components)}
</main>
</div>
</body>
</html>
`
  return linked(whole, [...components.keys()])
}

const entitiesText = (components: Components): string =>
  [...components]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, schema]) => entityText(name, schema, components))
    .join('\n')

const anchor = ({ prefix }: CallGroup, { name }: NamedCall): string => prefix + name
const plainEntry = (id: string): string => `<li><a class="plain" href="#${id}">${id[0]!.toUpperCase()}${id.slice(1)}</a></li>`

const groupEntry = (group: CallGroup): string =>
  `<details><summary>${escaped(group.title)}</summary><ul>${group.calls
    .map(
      (named) =>
        `<li><a href="#${anchor(group, named)}"><span class="verb">${named.call.method}</span><span>${escaped(named.call.path)}</span></a></li>`,
    )
    .join('')}</ul></details>`

const channelAnchor = (door: string, channel: string): string => `${door}-${channel.replaceAll(/[^a-z_]+/g, '-')}`
const doorEntry = ({ id, path, channels }: Door): string =>
  `<details><summary>Channels at ${path}</summary><ul>${Object.keys(channels)
    .map((name) => `<li><a class="plain" href="#${channelAnchor(id, name)}">${escaped(name)}</a></li>`)
    .join('')}</ul></details>`

/** A shape whose entity names become links in `linked`, once all entities are known. */
const shape = (schema: Schema, label: string): string => pre(shapeOf(schema), label).replace('class="long"', 'class="long shape"')

const linked = (html: string, names: readonly string[]): string => {
  const entity = new RegExp(`(>|: )(${names.join('|')})(?=\\[\\]| or null|<|\\n)`, 'g')
  return html.replaceAll(/<pre class="long shape"[\s\S]*?<\/pre>/g, (block) => block.replaceAll(entity, '$1<a href="#entity-$2">$2</a>'))
}

const pre = (text: string, label: string): string => `<pre class="long" tabindex="0" aria-label="${escaped(label)}">${escaped(text)}</pre>`

function introduction(version: string): string {
  return `<h1 id="about">Parley API reference</h1>
<p>The web application, the SDK and every bot all use this API and no other. It uses JSON over HTTP and JSON-RPC 2.0 over sockets. Search this page in your browser to find any call, field or error.</p>
<ul class="facts"><li>Version ${escaped(version)}</li><li><a href="/docs/api/openapi.json">OpenAPI 3.1</a></li><li><a href="/docs/api/asyncapi.json">AsyncAPI 3</a></li></ul>
<p>Decimals are strings; JSON numbers are accepted as input. Times are in milliseconds. Unknown members are ignored. Lists come in pages: while <code>next</code> is not null, request the next page with <code>cursor=&lt;next&gt;</code>. The response to a write is the final decision. Every response has <code>x-request-id</code>.</p>
<h2 id="signing">Signing</h2>
<p>A bot sends three headers with each call. The secret key is base64; the signature covers the bytes exactly as they are sent.</p>
${pre('Authorization: Bearer <access key>\nParadigm-API-Timestamp: <milliseconds since 1970, at most 30 s off>\nParadigm-API-Signature: base64(HMAC-SHA256(secret, text))\n\ntext = <timestamp>\\n<METHOD>\\n<path with query, as sent>\\n<body>', 'The signature headers')}
<p>Each signature of a write is valid once: a repeated signature is refused with 401, even after 429 or 503, so sign again. With an <code>Idempotency-Key</code>, a write can be repeated and returns the first response. Users sign in and send <code>Authorization: Token &lt;token&gt;</code>.</p>
<h2 id="socket">Sockets</h2>
<p>One for each flow: <code>wss://&lt;host&gt;/v2/drfq/</code>, <code>/v1/ob/</code>, <code>/v1/grfq/</code>, opened with the same three headers over GET and the path, or with a ticket; <code>?api-key=&lt;access key&gt;</code> alone opens one if the key is compatible. Requests are <code>subscribe</code>, <code>unsubscribe</code> and <code>heartbeat</code>; the server expects a heartbeat every ${wireLimits.heartbeatWithinMs / 1000} s. With <code>"snapshot": true</code> the whole list is sent first; with <code>"from_seq": {"1": 55}</code>, everything after number 55 of group 1.</p>
${pre('→ {"id": 1, "jsonrpc": "2.0", "method": "subscribe", "params": {"channel": "rfqs", "snapshot": true}}\n← {"id": 1, "jsonrpc": "2.0", "result": ["rfqs"]}\n← {"jsonrpc": "2.0", "method": "subscription", "params": {"channel": "rfqs", "data": […], "event": "SNAPSHOT", "meta": {…}}}', 'A subscription')}`
}

const groupText = (group: CallGroup, components: Components): string =>
  `<h2 id="${group.id}">${escaped(group.title)}</h2>\n${group.calls.map((named) => callText(group, named, components)).join('\n')}`

function callText(group: CallGroup, named: NamedCall, components: Components): string {
  const { call } = named
  const id = anchor(group, named)
  const body = call.body === undefined ? undefined : schemaIn(components, call.body, 'input')
  const query = call.query === undefined ? undefined : schemaIn(components, call.query, 'input')
  const answer = call.status === 204 ? undefined : schemaIn(components, call.answer, 'output')
  return `<article id="${id}">
<h3><a href="#${id}"><span class="verb">${call.method}</span>${escaped(call.path)}</a></h3>
<p>${escaped(call.summary)}</p>
<p class="who">${escaped([whoTexts[call.who], call.stepUp === undefined ? '' : stepUpTexts[call.stepUp]].join(' ').trim())}</p>
${query === undefined ? '' : `<h4>Query</h4>${shape(query, `Query of ${id}`)}`}
<div class="pair">
${body === undefined ? '' : `<div><h4>Body</h4>${shape(body, `Body of ${id}`)}</div>`}
<div><h4>Response ${call.status ?? 200}</h4>${answer === undefined ? '<p>No body.</p>' : shape(answer, `Response of ${id}`)}</div>
</div>
${call.partly === undefined ? '' : '<p>207 if some of the markets could not be reached; <code>unreached</code> names them. The same request with the same <code>Idempotency-Key</code> continues with these.</p>'}
<h4>Example</h4>${pre(exampleText(call, body, answer, components), `Example of ${id}`)}
${refusalsText(refusalsOf(call))}
</article>`
}

function exampleText(call: Call, body: Schema | undefined, answer: Schema | undefined, components: Components): string {
  const path = call.path.replaceAll(/\{(\w+)\}/g, (_whole, name: string) => String(exampleOf({ type: 'integer' }, components, name)))
  const sent = body === undefined ? '' : `\n${json(exampleOf(body, components))}`
  const got = answer === undefined ? '' : `\n${json(exampleOf(answer, components))}`
  return `→ ${call.method} ${path}${sent}\n← ${call.status ?? 200}${got}`
}

function json(value: unknown): string {
  const lines = (JSON.stringify(value, undefined, 2) ?? '').split('\n')
  return (lines.length > EXAMPLE_LINES ? [...lines.slice(0, EXAMPLE_LINES), '…'] : lines).join('\n')
}

function refusalsText(names: readonly ErrorName[]): string {
  if (names.length === 0) return ''
  const rows = [...new Set(names)].map((name) => {
    const { code, status, summary } = errors[name]
    return `<tr><td class="code">${code}</td><td><code>${name}</code></td><td class="code">${status}</td><td>${escaped(summary)}</td></tr>`
  })
  return `<h4>Errors</h4><table><thead><tr><th>Code</th><th>Error</th><th>HTTP</th><th>Meaning</th></tr></thead><tbody>${rows.join('')}</tbody></table>`
}

function doorText({ id, path, title, channels }: Door, components: Components): string {
  const texts = Object.entries(channels).map(([name, { summary, data, also }]) => {
    const schema = schemaIn(components, data, 'output')
    const key = channelAnchor(id, name)
    const spelling = also.length === 0 ? '' : ` Also published as ${also.map((other) => `<code>${escaped(other)}</code>`).join(', ')}.`
    return `<article id="${key}">
<h3><a href="#${key}"><span class="verb">CHANNEL</span>${escaped(name)}</a></h3>
<p>${escaped(summary)}${spelling}</p>
<div class="pair"><div><h4>Data</h4>${shape(schema, `Data of ${key}`)}</div>
<div><h4>Example</h4>${pre(json(exampleOf(schema, components)), `Example of ${key}`)}</div></div>
</article>`
  })
  return `<h2 id="channels-${id}">Channels at ${escaped(path)}</h2>\n<p>${escaped(title)}.</p>\n${texts.join('\n')}`
}

const entityText = (name: string, schema: Schema, components: Components): string =>
  `<article id="entity-${escaped(name)}"><h3><a href="#entity-${escaped(name)}">${escaped(name)}</a></h3>
${schema.description === undefined ? '' : `<p>${escaped(schema.description)}</p>`}<div class="pair"><div>${shape(schema, name)}</div><div>${pre(json(exampleOf(schema, components)), `Example of ${name}`)}</div></div></article>`

function limitsText(): string {
  const most = Object.entries(wireLimits).map(
    ([name, value]) => `<tr><td><code>${name}</code></td><td class="code">${value}</td><td></td></tr>`,
  )
  const often = Object.entries(wireRates).map(
    ([name, rate]) => `<tr><td><code>${name}</code></td><td class="code">${formatRate(rate)}</td><td>${escaped(rate.meaning)}</td></tr>`,
  )
  return `<p>Calls above a rate limit are refused with 429 and <code>Retry-After</code>.</p><table><thead><tr><th>Name</th><th>Maximum</th><th>Applies to</th></tr></thead><tbody>${[...often, ...most].join('')}</tbody></table>`
}

function errorsText(): string {
  const rows = Object.entries(errors).map(
    ([name, { code, status, summary }]) =>
      `<tr><td class="code">${code}</td><td><code>${name}</code></td><td class="code">${status}</td><td>${escaped(summary)}</td></tr>`,
  )
  return `<p>Every response with a status of 400 or above is <code>{code, error, message, detail, data?}</code>. Under /account/, a 400 is <code>{field: [text]}</code>.</p><table><thead><tr><th>Code</th><th>Error</th><th>HTTP</th><th>Meaning</th></tr></thead><tbody>${rows.join('')}</tbody></table>`
}
