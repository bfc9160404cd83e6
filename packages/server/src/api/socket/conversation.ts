/** The requests of one socket, and its subscriptions. */
import { errors, wireLimits, type ErrorName } from '@parley/contracts'
import { isRefusal, type Refusal } from '@parley/core'
import type { Notification } from '../../engine/engine.ts'
import type { Log } from '../../log/log.ts'
import { createKeyedSerialQueue } from '../../queues/keyed-serial-queue.ts'
import type { SocketStyle, NotificationChannel, Wants } from '../../calls/channel.ts'
import { ChannelStarts } from './channel-starts.ts'
import type { Connection } from './connection.ts'
import { audiencesOf, type FoundStream, type Hub } from './hub.ts'
import { errorFrame, parseRequest, resultFrame, type RpcId } from './json-rpc.ts'
import { NotificationSubscription } from './notification-subscription.ts'
import { fromIn, readSubscribe, type From } from './read-subscribe.ts'
import { socketLimits } from './limits.ts'
import type { ReadSnapshot } from './snapshot-semaphores.ts'
import { StreamSubscription } from './stream-subscription.ts'

type SubscribedNotifications = {
  readonly kind: 'notifications'
  readonly channel: NotificationChannel
  readonly subscription: NotificationSubscription
  /** Set while its list or missed notifications are being read: which of them, and from where. */
  reading: string | undefined
}
type SubscribedStream = {
  readonly kind: 'stream'
  readonly subscription: StreamSubscription
  /** Requests that arrived while it is being opened. */
  waiting: Reply[] | undefined
}
type Subscribed = SubscribedNotifications | SubscribedStream

export type ConversationParts = {
  readonly hub: Hub
  readonly connection: Connection
  /** From the `from_seq` of the handshake, for channels that do not specify their own. */
  readonly from: From | undefined
  /** Counts a frame. Returns the milliseconds to wait if there were too many. */
  readonly takeFrame: (now: number) => number | undefined
  readonly snapshots: ReadSnapshot
  readonly style: SocketStyle
  readonly log: Log
}

export class Conversation {
  readonly #parts: ConversationParts
  readonly #subscribed = new Map<string, Subscribed>()
  /** One read of a channel at a time. */
  readonly #readings = createKeyedSerialQueue<string>()
  readonly #channelStarts: ChannelStarts
  /** Frames that arrived while a channel is being opened, on sockets where responses come in the order of the requests. */
  readonly #waiting: { readonly bytes: Uint8Array; readonly now: number }[] = []
  #isOpening = false
  #freeBeatAt = 0

  constructor(parts: ConversationParts) {
    this.#parts = parts
    this.#channelStarts = new ChannelStarts(parts.style.quietMs)
  }

  /** Handles a frame of the client. Any frame keeps a session alive, but only heartbeats keep a key alive, because a hung bot may still send. */
  receive(bytes: Uint8Array, now: number): void {
    if (this.#isOpening && this.#waiting.length < socketLimits.framesWaiting) this.#waiting.push({ bytes, now })
    else this.#read(bytes, now)
  }

  #read(bytes: Uint8Array, now: number): void {
    const { connection } = this.#parts
    if (connection.caller.kind === 'session') connection.aliveAt = now
    const request = parseRequest(bytes)
    // An unreadable frame is answered, so it counts.
    if ('error' in request)
      return connection.send(this.#isTooMany(now) ? tooMany(request.id) : errorFrame(request.id, request.error, request.message))
    const { id, method, params } = request
    const reply = (frame: (id: RpcId) => Buffer) => (id === undefined ? undefined : connection.send(frame(id)))
    if (method === 'heartbeat') {
      connection.aliveAt = now
      if (!this.#isFreeBeat(now) && this.#isTooMany(now)) return reply(tooMany)
      return reply((id) => resultFrame(id))
    }
    if (this.#isTooMany(now)) return reply(tooMany)
    if (method === 'subscribe') this.#subscribe(params, reply)
    else if (method === 'unsubscribe') this.#unsubscribe(params, reply)
    else reply((id) => errorFrame(id, 'MethodNotFound', 'The method must be subscribe, unsubscribe or heartbeat.'))
  }

  #isTooMany(now: number): boolean {
    return this.#parts.takeFrame(now) !== undefined
  }

  #isFreeBeat(now: number): boolean {
    if (now < this.#freeBeatAt) return false
    this.#freeBeatAt = now + socketLimits.heartbeatFreeMs
    return true
  }

  end(): void {
    for (const subscribed of this.#subscribed.values()) this.#leave(subscribed)
    this.#subscribed.clear()
    this.#waiting.length = 0
    this.#channelStarts.beginAll()
  }

  #acknowledge(id: RpcId, channel: string): Buffer {
    return resultFrame(id, this.#parts.style.answersWith === 'OBJECT' ? { channel } : [channel])
  }

  #subscribe(params: unknown, reply: Reply): void {
    const { hub, from } = this.#parts
    const asked = readSubscribe(params, hub.source.positions())
    if ('fault' in asked) return reply((id) => errorFrame(id, asked.fault, asked.message, { member: asked.member }))
    const { channel: spelling } = asked
    const found = hub.find(spelling)
    if (found === undefined)
      return reply((id) => errorFrame(id, 'InvalidParams', 'No such channel.', { member: 'channel', value: spelling.slice(0, 64) }))
    if (isRefusal(found)) return reply((id) => channelRefused(id, found, spelling))
    if (!this.#subscribed.has(spelling) && this.#subscribed.size >= wireLimits.subscriptionsPerSocket)
      return reply((id) =>
        errorFrame(id, 'InvalidRequest', `A socket can have at most ${wireLimits.subscriptionsPerSocket} subscriptions.`),
      )
    const fromNow = asked.from ?? (this.#subscribed.has(spelling) ? undefined : from)
    if (found.kind === 'notifications') this.#subscribeNotifications(found, { ...asked, from: fromNow }, reply)
    else this.#subscribeStream(found, spelling, reply)
  }

  /**
   * A repeated subscription is answered again, with a new snapshot if requested. While that snapshot is being read, further repetitions get the same
   * one.
   */
  #subscribeNotifications(
    { channel, wants }: { readonly channel: NotificationChannel; readonly wants?: Wants },
    asked: { channel: string; wantsSnapshot: boolean; from: From | undefined },
    reply: Reply,
  ): void {
    const { hub, connection } = this.#parts
    const before = this.#subscribed.get(asked.channel)
    const acknowledge = () => reply((id) => this.#acknowledge(id, asked.channel))
    if (before?.kind === 'notifications' && !asked.wantsSnapshot && asked.from === undefined) return acknowledge()
    const reading = readingOf(asked)
    if (before?.kind === 'notifications' && reading !== undefined && before.reading === reading) return acknowledge()
    if (before !== undefined) this.#leave(before)
    const subscription = new NotificationSubscription(connection, asked.channel, audiencesOf(connection.caller), wants)
    const entry: SubscribedNotifications = { kind: 'notifications', channel, subscription, reading }
    this.#subscribed.set(asked.channel, entry)
    acknowledge()
    subscription.hold()
    hub.listen(channel, subscription)
    if (reading === undefined) return this.#channelStarts.add(() => this.#subscribed.get(asked.channel) === entry && subscription.begin())
    this.#queueReading(asked.channel, entry, asked.from).catch((error: unknown) => {
      this.#parts.log.error({ error, channel: channel.name }, 'Could not read a snapshot')
      connection.close('SnapshotFailed')
    })
  }

  /** Nothing is read for subscriptions that were replaced while they waited. */
  #queueReading(spelling: string, entry: SubscribedNotifications, from: From | undefined): Promise<void> {
    const { connection, snapshots } = this.#parts
    const isWanted = () => this.#subscribed.get(spelling) === entry
    return this.#readings.run(spelling, async () => {
      if (!isWanted()) return
      const read = snapshots(connection.caller.desk, async () => {
        if (isWanted()) await this.#catchUp(entry, from, isWanted)
        entry.reading = undefined
      })
      if (read === undefined) return connection.close('SnapshotFailed')
      await read
    })
  }

  async #catchUp({ channel, subscription }: SubscribedNotifications, from: From | undefined, isWanted: () => boolean): Promise<void> {
    const { hub, connection } = this.#parts
    const positions = hub.source.positions()
    const published = hub.publishedTo(connection.caller)
    const since = from === undefined ? undefined : fromIn(from, published)
    const missed = since === undefined ? undefined : await this.#missed(channel, since)
    if (!isWanted()) return
    if (missed !== undefined && since !== undefined) return subscription.resume(missed, since, positions)
    const list = await channel.snapshot(connection.caller)
    if (isWanted()) subscription.becomeWhole(list, positions, published)
  }

  /** Undefined if some shard's notifications are no longer kept. */
  async #missed(channel: NotificationChannel, since: ReadonlyMap<number, number>): Promise<readonly Notification[] | undefined> {
    const { hub, connection } = this.#parts
    const lists = await Promise.all([...since].map(([group, seq]) => hub.notificationsAfter(group, seq, connection.caller, channel)))
    return lists.includes(undefined) ? undefined : lists.flatMap((list) => list ?? [])
  }

  #subscribeStream({ channel, states, params }: FoundStream, spelling: string, reply: Reply): void {
    const { hub, connection, log } = this.#parts
    const before = this.#subscribed.get(spelling)
    if (before?.kind === 'stream' && before.waiting !== undefined) return void before.waiting.push(reply)
    if (before !== undefined) this.#leave(before)
    const subscription = new StreamSubscription(connection, spelling, states, hub.streamFrames)
    const waiting = [reply]
    const entry: SubscribedStream = { kind: 'stream', subscription, waiting }
    this.#subscribed.set(spelling, entry)
    const isWanted = () => this.#subscribed.get(spelling) === entry
    const answer = (frame: (id: RpcId) => Buffer) => {
      entry.waiting = undefined
      for (const each of waiting) each(frame)
    }
    const opened = this.#opening()
    const open = async () => (isWanted() ? channel.open(connection.caller, params, subscription.push) : undefined)
    const done = this.#readings.run(spelling, open).then(
      (end) => {
        if (end !== undefined && typeof end !== 'function') {
          if (isWanted()) this.#subscribed.delete(spelling)
          return answer((id) => channelRefused(id, end, spelling))
        }
        answer((id) => this.#acknowledge(id, spelling))
        if (end !== undefined) this.#channelStarts.add(() => subscription.acknowledged(end))
      },
      (error: unknown) => {
        if (isWanted()) this.#subscribed.delete(spelling)
        log.error({ error, channel: channel.pattern }, 'Could not open a channel')
        answer((id) => errorFrame(id, 'InternalError', 'Internal server error. Subscribe again.'))
      },
    )
    void done.then(opened)
  }

  /** Returns a function that then handles the frames that arrived in the meantime. */
  #opening(): () => void {
    if (this.#parts.style.quietMs === undefined) return () => undefined
    const release = this.#channelStarts.hold()
    this.#isOpening = true
    return () => {
      this.#isOpening = false
      while (!this.#isOpening && this.#waiting.length > 0) {
        const { bytes, now } = this.#waiting.shift()!
        this.#read(bytes, now)
      }
      release()
    }
  }

  #unsubscribe(params: unknown, reply: Reply): void {
    const channel = (params as { channel?: unknown } | undefined)?.channel
    if (typeof channel !== 'string')
      return reply((id) => errorFrame(id, 'InvalidParams', 'params.channel: This field is required', { member: 'channel' }))
    const subscribed = this.#subscribed.get(channel)
    if (subscribed !== undefined) this.#leave(subscribed)
    this.#subscribed.delete(channel)
    reply((id) => this.#acknowledge(id, channel))
  }

  #leave(subscribed: Subscribed): void {
    if (subscribed.kind === 'notifications') this.#parts.hub.leave(subscribed.channel, subscribed.subscription)
    else subscribed.subscription.end()
  }
}

type Reply = (frame: (id: RpcId) => Buffer) => void

const channelRefused = (id: RpcId, refusal: Refusal, spelling: string): Buffer =>
  errorFrame(id, nameOf(refusal), refusal.message, { member: 'channel', value: spelling.slice(0, 64) })

const tooMany = (id: RpcId): Buffer => errorFrame(id, 'RateLimited', 'Too many frames. Wait a second before the next request.')

/** Undefined if nothing has to be read before a channel is live. */
const readingOf = ({ wantsSnapshot, from }: { readonly wantsSnapshot: boolean; readonly from: From | undefined }): string | undefined =>
  from !== undefined ? `${[...from.named].join(' ')} ${from.others ?? ''}` : wantsSnapshot ? 'snapshot' : undefined

const nameOf = ({ refused }: Refusal): ErrorName => (refused in errors ? (refused as ErrorName) : 'InvalidParams')
