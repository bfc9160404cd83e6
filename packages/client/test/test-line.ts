/**
 * A market and the connection over which one reader follows it, without sockets and without time: the test decides when the next frame arrives. The
 * connection randomly doubles frames, swaps neighbours and is cut. The market numbers its messages as described in docs/protocol/socket.md.
 */
import type { Connection, Notice, RpcAnswer } from '../src/transport/connection.ts'

export type Random = () => number

/** mulberry32: small, seeded, good enough to choose by. */
export function seeded(seed: number): Random {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

export type Thing = { readonly id: number; readonly text: string }
type Change = { readonly event: 'ADDED' | 'UPDATED' | 'REMOVED'; readonly data: Thing }
type Decision = { readonly seq: number; readonly changes: readonly Change[] }
type Position = { readonly seq: number; readonly left: number }

const GROUP = 1
const IDS = 6

export class TestMarket {
  readonly alive = new Map<number, string>()
  readonly decisions: Decision[] = []
  readonly #listeners = new Set<(decision: Decision) => void>()
  seq = 0

  /** One to four changes of few objects, so that one decision often adds and removes the same object. */
  decide(random: Random): void {
    const changes = Array.from({ length: 1 + Math.floor(random() * 4) }, (_, place) => this.#change(random, place))
    // A decision uses a number for each of its events, and some of them are published on other channels.
    this.seq += changes.length + Math.floor(random() * 2)
    const decision = { seq: this.seq, changes }
    this.decisions.push(decision)
    for (const receive of this.#listeners) receive(decision)
  }

  #change(random: Random, place: number): Change {
    const id = 1 + Math.floor(random() * IDS)
    const known = this.alive.get(id)
    if (known !== undefined && random() < 0.6) {
      this.alive.delete(id)
      return { event: 'REMOVED', data: { id, text: known } }
    }
    const data = { id, text: `${this.seq}.${place}` }
    this.alive.set(id, data.text)
    return { event: known === undefined ? 'ADDED' : 'UPDATED', data }
  }

  list = (): readonly Thing[] => [...this.alive].map(([id, text]) => ({ id, text }))

  onDecision(listener: (decision: Decision) => void): () => void {
    this.#listeners.add(listener)
    return () => void this.#listeners.delete(listener)
  }
}

type Frame = { readonly kind: 'answer'; readonly to: (answer: RpcAnswer) => void } | { readonly kind: 'notice'; readonly notice: Notice }

/** One connection of one reader: what the server has written and the reader has not received yet. */
export class TestLine implements Connection {
  readonly #market: TestMarket
  readonly #receive: (notice: Notice) => void
  readonly #frames: Frame[] = []
  readonly #waiting = new Set<(answer: RpcAnswer | undefined) => void>()
  #leave: () => void = () => undefined
  #last: Position | undefined

  constructor(market: TestMarket, receive: (notice: Notice) => void) {
    this.#market = market
    this.#receive = receive
  }

  request(_method: string, params: object | undefined, _withinMs: number, onAnswer?: (answer: RpcAnswer) => void) {
    return new Promise<RpcAnswer | undefined>((resolve) => {
      this.#waiting.add(resolve)
      const to = (answer: RpcAnswer): void => {
        if (!this.#waiting.delete(resolve)) return
        onAnswer?.(answer)
        resolve(answer)
      }
      this.#frames.push({ kind: 'answer', to })
      this.#serve(params as { readonly from_seq?: Readonly<Record<string, number>> })
    })
  }

  end(): void {
    this.#leave()
    this.#frames.length = 0
    for (const settle of [...this.#waiting]) settle(undefined)
    this.#waiting.clear()
  }

  get isQuiet(): boolean {
    return this.#frames.length === 0
  }

  /** The next frame arrives; sometimes after its neighbour, sometimes twice. */
  step(random: Random, chances: { readonly swapped: number; readonly doubled: number }): void {
    if (this.#frames.length > 1 && random() < chances.swapped) this.#frames.unshift(...this.#frames.splice(1, 1))
    const frame = this.#frames.shift()
    if (frame === undefined) return
    // A copy arrives next, or after whatever is next.
    if (random() < chances.doubled) this.#frames.splice(random() < 0.5 ? 0 : 1, 0, frame)
    if (frame.kind === 'answer') frame.to({ result: [] })
    else this.#receive(frame.notice)
  }

  #serve({ from_seq: from }: { readonly from_seq?: Readonly<Record<string, number>> }): void {
    this.#leave()
    const after = from?.[GROUP]
    this.#last = { seq: after ?? this.#market.seq, left: 0 }
    if (after === undefined) {
      const meta = { seq_group: GROUP, seq_num: this.#market.seq, positions: { [GROUP]: this.#market.seq } }
      this.#write({ channel: 'book', data: this.#market.list(), event: 'SNAPSHOT', meta })
    } else for (const decision of this.#market.decisions) if (decision.seq > after) this.#publish(decision)
    this.#leave = this.#market.onDecision((decision) => this.#publish(decision))
  }

  #publish({ seq, changes }: Decision): void {
    for (const [place, { event, data }] of changes.entries()) {
      const left = changes.length - 1 - place
      const position = { seq: left === 0 ? seq : seq - 1, left }
      const meta = { seq_group: GROUP, ...metaOf(position, this.#last!) }
      this.#last = position
      this.#write({ channel: 'book', data, event, meta })
    }
  }

  #write(notice: Notice): void {
    this.#frames.push({ kind: 'notice', notice })
  }
}

const metaOf = (position: Position, previous: Position) => ({
  seq_num: position.seq,
  ...(position.left === 0 ? {} : { seq_left: position.left }),
  prev_seq_num: previous.seq,
  ...(previous.left === 0 ? {} : { prev_seq_left: previous.left }),
})
