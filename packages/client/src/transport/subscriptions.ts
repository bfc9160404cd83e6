/**
 * The channels that this client subscribes to. Each is subscribed once on the wire, again on every connection, and again when a sequence number is
 * missing. The missed messages are then sent first, or a snapshot completes the listeners' data.
 */
import { waitMs } from './back-off.ts'
import type { ChannelMessage, Subscription } from './client.ts'
import type { Connection, Notice, RpcAnswer } from './connection.ts'
import { limits } from './limits.ts'
import { decisionOf, isAfter, isSame, positionOf, previousOf, type Position } from './position.ts'

type Listener = {
  readonly receive: (message: ChannelMessage<unknown>) => void
  readonly wantsSnapshot: boolean
  /** Receives what it missed instead of a new list, as long as the server stores it. */
  readonly resumes: boolean
  readonly refused: (message: string) => void
  readonly subscribed?: (() => void) | undefined
}
type Topic = {
  readonly listeners: Set<Listener>
  /** The last position received, for each group: everything up to it has been received. */
  readonly last: Map<number, Position>
  /** The newest decision received on this connection: an older list arrived late. */
  readonly newest: Map<number, number>
  /** Whether `last` covers every group: from a snapshot on, until another one is requested. */
  isPlaced: boolean
  hadList: boolean
  /** Messages before the response were sent before the gap was noticed. They are sent again. */
  isResuming: boolean
  attempt: number
  /** The attempt in progress. The next attempt ends it, and so does the removal of the last listener. */
  asking: AbortController | undefined
}

/** The group of channels that only have a current value. */
const STREAMS = 0
/** Codes after which another attempt may help: a server error, too many requests, or not ready. */
const PASSING = new Set([-32603, 429, 503])
const BACK_OFF = { firstMs: limits.subscribeFirstMs, factor: limits.subscribeFactor, longestMs: Infinity }

const newTopic = (): Topic => ({
  ...{ listeners: new Set(), last: new Map(), newest: new Map() },
  ...{ isPlaced: false, hadList: false, isResuming: false, attempt: 0, asking: undefined },
})

export class Subscriptions {
  readonly #topics = new Map<string, Topic>()
  #connection: Connection | undefined
  readonly #onStranger: (channel: string) => void

  /** `onStranger` receives the channel of a message without listeners. */
  constructor(onStranger: (channel: string) => void) {
    this.#onStranger = onStranger
  }

  /** A new connection has no subscriptions, so everything is subscribed again. */
  use(next: Connection): void {
    this.#connection = next
    for (const [channel, topic] of this.#topics) {
      topic.newest.clear()
      void this.#subscribe(channel, topic)
    }
  }

  lost(): void {
    this.#connection = undefined
  }

  receive(notice: Notice): void {
    const topic = this.#topics.get(notice.channel)
    if (topic === undefined) return this.#onStranger(notice.channel)
    const verdict = notice.event === 'SNAPSHOT' ? receiveList(topic, notice) : receiveChange(topic, notice)
    if (verdict === 'ASK') void this.#subscribe(notice.channel, topic)
    if (verdict === 'ASK_LIST') void this.#subscribe(notice.channel, topic, true)
  }

  add(channel: string, listener: Listener): Subscription {
    const known = this.#topics.get(channel)
    const topic = known ?? newTopic()
    topic.listeners.add(listener)
    this.#topics.set(channel, topic)
    // A listener that joins later has missed the first snapshot. Another snapshot does no harm to the others.
    if (known === undefined || listener.wantsSnapshot || listener.subscribed !== undefined) void this.#subscribe(channel, topic, true)
    return {
      refresh: () => void this.#subscribe(channel, topic, true),
      unsubscribe: () => {
        if (!topic.listeners.delete(listener) || topic.listeners.size > 0) return
        topic.asking?.abort()
        this.#topics.delete(channel)
        void this.#connection?.request('unsubscribe', { channel }, limits.subscribeTimeoutMs)
      },
    }
  }

  async #subscribe(channel: string, topic: Topic, isNewcomer = false, failures = 0): Promise<void> {
    const on = this.#connection
    if (on === undefined) return
    // A later attempt for the same channel makes this one's response and retries obsolete.
    const attempt = (topic.attempt += 1)
    topic.asking?.abort()
    const { signal } = (topic.asking = new AbortController())
    topic.isResuming = topic.isPlaced && !isNewcomer && [...topic.listeners].every((listener) => listener.resumes)
    if (!topic.isResuming) {
      // A message before the list cannot be a position to resume from.
      topic.last.clear()
      topic.isPlaced = false
    }
    const wasResuming = topic.isResuming
    const isCurrent = (): boolean => on === this.#connection && attempt === topic.attempt && this.#topics.get(channel) === topic
    const onAnswer = (answered: RpcAnswer): void => {
      if (isCurrent() && answered.error === undefined) topic.isResuming = false
    }
    const answer = await on.request('subscribe', { channel, ...wishOf(topic) }, limits.subscribeTimeoutMs, onAnswer, signal)
    if (!isCurrent()) return
    if (answer !== undefined && answer.error === undefined) return void [...topic.listeners].forEach(({ subscribed }) => subscribed?.())
    topic.isResuming = false
    if (wasResuming && isFinal(answer)) {
      // A server that does not know these numbers, for example after it was set up again, still has a list.
      topic.isPlaced = false
      return this.#subscribe(channel, topic, true, failures)
    }
    if (isFinal(answer) || failures >= limits.subscribeRetries) {
      const message = answer?.error?.message ?? 'The server did not answer the subscription.'
      for (const listener of topic.listeners) listener.refused(message)
      return
    }
    const again = (): unknown => isCurrent() && this.#subscribe(channel, topic, isNewcomer, failures + 1)
    setTimeout(again, waitMs(BACK_OFF, failures, Math.random()))
  }
}

/** The data to request after a gap in the sequence. */
type Verdict = 'ASK' | 'ASK_LIST' | undefined

function receiveChange(topic: Topic, notice: Notice): Verdict {
  const { seq_group: group, ...meta } = notice.meta ?? { seq_group: STREAMS, seq_num: 0 }
  const position = positionOf({ seq_group: group, ...meta })
  const previous = previousOf({ seq_group: group, ...meta })
  const last = topic.last.get(group)
  if (last !== undefined) {
    if (isSame(position, last)) return undefined
    // Everything up to the last one has been received, so this is a copy, or has already been sent again. For a channel with only a current
    // value, each message is complete.
    if (!isAfter(position, last)) return group === STREAMS ? 'ASK' : undefined
    // The missing ones are on their way.
    if (topic.isResuming && previous === undefined) return undefined
    if (previous !== undefined && isAfter(previous, last)) return topic.isResuming ? undefined : 'ASK'
  }
  topic.last.set(group, position)
  topic.newest.set(group, Math.max(decisionOf(position), topic.newest.get(group) ?? 0))
  return void deliver(topic, notice)
}

/** A list covers every group. Messages received before it do not matter for those that follow. */
function receiveList(topic: Topic, notice: Notice): Verdict {
  const { positions, seq_group: group, seq_num: seq } = notice.meta ?? { positions: undefined, seq_group: STREAMS, seq_num: 0 }
  if (isOlder(positions, topic.newest)) return 'ASK_LIST'
  const isRepair = topic.hadList
  topic.last.clear()
  for (const [each, at] of Object.entries(positions ?? { [group]: seq })) topic.last.set(Number(each), { seq: at, left: 0 })
  topic.isPlaced = positions !== undefined
  topic.hadList = true
  return void deliver(topic, notice, ({ wantsSnapshot, resumes }) => wantsSnapshot || (resumes && isRepair))
}

function deliver({ listeners }: Topic, { event, data, meta }: Notice, who: (listener: Listener) => boolean = () => true): void {
  const position = { seqGroup: meta?.seq_group ?? 0, seqNum: meta?.seq_num ?? 0 }
  const message = { event, data, ...position, ...(meta?.truncated === true ? { isCut: true } : {}) } as ChannelMessage<unknown>
  for (const listener of [...listeners]) if (who(listener)) listener.receive(message)
}

/** The request in addition to the channel: the missing messages, or the list. */
function wishOf({ isResuming, last, listeners }: Topic): object {
  if (isResuming) return { from_seq: Object.fromEntries([...last].map(([group, { seq }]) => [group, seq])) }
  return [...listeners].some(({ wantsSnapshot, resumes }) => wantsSnapshot || resumes) ? { snapshot: true } : {}
}

/** Whether something newer than the list was received before it, because the network does not guarantee the order. */
const isOlder = (positions: Readonly<Record<string, number>> = {}, newest: ReadonlyMap<number, number>): boolean =>
  [...newest].some(([group, seq]) => (positions[group] ?? seq) < seq)

const isFinal = (answer: RpcAnswer | undefined): boolean => answer?.error !== undefined && !PASSING.has(answer.error.code)
