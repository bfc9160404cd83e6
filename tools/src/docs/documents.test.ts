/** The OpenAPI and AsyncAPI documents are valid, and contain everything in contracts. */
import { createRequire } from 'node:module'
import { Validator } from '@seriousme/openapi-schema-validator'
import { Ajv } from 'ajv'
import { describe, expect, it } from 'vitest'
import { apiPage } from './api-page.ts'
import { asyncApi } from './asyncapi.ts'
import { callGroups, doors } from '../call-groups.ts'
import { openApi } from './openapi.ts'

const rest = openApi('1.2.3')
const live = asyncApi('1.2.3')
const page = apiPage('1.2.3')

/** Every target of a `$ref` in the document exists. */
function missingIn(document: object): readonly string[] {
  const named = [...JSON.stringify(document).matchAll(/"\$ref":"#\/([^"]+)"/g)].map(([, path]) => path!)
  const at = (path: string): unknown =>
    path.split('/').reduce<unknown>((value, part) => (value as Record<string, unknown> | undefined)?.[part.replaceAll('~1', '/')], document)
  return [...new Set(named)].filter((path) => at(path) === undefined)
}

describe('openapi.json', () => {
  it('is OpenAPI 3.1, as a public validator reads it', async () => {
    const { valid, errors } = await new Validator().validate(structuredClone(rest))
    expect(errors ?? []).toEqual([])
    expect(valid).toBe(true)
  })

  it('has every call of contracts once, with a name of its own', () => {
    const operations = Object.values(rest.paths).flatMap((path) => Object.values(path)) as { readonly operationId: string }[]
    const calls = callGroups.flatMap(({ calls: named }) => named)
    expect(operations).toHaveLength(calls.length)
    expect(new Set(operations.map(({ operationId }) => operationId)).size).toBe(calls.length)
  })

  it('refers only to existing parts', () => {
    expect(missingIn(rest)).toEqual([])
  })

  it('shows bodies that their own calls accept', () => {
    const bodies = callGroups.flatMap(({ calls }) => calls).filter(({ call }) => call.body !== undefined)
    const refused = bodies.flatMap(({ name, call: { path, method, body } }) => {
      const { requestBody } = rest.paths[path]![method.toLowerCase()] as { requestBody: { content: Record<string, { example: unknown }> } }
      const read = body!.safeParse(requestBody.content['application/json']!.example)
      return read.success ? [] : [`${name}: ${read.error.message}`]
    })
    expect(refused).toEqual([])
  })
})

describe('asyncapi.json', () => {
  it('is AsyncAPI 3, as its own schema reads it', () => {
    const { schemasWithoutId } = createRequire(import.meta.url)('@asyncapi/specs') as { schemasWithoutId: Record<string, object> }
    const check = new Ajv({ strict: false, meta: false, validateSchema: false, validateFormats: false }).compile(schemasWithoutId['3.0.0']!)
    check(structuredClone(live))
    expect(check.errors ?? []).toEqual([])
    expect(check({ ...live, channels: 3 })).toBe(false)
  })

  it('has every channel of every door, and an operation for each', () => {
    const published = Object.values(live.operations as Record<string, { readonly action: string }>).filter(
      ({ action }) => action === 'send',
    )
    expect(published).toHaveLength(doors.flatMap(({ channels }) => Object.keys(channels)).length)
  })

  it('refers only to existing parts', () => {
    expect(missingIn(live)).toEqual([])
  })
})

/** Every notification that a socket can send, as `door channel`. */
const notifications = Object.entries(live.channels as Record<string, { address: string; messages: Record<string, { payload: Node }> }>)
  .filter(([, { messages }]) => 'notification' in messages)
  .map(([key, { address, messages }]) => [`${key.split('_')[0]!} ${address}`, messages['notification']!.payload] as const)

type Node = { readonly properties?: Record<string, Node>; readonly required?: readonly string[] } & Readonly<Record<string, unknown>>
const EXPIRY = /^(expires_at|lapses_at|until|next_state_time|next_platform_state_at)$/

/** Whether an object in it, at any depth, has an expiry of its own. */
function saysWhenItEnds(node: unknown): boolean {
  if (typeof node !== 'object' || node === null) return false
  if (Array.isArray(node)) return node.some(saysWhenItEnds)
  const { $ref, properties = {} } = node as Node
  if (typeof $ref === 'string') return saysWhenItEnds(live.components.schemas[$ref.split('/').at(-1)!])
  return Object.keys(properties).some((name) => EXPIRY.test(name)) || Object.values(node).some(saysWhenItEnds)
}

describe('every message of every channel, at every door', () => {
  it('carries the server’s time', () => {
    const without = notifications.filter(([, payload]) => {
      const meta = payload.properties!['params']!.properties!['meta']!
      return meta.properties?.['server_time'] === undefined || !meta.required!.includes('server_time')
    })
    expect(notifications.length).toBeGreaterThan(30)
    expect(without.map(([name]) => name)).toEqual([])
  })

  it('carries the expiry of its object, unless that is done, never rests or has no expiry', () => {
    const ofSpreads = ['trades', 'trade_tape'].map((name) => `${name}.{venue}.{kind}.{strategy_id}`)
    const done = ['trades', 'trade', 'trade_tape', 'refused_fills', 'venue_fees', ...ofSpreads]
    const stands = ['trading_stop', 'protection_limits', 'venue_states', 'system_state', 'order_book.{strategy_id}.{level}']
    // Each announcement in it has its own end.
    const lists = ['announcements']
    // A list of the venue, which reports no expiry for its orders.
    const ofVenue = ['perpetual_markets', 'perpetual_book.{market}', 'perpetual_trades.{market}', 'perpetual_account']
    const endless = new Set([...done, ...stands, ...lists, ...ofVenue, 'order', 'market_data.{venue}.{base_currency}'])
    const without = notifications.filter(([, payload]) => !saysWhenItEnds(payload)).map(([name]) => name.split(' ')[1]!)
    expect(new Set(without)).toEqual(endless)
  })
})

describe('the reference as a page', () => {
  it('has a place for every call and every channel, each once, and every link in it leads there', () => {
    const ids = [...page.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id!)
    expect(new Set(ids).size).toBe(ids.length)
    const calls = callGroups.flatMap(({ prefix, calls: named }) => named.map(({ name }) => prefix + name))
    expect(calls.filter((id) => !ids.includes(id))).toEqual([])
    const links = [...page.matchAll(/href="#([^"]+)"/g)].map(([, id]) => id!)
    expect([...new Set(links)].filter((id) => !ids.includes(id))).toEqual([])
  })

  it('needs no scripts and no external resources', () => {
    expect(page).not.toMatch(/<script|\son[a-z]+=|src=|@import|url\(/i)
  })
})
