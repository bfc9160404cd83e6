/** The venue's public sockets: ticker topics, with snapshots for options, and snapshots and updates for futures. */
import type { Duplex } from 'node:stream'
import type { WebSocket } from 'ws'
import { createFrameBatch, type FrameBatch } from '../exchange/frame-batch.ts'
import type { Walk } from '../exchange/prices.ts'
import type { Category, Contract } from './contract.ts'
import * as limits from './limits.ts'
import type { BybitMarket } from './market.ts'
import { indexText, standOf, tickerOf, type Stand } from './ticker.ts'

export interface Feed {
  /** `raw` is the connection under the socket. */
  open(socket: WebSocket, raw: Duplex, category: Category): void
  /** Sends what is due now. */
  publish(): void
}

type Connection = {
  readonly socket: WebSocket
  readonly batch: FrameBatch
  readonly category: Category
  readonly topics: Set<string>
  characters: number
}
type Published = {
  readonly at: number
  /** The state of the prices when they were last compared. */
  walk: Walk
  readonly stand: Stand
  readonly index: string
  readonly data: Readonly<Record<string, string>>
}

export class BybitFeed implements Feed {
  readonly #market: BybitMarket
  readonly #now: () => number
  readonly #connections = new Set<Connection>()
  readonly #published = new Map<string, Published>()
  #sequence = 0

  constructor(market: BybitMarket, now: () => number) {
    this.#market = market
    this.#now = now
  }

  open(socket: WebSocket, raw: Duplex, category: Category): void {
    const connection: Connection = { socket, batch: createFrameBatch(raw), category, topics: new Set(), characters: 0 }
    this.#connections.add(connection)
    socket.on('message', (data) => this.#receive(connection, data.toString()))
    socket.on('error', () => socket.terminate())
    socket.on('close', () => this.#connections.delete(connection))
  }

  publish(): void {
    const wanted = new Map([...this.#connections].flatMap(({ topics, category }) => [...topics].map((topic) => [topic, category] as const)))
    for (const topic of this.#published.keys()) if (!wanted.has(topic)) this.#published.delete(topic)
    for (const [topic, category] of wanted) {
      const frame = this.#update(topic, category)
      if (frame !== undefined) for (const connection of this.#connections) if (connection.topics.has(topic)) connection.batch.add(frame)
    }
    for (const connection of this.#connections) this.#sendBatch(connection)
  }

  #update(topic: string, category: Category): string | undefined {
    const contract = this.#contractOf(topic, category)
    const before = this.#published.get(topic)
    if (contract === undefined || before === undefined) return undefined
    const published = this.#read(contract, before)
    if (published === undefined) return undefined
    const { data } = published
    this.#published.set(topic, published)
    return category === 'option'
      ? this.#frameOf(topic, category, 'snapshot', data)
      : this.#frameOf(topic, category, 'delta', difference(before.data, data))
  }

  /** Undefined if nothing has changed for the contract. */
  #read(contract: Contract, before?: Published): Published | undefined {
    const at = this.#now()
    const walk = this.#market.walk()
    const isRecent = before !== undefined && at - before.at < this.#market.quietMs(contract)
    if (isRecent && before.walk === walk) return undefined
    const value = this.#market.value(contract)
    const stand = standOf(contract, value)
    const index = indexText(contract, value)
    if (isRecent && isUnmoved(before, { contract, stand, index })) return void (before.walk = walk)
    return { at, walk, stand, index, data: tickerOf(contract, value, 'SOCKET', at) }
  }

  #sendBatch({ socket, batch }: Connection): void {
    if (socket.bufferedAmount > limits.MAX_UNSENT_BYTES) socket.terminate()
    else if (socket.readyState === socket.OPEN) batch.send()
  }

  #send({ socket }: Connection, frame: string): void {
    if (socket.bufferedAmount > limits.MAX_UNSENT_BYTES) socket.terminate()
    else if (socket.readyState === socket.OPEN) socket.send(frame)
  }

  #frameOf(topic: string, category: Category, type: 'snapshot' | 'delta', data: object): string {
    this.#sequence += 1
    const [cs, ts] = [this.#sequence, this.#now()]
    return JSON.stringify(category === 'option' ? { id: `${topic}-${cs}-${ts}`, topic, ts, data, type } : { topic, type, data, cs, ts })
  }

  #contractOf(topic: string, category: Category): Contract | undefined {
    const contract = topic.startsWith('tickers.') ? this.#market.contract(topic.slice('tickers.'.length)) : undefined
    return contract?.category === category ? contract : undefined
  }

  #receive(connection: Connection, text: string): void {
    const { op, args, req_id } = parse(text)
    const named = req_id === undefined ? {} : { req_id }
    const answer = (body: object): void => this.#send(connection, JSON.stringify(body))
    const topics = Array.isArray(args) ? args.filter((topic) => typeof topic === 'string') : []
    switch (op) {
      case 'ping':
        return answer(pongOf(connection.category, named, this.#now()))
      case 'subscribe': {
        const good = topics.filter((topic) => this.#contractOf(topic, connection.category) !== undefined && take(connection, topic))
        const bad = topics.filter((topic) => !good.includes(topic))
        answer(replyOf(connection.category, good, bad, named))
        return this.#sendFirst(connection, good)
      }
      case 'unsubscribe':
        for (const topic of topics) if (connection.topics.delete(topic)) connection.characters -= topic.length
        return answer({ success: true, ret_msg: '', conn_id: 'simulated', ...named, op })
      default:
        return answer({ success: false, ret_msg: 'Invalid op', conn_id: 'simulated', ...named, op })
    }
  }

  /** Brings a new subscriber to the state of the others, so that the next update fits all of them. */
  #sendFirst(connection: Connection, topics: readonly string[]): void {
    for (const topic of topics) {
      const contract = this.#contractOf(topic, connection.category)!
      const published = this.#published.get(topic) ?? this.#read(contract)!
      this.#published.set(topic, published)
      this.#send(connection, this.#frameOf(topic, connection.category, 'snapshot', published.data))
    }
  }
}

/** Whether the connection has room for the topic. Reserves it if so. */
function take(connection: Connection, topic: string): boolean {
  const isFull = connection.category === 'option' && connection.topics.size >= limits.MAX_OPTION_TOPICS
  if (isFull || connection.characters + topic.length > limits.MAX_TOPIC_CHARACTERS) return false
  connection.topics.add(topic)
  connection.characters += topic.length
  return true
}

function parse(text: string): { readonly op?: unknown; readonly args?: unknown; readonly req_id?: unknown } {
  try {
    const body: unknown = JSON.parse(text)
    return typeof body === 'object' && body !== null ? body : {}
  } catch {
    return {}
  }
}

const pongOf = (category: Category, named: object, at: number): object =>
  category === 'option'
    ? { args: [String(at)], op: 'pong' }
    : { success: true, ret_msg: 'pong', conn_id: 'simulated', ...named, op: 'ping' }

/** Option sockets name the failed topics; the others refuse a whole call. */
function replyOf(category: Category, good: readonly string[], bad: readonly string[], named: object): object {
  if (category === 'option')
    return { success: bad.length === 0, conn_id: 'simulated', data: { failTopics: bad, successTopics: good }, type: 'COMMAND_RESP' }
  const message = bad.length === 0 ? '' : `Invalid topic: ${bad.join()}`
  return { success: bad.length === 0, ret_msg: message, conn_id: 'simulated', ...named, op: 'subscribe' }
}

type Reading = { readonly contract: Contract; readonly stand: Stand; readonly index: string }

/** Bid and ask are unchanged, and for a future the index too. */
const isUnmoved = (before: Published, { contract, stand, index }: Reading): boolean =>
  before.stand.bid === stand.bid && before.stand.ask === stand.ask && (contract.category === 'option' || before.index === index)

/** The changed fields, plus the one that names the contract. */
function difference(before: Readonly<Record<string, string>>, after: Readonly<Record<string, string>>): object {
  return Object.fromEntries(Object.entries(after).filter(([key, value]) => key === 'symbol' || before[key] !== value))
}
