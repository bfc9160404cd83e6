/** The sockets as an AsyncAPI 3 document: a server for each flow, a channel for each channel, and the requests that every socket takes. */
import { schemaIn, sorted, type Components } from './component-schemas.ts'
import { exampleOf } from './example.ts'
import { doors, type Described, type Door } from '../call-groups.ts'
import type { Schema } from './shape.ts'
import { socketText } from './reference-texts.ts'

const ID: Schema = { anyOf: [{ type: 'integer' }, { type: 'string', maxLength: 128 }] }
const VERSION: Schema = { const: '2.0' }
const POSITIONS: Schema = {
  type: 'object',
  additionalProperties: { type: 'integer' },
  description: 'The last number received, by seq_group.',
}

const frame = (properties: Readonly<Record<string, Schema>>, required: readonly string[]): Schema => ({
  type: 'object',
  properties: { jsonrpc: VERSION, ...properties },
  required: ['jsonrpc', ...required],
})

const request = (method: string, params: Schema | undefined): Schema =>
  frame({ id: ID, method: { const: method }, ...(params === undefined ? {} : { params }) }, [
    'method',
    ...(params === undefined ? [] : ['params']),
  ])

const SUBSCRIBE = request('subscribe', {
  type: 'object',
  required: ['channel'],
  properties: {
    channel: { type: 'string', maxLength: 256 },
    snapshot: { type: 'boolean', description: 'Send the whole list first.' },
    from_seq: { anyOf: [{ type: 'integer' }, { type: 'string' }, POSITIONS], description: 'Send everything after these numbers first.' },
  },
})
const UNSUBSCRIBE = request('unsubscribe', {
  type: 'object',
  required: ['channel'],
  properties: { channel: { type: 'string', maxLength: 256 } },
})
const HEARTBEAT = request('heartbeat', undefined)
const ANSWER = frame(
  {
    id: ID,
    result: {
      anyOf: [
        { type: 'array', items: { type: 'string' } },
        { type: 'object', required: ['channel'], properties: { channel: { type: 'string' } } },
      ],
      description: 'The channel as it was requested: in a list, or in an object at /v1/fs. A heartbeat has no result.',
    },
    error: {
      type: 'object',
      required: ['code', 'message'],
      properties: { code: { type: 'integer' }, message: { type: 'string' }, data: { type: 'object' } },
    },
  },
  ['id'],
)

const requests = { subscribe: SUBSCRIBE, unsubscribe: UNSUBSCRIBE, heartbeat: HEARTBEAT }

export function asyncApi(version: string) {
  const components: Components = new Map()
  const channels = Object.assign({}, ...doors.map((door) => channelsOf(door, components))) as Record<string, object>
  const operations = Object.assign({}, ...doors.map(operationsOf)) as Record<string, object>
  return {
    asyncapi: '3.0.0',
    info: {
      title: 'Parley sockets',
      version,
      description: socketText.replaceAll(/\[([^\]]+)\]\([^)]+\)/g, '$1'),
      license: { name: 'Unlicensed', url: 'https://spdx.org/licenses/NONE.html' },
    },
    defaultContentType: 'application/json',
    servers: Object.fromEntries(
      doors.map(({ id, path, title }) => [
        id,
        {
          host: 'localhost:4000',
          pathname: path,
          protocol: 'ws',
          title,
          description: 'The host of the demo; otherwise the host that serves this document.',
          security: [{ $ref: '#/components/securitySchemes/accessKey' }, { $ref: '#/components/securitySchemes/ticket' }],
        },
      ]),
    ),
    channels,
    operations,
    components: { schemas: sorted(components), securitySchemes },
  }
}

const securitySchemes = {
  accessKey: {
    type: 'httpApiKey',
    in: 'query',
    name: 'api-key',
    description:
      'The access key of a desk: alone if the key is compatible, otherwise with the three signature headers over GET and the path.',
  },
  ticket: { type: 'httpApiKey', in: 'query', name: 'ticket', description: 'A ticket from POST /account/socket-ticket/, which opens one socket.' },
} as const

const query: Schema = {
  type: 'object',
  properties: {
    'api-key': { type: 'string' },
    ticket: { type: 'string' },
    token: { type: 'string', description: 'A session’s token, for programs that cannot request a ticket.' },
    cancel_on_disconnect: { type: 'string', enum: ['true', 'false', '1', '0'] },
    from_seq: { type: 'string', description: 'As in 1:55,2:10, for channels that are subscribed without their own from_seq.' },
  },
}

const keyOf = (door: string, channel: string): string => `${door}_${channel.replaceAll(/[^a-z_]+/g, '_').replace(/_$/, '')}`

function channelsOf({ id: door, path, channels }: Door, components: Components): Record<string, object> {
  const on = { servers: [{ $ref: `#/servers/${door}` }] }
  const calls = {
    address: path,
    title: 'Requests',
    description: 'Requests of a client and their responses.',
    ...on,
    messages: {
      ...Object.fromEntries(Object.entries(requests).map(([name, payload]) => [name, { name, payload }])),
      answer: { name: 'answer', payload: ANSWER },
    },
    bindings: { ws: { method: 'GET', query, bindingVersion: '0.1.0' } },
  }
  const published = Object.entries(channels).map(([name, { summary, data, also }]) => {
    const parameters = [...name.matchAll(/\{(\w+)\}/g)].map(([, parameter]) => [parameter!, { description: WHAT[parameter!] ?? parameter }])
    const spelling = also.length === 0 ? '' : ` Also published as ${also.join(', ')}.`
    return [
      keyOf(door, name),
      {
        address: name,
        title: name,
        description: summary + spelling,
        ...on,
        ...(parameters.length === 0 ? {} : { parameters: Object.fromEntries(parameters) as object }),
        messages: { notification: notification(name, data, components) },
      },
    ]
  })
  return { [`${door}_requests`]: calls, ...(Object.fromEntries(published) as Record<string, object>) }
}

const WHAT: Readonly<Record<string, string>> = {
  rfq_id: 'The id of the RFQ or market.',
  venue: 'DBT, BIT or BYB.',
  base_currency: 'BTC, ETH and others.',
  kind: 'FUTURE, or ALL.',
  strategy_id: 'The id of a strategy, or ALL.',
  level: 'L1, L2 or L3, or ALL.',
}

function notification(channel: string, data: Described, components: Components): object {
  const one = schemaIn(components, data, 'output')
  const meta: Schema = {
    type: 'object',
    required: ['seq_group', 'seq_num', 'server_time'],
    properties: {
      seq_group: { type: 'integer' },
      seq_num: { type: 'integer' },
      seq_left: { type: 'integer', description: 'The number of notifications of the same decision that follow on this channel. Absent if none follow.' },
      prev_seq_num: { type: 'integer', description: 'The seq_num of the previous notification.' },
      prev_seq_left: { type: 'integer' },
      server_time: { type: 'integer', description: 'The time at which the notification was written, in ms.' },
      positions: POSITIONS,
      truncated: {
        type: 'boolean',
        const: true,
        description: 'Present if a SNAPSHOT is incomplete because it would be too large.',
      },
    },
  }
  const params: Schema = {
    type: 'object',
    required: ['channel', 'data', 'meta'],
    properties: {
      channel: { type: 'string', description: 'The name that was subscribed to.' },
      data: { anyOf: [one, { type: 'array', items: one, description: 'The data of a SNAPSHOT.' }] },
      event: { type: 'string', enum: ['ADDED', 'UPDATED', 'REMOVED', 'SNAPSHOT'], description: 'Absent in streams.' },
      meta,
    },
  }
  const seen = {
    channel,
    data: exampleOf(one, components),
    event: 'ADDED',
    meta: { seq_group: 1, seq_num: 56, prev_seq_num: 55, server_time: 1_700_000_000_000 },
  }
  return {
    name: 'notification',
    payload: frame({ method: { const: 'subscription' }, params }, ['method', 'params']),
    examples: [{ payload: { jsonrpc: '2.0', method: 'subscription', params: seen } }],
  }
}

function operationsOf({ id: door, channels }: Door): Record<string, object> {
  const asked = `#/channels/${door}_requests`
  const taken = Object.keys(requests).map((name) => [
    `${door}_${name}`,
    {
      action: 'receive',
      channel: { $ref: asked },
      messages: [{ $ref: `${asked}/messages/${name}` }],
      reply: { channel: { $ref: asked }, messages: [{ $ref: `${asked}/messages/answer` }] },
    },
  ])
  const published = Object.entries(channels).map(([name, { summary }]) => {
    const channel = `#/channels/${keyOf(door, name)}`
    return [
      `${keyOf(door, name)}_told`,
      { action: 'send', summary, channel: { $ref: channel }, messages: [{ $ref: `${channel}/messages/notification` }] },
    ]
  })
  return Object.fromEntries([...taken, ...published]) as Record<string, object>
}
