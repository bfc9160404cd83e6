/** The venue's public sockets: topics of tickers, snapshots of options, snapshots and changes of futures. */
import type { WebSocket } from 'ws'
import type { Category, Contract } from './contract.ts'
import * as limits from './limits.ts'
import type { BybitMarket } from './market.ts'
import { tickerOf } from './ticker.ts'

export interface Feed {
  open(socket: WebSocket, category: Category): void
  /** Sends what is due now. */
  publish(): void
}

type Line = { readonly socket: WebSocket; readonly category: Category; readonly topics: Set<string>; characters: number }
type Published = { readonly at: number; readonly data: Readonly<Record<string, string>> }

export class BybitFeed implements Feed {
  readonly #market: BybitMarket
  readonly #now: () => number
  readonly #lines = new Set<Line>()
  readonly #published = new Map<string, Published>()
  #sequence = 0

  constructor(market: BybitMarket, now: () => number) {
    this.#market = market
    this.#now = now
  }

  open(socket: WebSocket, category: Category): void {
    const line: Line = { socket, category, topics: new Set(), characters: 0 }
    this.#lines.add(line)
    socket.on('message', (data) => this.#receive(line, data.toString()))
    socket.on('error', () => socket.terminate())
    socket.on('close', () => this.#lines.delete(line))
  }

  publish(): void {
    const wanted = new Map([...this.#lines].flatMap(({ topics, category }) => [...topics].map((topic) => [topic, category] as const)))
    for (const topic of this.#published.keys()) if (!wanted.has(topic)) this.#published.delete(topic)
    for (const [topic, category] of wanted) {
      const frame = this.#update(topic, category)
      if (frame !== undefined) for (const line of this.#lines) if (line.topics.has(topic)) this.#send(line, frame)
    }
  }

  #update(topic: string, category: Category): string | undefined {
    const contract = this.#contractOf(topic, category)
    const before = this.#published.get(topic)
    if (contract === undefined || before === undefined) return undefined
    const data = tickerOf(contract, this.#market.value(contract), 'SOCKET', this.#now())
    if (isQuiet(before, data, this.#now())) return undefined
    this.#published.set(topic, { at: this.#now(), data })
    return category === 'option'
      ? this.#frameOf(topic, category, 'snapshot', data)
      : this.#frameOf(topic, category, 'delta', difference(before.data, data))
  }

  #send({ socket }: Line, frame: string): void {
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

  #receive(line: Line, text: string): void {
    const { op, args, req_id } = parse(text)
    const named = req_id === undefined ? {} : { req_id }
    const answer = (body: object): void => this.#send(line, JSON.stringify(body))
    const topics = Array.isArray(args) ? args.filter((topic) => typeof topic === 'string') : []
    switch (op) {
      case 'ping':
        return answer(pongOf(line.category, named, this.#now()))
      case 'subscribe': {
        const good = topics.filter((topic) => this.#contractOf(topic, line.category) !== undefined && take(line, topic))
        const bad = topics.filter((topic) => !good.includes(topic))
        answer(replyOf(line.category, good, bad, named))
        return this.#sendFirst(line, good)
      }
      case 'unsubscribe':
        for (const topic of topics) if (line.topics.delete(topic)) line.characters -= topic.length
        return answer({ success: true, ret_msg: '', conn_id: 'simulated', ...named, op })
      default:
        return answer({ success: false, ret_msg: 'Invalid op', conn_id: 'simulated', ...named, op })
    }
  }

  /** A newcomer is brought to where the others stand, so that the next change fits them all. */
  #sendFirst(line: Line, topics: readonly string[]): void {
    for (const topic of topics) {
      const contract = this.#contractOf(topic, line.category)!
      const data = this.#published.get(topic)?.data ?? tickerOf(contract, this.#market.value(contract), 'SOCKET', this.#now())
      if (!this.#published.has(topic)) this.#published.set(topic, { at: this.#now(), data })
      this.#send(line, this.#frameOf(topic, line.category, 'snapshot', data))
    }
  }
}

/** Whether the connection has room for the topic; takes it if so. */
function take(line: Line, topic: string): boolean {
  const isFull = line.category === 'option' && line.topics.size >= limits.MAX_OPTION_TOPICS
  if (isFull || line.characters + topic.length > limits.MAX_TOPIC_CHARACTERS) return false
  line.topics.add(topic)
  line.characters += topic.length
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

/** Option sockets name the topics that failed; the others refuse a call whole. */
function replyOf(category: Category, good: readonly string[], bad: readonly string[], named: object): object {
  if (category === 'option')
    return { success: bad.length === 0, conn_id: 'simulated', data: { failTopics: bad, successTopics: good }, type: 'COMMAND_RESP' }
  const message = bad.length === 0 ? '' : `Invalid topic: ${bad.join()}`
  return { success: bad.length === 0, ret_msg: message, conn_id: 'simulated', ...named, op: 'subscribe' }
}

/** Bid and ask stand, the mark has moved by next to nothing, and it is not long ago. */
function isQuiet({ at, data: before }: Published, after: Readonly<Record<string, string>>, now: number): boolean {
  if (now - at >= limits.QUIET_MS) return false
  const sides = ['bidPrice', 'askPrice', 'bid1Price', 'ask1Price', 'indexPrice'] as const
  const relevant = 'fundingRate' in after ? sides : sides.slice(0, 2)
  return relevant.every((name) => before[name] === after[name])
}

/** The fields that changed, beside the one that names the contract. */
function difference(before: Readonly<Record<string, string>>, after: Readonly<Record<string, string>>): object {
  return Object.fromEntries(Object.entries(after).filter(([key, value]) => key === 'symbol' || before[key] !== value))
}
