/** Seeded requests and frames, from almost valid to hostile: a call's own members by its schema, mostly right or wrong in any way. */
import type { Call } from '@parley/contracts'
import type { Door } from './calls.ts'
import { pick, type Random } from '../random.ts'
import { TEXTS, VALUES, WHOLE } from '../protocol/malformed.ts'
import { PERPETUAL } from '../protocol/perpetual-writes.ts'
import { isOfAuctions, type HeldAuction } from '../protocol/vault-writes.ts'
import { goodOfAuctions, idOfAuctions, type AuctionObjects } from './auctions.ts'

/** Existing objects, so that faults behind the first check are found too. */
/** The trades made before everything else, for reading. */
export type Dealt = {
  readonly key: string
  readonly directTrade: string
  readonly groupTrade: number
  readonly groupOrder: number
  readonly spreadTrade: string
  readonly auction: HeldAuction
}
export type ExistingObjects = {
  readonly ids: readonly (string | number)[]
  readonly instrument: { readonly id: number; readonly name: string }
  readonly price: string
  /** The open objects of each flow, for its calls and channels. */
  readonly direct: { readonly rfq: string; readonly order: string }
  /** A list RFQ on which the maker has a net price. */
  readonly list: string
  readonly group: { readonly rfq: number; readonly order: number }
  /** A strategy, and one of the maker's orders in it. */
  readonly spread: { readonly rfq: string; readonly order: string; readonly price: string }
  readonly auctions: AuctionObjects
  readonly dealt: Dealt
}
export type Sent = { readonly method: string; readonly path: string; readonly body: string | undefined }

const PATH_TEXTS = TEXTS.filter((text) => text !== '' && !text.includes('?'))
/** The key of a command that was decided. */
export const KNOWN_KEY = 'known-key'
const WORDS = [
  'D1',
  'OB',
  'OPTION',
  KNOWN_KEY,
  'DBT',
  'PRDX',
  'BTC',
  'DO',
  'OPEN',
  'ACTIVE',
  'BUY',
  'Sell',
  'MAKER',
  'CLOSED',
  'true',
  '1',
  '1000',
  'LIMIT',
  'None',
  'CL',
]

type Flow = { readonly path: string; readonly rfq: string | number; readonly order: string | number }
function flowOf(path: string, { direct, group, spread }: ExistingObjects): Flow {
  if (path.startsWith('/v1/fs/')) return { path, ...spread }
  return { path, ...(/^\/v1\/(grfq|ob)\//.test(path) ? group : direct) }
}

/** The object of the call, from its path. */
function rightId({ method, path }: Call, param: string, known: ExistingObjects): string | number {
  const { rfq, order } = flowOf(path, known)
  if (isOfAuctions(path)) return idOfAuctions({ method, path }, known.auctions, known.dealt.auction.trade)
  if (param === '{market}') return PERPETUAL
  if (path.startsWith('/v2/drfq/lists/')) return known.list
  if (path.startsWith('/v1/fs/'))
    return param === '{venue}' ? 'dbt' : path.includes('/trades/') ? known.dealt.spreadTrade : param === '{id}' ? order : rfq
  if (/\/orders\/\{id\}/.test(path) && path.startsWith('/v1/')) return known.dealt.groupOrder
  if (path.includes('/trades/')) return path.startsWith('/v1/') ? known.dealt.groupTrade : known.dealt.directTrade
  if (path.includes('/drfq/instruments/')) return known.instrument.id
  if (param === '{idempotency_key}') return known.dealt.key
  if (param === '{quote_id}' || /\/(quotes|orders)\/\{id\}/.test(path)) return order
  if (param === '{venue}') return 'DBT'
  if (param === '{kind}') return 'us'
  return param === '{name}' ? known.instrument.name : rfq
}

/** The path of an existing object. */
export const rightPath = (call: Call, known: ExistingObjects): string =>
  call.path.replaceAll(/\{\w+\}/g, (param) => String(rightId(call, param, known)))

type Schema = { readonly shape?: Readonly<Record<string, unknown>>; readonly def?: { readonly innerType?: Schema } }
const membersOf = (schema: unknown): readonly string[] => {
  const { shape, def } = (schema ?? {}) as Schema
  return shape !== undefined ? Object.keys(shape) : def?.innerType === undefined ? [] : membersOf(def.innerType)
}

export function request(call: Call, random: Random, known: ExistingObjects): Sent {
  const path = call.path.replaceAll(/\{\w+\}/g, (param) => {
    const drawn = random()
    if (drawn < 0.5) return String(rightId(call, param, known))
    return drawn < 0.8 ? encodeURI(String(pick(random, known.ids))) : pick(random, PATH_TEXTS)
  })
  const keys = [...membersOf(call.query), 'cursor', 'page_size', '__proto__', 'state[0]']
  const value = () => (random() < 0.5 ? pick(random, WORDS) : pick(random, TEXTS))
  const pairs = Array.from({ length: Math.floor(random() * 4) }, () => `${pick(random, keys)}=${value()}`)
  const query = pairs.length === 0 ? '' : `?${pairs.join('&')}`
  return { method: call.method, path: path + query, body: call.method === 'GET' && random() < 0.9 ? undefined : body(call, random, known) }
}

function body(call: Call, random: Random, known: ExistingObjects): string {
  const members = membersOf(call.body)
  if (members.length === 0 || random() < 0.1) return pick(random, WHOLE)
  // A third of the bodies are right, another third are wrong in one member, and the others are arbitrary.
  const drawn = random()
  const wrong = drawn < 0.35 ? 'nothing' : drawn < 0.75 ? pick(random, members) : undefined
  const written = members
    .filter(() => random() < 0.95)
    .map((member) => {
      const isGood = wrong === undefined ? random() < 0.5 : member !== wrong
      return `${JSON.stringify(member)}:${isGood ? good(member, random, known, flowOf(call.path, known)) : pick(random, VALUES)}`
    })
  if (random() < 0.05) written.push('"__proto__":{"x":1}')
  return `{${written.join()}}`
}

/** In a structure, only a hedge leg has a price; in a quote, every leg has one. */
const leg = (random: Random, { instrument, price }: ExistingObjects, kind: 'ASKED' | 'QUOTED'): string => {
  const isPriced = random() < (kind === 'QUOTED' ? 0.95 : 0.05)
  const priced = isPriced ? `,"price":${random() < 0.9 ? `"${price}"` : pick(random, VALUES)}` : ''
  return `{"instrument":"${instrument.name}","instrument_id":${instrument.id},"ratio":${pick(random, ['"1"', '"1"', '1', '"1.5"'])},"side":"BUY"${priced}}`
}

/** JSON strings that are mostly valid for the member. */
const goods: Readonly<Record<string, readonly string[]>> = {
  venue: ['"DBT"'],
  quantity: ['"25"', '"25.0"', '50', '"75.5"'],
  amount: ['null', '"25"', '200000'],
  side: ['"BUY"', '"SELL"', '"Buy"'],
  execution_side: ['"BUY"', '"SELL"'],
  type: ['"LIMIT"', '"LIMIT"', '"HIDDEN"', '"MARKET"'],
  time_in_force: ['"GOOD_TILL_CANCELED"', '"FILL_OR_KILL"'],
  account: ['"prop-1"', '"prop-1"', 'null'],
  account_name: ['"prop-1"', '"prop-1"', 'null'],
  counterparties: ['["LIND"]', '[]', '["ORRY","KEST","LIND"]', '["AMBR","LIND"]'],
  is_taker_anonymous: ['false', 'null', 'true'],
  state: ['"OPEN"', '"OPEN"', 'null', '"DRAFT"'],
  reason: ['"SIZE"', '"RISK"', '"OTHER"'],
  text: ['null', '"😀"', '"later"'],
  label: ['null', '"text"', '"ﬀ"'],
  client_order_id: ['null', '7', '"text"'],
  allocations: ['null', 'null', '[{"account_name":"prop-1","quantity":"25"},{"account_name":"prop-2","quantity":"25"}]'],
  product: ['"DO"', 'null'],
  window_ms: ['1000', '60000'],
  frozen_ms: ['1000', '60000', 'null'],
  executions: ['50', 'null'],
  timeout: ['1000', '60000', '0'],
  post_only: ['false', 'null', 'true'],
  ioc: ['false', 'false', 'true'],
  is_hidden: ['false', 'false', 'true'],
  rate_limit_hit: ['false'],
  accept_estimated_prices: ['null', 'true', 'false'],
  algorithm_version: ['null', '1'],
}
const PRICES: ReadonlySet<string> = new Set(['price', 'limit_price', 'bid_price', 'ask_price'])

function good(member: string, random: Random, known: ExistingObjects, { path, rfq, order }: Flow): string {
  const one = (...texts: readonly string[]) => pick(random, texts)
  const any = JSON.stringify(pick(random, known.ids))
  if (isOfAuctions(path)) return goodOfAuctions(member, random, known.auctions, path)
  if (goods[member] !== undefined) return pick(random, goods[member])
  if (PRICES.has(member) && path.startsWith('/v1/fs/')) return one(`"${known.spread.price}"`, known.spread.price, 'null')
  if (PRICES.has(member)) return one(`"${known.price}"`, `"${known.price}"`, 'null')
  if (member === 'rfq_id' || member === 'strategy_id') return one(JSON.stringify(rfq), JSON.stringify(rfq), any)
  if (member === 'order_id' || member === 'quote_id') return one(JSON.stringify(order), any)
  if (member === 'legs') {
    const kind = /orders|quotes/.test(path) ? 'QUOTED' : 'ASKED'
    return `[${Array.from({ length: random() < 0.9 ? 1 : 2 }, () => leg(random, known, kind)).join()}]`
  }
  if (member === 'quotes' || member === 'orders') {
    const wanted = () => `{"rfq_id":${JSON.stringify(rfq)},"quantity":"25","side":"SELL","legs":[${leg(random, known, 'QUOTED')}]}`
    return one(`[${wanted()}]`, `[${wanted()},${wanted()}]`, `[${wanted()},{"rfq_id":${any}}]`)
  }
  return member.endsWith('id') ? any : one('null', '"text"', '"25"', 'true')
}

/** A frame for the socket, and its request if it is readable, which means that it must be answered under its id. */
export type Framed = { readonly text: string; readonly asks?: Asks }
export type Asks = { readonly id: number; readonly method: string; readonly channel: string | undefined }

/** As a bot would ask: each channel once, and each method. Paths are filled in with existing objects. */
export function politeFrames({ path, channels }: Door, known: ExistingObjects, id: number): readonly Framed[] {
  const ask = (method: string, place: number, channel?: string): Framed => {
    const params = channel === undefined ? {} : { params: { channel: addressed(channel, flowOf(path, known).rfq) } }
    const asks = { id: id + place, method, channel }
    return { asks, text: JSON.stringify({ id: asks.id, jsonrpc: '2.0', method, ...params }) }
  }
  const frames = channels.map((channel, place) => ask('subscribe', place, channel))
  return [...frames, ask('unsubscribe', frames.length, channels[0]), ask('heartbeat', frames.length + 1)]
}

const addressed = (channel: string, rfq: string | number): string =>
  Object.entries({
    rfq_id: rfq,
    strategy_id: rfq,
    venue: 'DBT',
    base_currency: 'BTC',
    kind: 'ALL',
    level: 'L2',
    market: PERPETUAL,
  }).reduce((name, [part, value]) => name.replace(`{${part}}`, String(value)), channel)

export function frame(channels: readonly string[], random: Random, known: ExistingObjects, id: number): Framed {
  if (random() < 0.25)
    return {
      text: pick(
        random,
        [...WHOLE, ...VALUES].filter((text) => text.length < 60_000),
      ),
    }
  const named = pick(random, channels)
  const channel = named.replaceAll(/\{\w+\}/g, () => String(random() < 0.7 ? pick(random, known.ids) : pick(random, TEXTS)))
  const extra = () => (random() < 0.4 ? '' : `,${pick(random, ['"snapshot"', '"from_seq"', '"x"'])}:${random() < 0.4 ? pick(random, ['true', '{"1":0}', '{"1":99999}']) : pick(random, VALUES.filter((text) => text.length < 400))}`) // prettier-ignore
  const params =
    random() < 0.9 ? `{"channel":${random() < 0.85 ? JSON.stringify(channel) : pick(random, VALUES)}${extra()}}` : pick(random, VALUES)
  const method = random() < 0.9 ? pick(random, ['subscribe', 'subscribe', 'unsubscribe', 'heartbeat']) : pick(random, TEXTS)
  return {
    text: `{"id":${id},"jsonrpc":"2.0","method":${JSON.stringify(method)},"params":${params}}`,
    asks: { id, method, channel: named },
  }
}
