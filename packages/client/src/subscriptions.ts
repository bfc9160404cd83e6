/**
 * What this client listens to. Each channel is subscribed once on the wire, again on every connection, and again when a sequence number is
 * missing: what was missed is then sent first, or a snapshot makes the listeners whole.
 */
import { waitMs } from './back-off.ts'
import type { ChannelMessage, Subscription } from './client.ts'
import type { Connection, Notice, RpcAnswer } from './connection.ts'
import { limits } from './limits.ts'

type Listener = {
  readonly hear: (message: ChannelMessage<unknown>) => void
  readonly wantsSnapshot: boolean
  /** Hears what it missed rather than the list anew, as long as the server keeps it. */
  readonly resumes: boolean
  readonly refused: (message: string) => void
}
type Topic = {
  readonly listeners: Set<Listener>
  /** The last number that was heard, for each group. */
  readonly lastSeq: Map<number, number>
  /** The highest number that was heard on this connection: a list that is older came late. */
  readonly newest: Map<number, number>
  /** Whether `lastSeq` speaks of every group: from a snapshot on, until another one is asked for. */
  isPlaced: boolean
  hadList: boolean
  /** Between the answer and its list the server says nothing: a note there has overtaken the list. */
  list: 'NOT_OWED' | 'OWED' | 'OVERTAKEN'
  /** What comes before the answer is what was sent before the gap was noticed: it is sent again. */
  isResuming: boolean
  attempt: number
}

/** Codes after which trying again may help: a fault of the server, too many requests, or not ready. */
const PASSING = new Set([-32603, 429, 503])
const BACK_OFF = { firstMs: limits.subscribeFirstMs, factor: limits.subscribeFactor, longestMs: Infinity }

export function createSubscriptions() {
  const topics = new Map<string, Topic>()
  let connection: Connection | undefined

  async function subscribe(channel: string, topic: Topic, isNewcomer = false, failures = 0): Promise<void> {
    const on = connection
    if (on === undefined) return
    // A later attempt for the same channel makes this one's answer and retries pointless.
    const attempt = (topic.attempt += 1)
    topic.list = 'NOT_OWED'
    topic.isResuming = topic.isPlaced && !isNewcomer && [...topic.listeners].every((listener) => listener.resumes)
    if (!topic.isResuming) {
      // What comes before the list is no place to resume from.
      topic.lastSeq.clear()
      topic.isPlaced = false
    }
    const wasResuming = topic.isResuming
    const isCurrent = (): boolean => on === connection && attempt === topic.attempt && topics.get(channel) === topic
    const answer = await on.request('subscribe', { channel, ...wishOf(topic) }, limits.subscribeTimeoutMs, (answered) => {
      if (!isCurrent() || answered.error !== undefined) return
      topic.isResuming = false
      topic.list = wasResuming ? 'NOT_OWED' : 'OWED'
    })
    if (!isCurrent() || (answer !== undefined && answer.error === undefined)) return
    topic.isResuming = false
    if (wasResuming && isFinal(answer)) {
      // A server that knows nothing of these numbers, as after it was set up anew, still has a list.
      topic.isPlaced = false
      return subscribe(channel, topic, true, failures)
    }
    if (isFinal(answer) || failures + 1 >= limits.subscribeTries) {
      const message = answer?.error?.message ?? 'The server did not answer the subscription.'
      for (const listener of topic.listeners) listener.refused(message)
      return
    }
    setTimeout(() => isCurrent() && void subscribe(channel, topic, isNewcomer, failures + 1), waitMs(BACK_OFF, failures, Math.random()))
  }

  return {
    /** A new connection knows nothing: everything is subscribed again. */
    use(next: Connection): void {
      connection = next
      for (const [channel, topic] of topics) {
        topic.newest.clear()
        void subscribe(channel, topic)
      }
    },

    lost(): void {
      connection = undefined
    },

    hear({ channel, data, event, meta }: Notice): void {
      const topic = topics.get(channel)
      if (topic === undefined) return
      const seqGroup = meta?.seq_group ?? 0
      const seqNum = meta?.seq_num ?? 0
      const isList = event === 'SNAPSHOT'
      const last = topic.lastSeq.get(seqGroup)
      const follows = meta?.prev_seq_num === undefined || last === undefined || last === meta.prev_seq_num
      // What follows on what was heard is what was missed, whether or not the answer overtook it.
      if (topic.isResuming && !isList && (meta?.prev_seq_num === undefined || !follows)) return
      if (!isList && !follows) {
        if (seqNum < last - 1) return
        // Notes of one decision share a number: the one that was overtaken may be among them.
        if (seqNum <= last) topic.lastSeq.set(seqGroup, seqNum - 1)
        return void subscribe(channel, topic)
      }
      if (isList && (topic.list === 'OVERTAKEN' || isOlder(meta?.positions, topic.newest))) return void subscribe(channel, topic, true)
      topic.list = isList || topic.list === 'NOT_OWED' ? 'NOT_OWED' : 'OVERTAKEN'
      if (!isList) topic.newest.set(seqGroup, Math.max(seqNum, topic.newest.get(seqGroup) ?? 0))
      // A snapshot stands for every group: what was heard before it says nothing about what follows.
      const isRepair = topic.hadList
      if (isList) place(topic, meta?.positions)
      if (!isList || !topic.isPlaced) topic.lastSeq.set(seqGroup, seqNum)
      const message = { event, data, seqGroup, seqNum } as ChannelMessage<unknown>
      for (const listener of [...topic.listeners])
        if (!isList || listener.wantsSnapshot || (listener.resumes && isRepair)) listener.hear(message)
    },

    add(channel: string, listener: Listener): Subscription {
      const known = topics.get(channel)
      const topic: Topic = known ?? {
        listeners: new Set(),
        lastSeq: new Map(),
        newest: new Map(),
        isPlaced: false,
        hadList: false,
        list: 'NOT_OWED',
        isResuming: false,
        attempt: 0,
      }
      topic.listeners.add(listener)
      topics.set(channel, topic)
      // One who joins later has missed the first snapshot; another one tells the others nothing wrong.
      if (known === undefined || listener.wantsSnapshot) void subscribe(channel, topic, true)
      return {
        refresh: () => void subscribe(channel, topic, true),
        unsubscribe: () => {
          if (!topic.listeners.delete(listener) || topic.listeners.size > 0) return
          topics.delete(channel)
          void connection?.request('unsubscribe', { channel }, limits.subscribeTimeoutMs)
        },
      }
    },
  }
}

/** What is asked for beside the channel: what was missed, or the list. */
function wishOf({ isResuming, lastSeq, listeners }: Topic): object {
  if (isResuming) return { from_seq: Object.fromEntries(lastSeq) }
  return [...listeners].some(({ wantsSnapshot, resumes }) => wantsSnapshot || resumes) ? { snapshot: true } : {}
}

function place(topic: Topic, positions: Readonly<Record<string, number>> | undefined): void {
  topic.lastSeq.clear()
  topic.isPlaced = positions !== undefined
  topic.hadList = true
  for (const [group, seq] of Object.entries(positions ?? {})) topic.lastSeq.set(Number(group), seq)
}

/** Whether something later than the list was heard before it: below the socket nothing may promise the order. */
const isOlder = (positions: Readonly<Record<string, number>> = {}, newest: ReadonlyMap<number, number>): boolean =>
  [...newest].some(([group, seq]) => (positions[group] ?? seq) < seq)

const isFinal = (answer: RpcAnswer | undefined): boolean => answer?.error !== undefined && !PASSING.has(answer.error.code)
