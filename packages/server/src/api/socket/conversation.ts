/** The requests of one socket, and its subscriptions. */
import { errors, wireLimits, type ErrorName } from '@parley/contracts'
import { isRefusal, type Refusal } from '@parley/core'
import type { Notification } from '../../engine/engine.ts'
import type { Log } from '../../log/log.ts'
import type { RateLimit } from '../../limits/rate-limit.ts'
import type { NotificationChannel, StreamChannel } from '../../calls/channel.ts'
import type { Connection } from './connection.ts'
import { audiencesOf, type Hub } from './hub.ts'
import { errorFrame, parseRequest, resultFrame, type RpcId } from './json-rpc.ts'
import { NotificationSubscription } from './notification-subscription.ts'
import { readSubscribe, type From } from './read-subscribe.ts'
import { StreamSubscription } from './stream-subscription.ts'

type Subscribed =
  | { readonly kind: 'notifications'; readonly channel: NotificationChannel; readonly subscription: NotificationSubscription }
  | { readonly kind: 'stream'; readonly subscription: StreamSubscription }

export type ConversationParts = {
  readonly hub: Hub
  readonly connection: Connection
  /** From the handshake's `from_seq`: for channels that do not say their own. */
  readonly from: From | undefined
  readonly rate: RateLimit
  readonly log: Log
}

export class Conversation {
  readonly #parts: ConversationParts
  readonly #subscribed = new Map<string, Subscribed>()

  constructor(parts: ConversationParts) {
    this.#parts = parts
  }

  /** A frame of the client. Any frame keeps a session alive, only heartbeats keep a key alive: a hanging bot may still send. */
  receive(bytes: Uint8Array, now: number): void {
    const { connection, rate } = this.#parts
    if (connection.caller.kind === 'session') connection.aliveAt = now
    const request = parseRequest(bytes)
    if ('error' in request) return connection.send(errorFrame(request.id, request.error, request.message))
    const { id, method, params } = request
    const reply = (frame: (id: RpcId) => Buffer) => (id === undefined ? undefined : connection.send(frame(id)))
    if (method === 'heartbeat') {
      connection.aliveAt = now
      return reply((id) => resultFrame(id))
    }
    if (rate.take('frames', now) !== undefined)
      return reply((id) => errorFrame(id, 'RateLimited', 'Too many frames; wait a second before the next request.'))
    if (method === 'subscribe') this.#subscribe(params, reply)
    else if (method === 'unsubscribe') this.#unsubscribe(params, reply)
    else reply((id) => errorFrame(id, 'MethodNotFound', 'Methods are subscribe, unsubscribe and heartbeat.'))
  }

  end(): void {
    for (const subscribed of this.#subscribed.values()) this.#leave(subscribed)
    this.#subscribed.clear()
  }

  #subscribe(params: unknown, reply: Reply): void {
    const { hub, from } = this.#parts
    const asked = readSubscribe(params, hub.source.positions())
    if ('fault' in asked) return reply((id) => errorFrame(id, asked.fault, asked.message, { member: asked.member }))
    const { channel: spelling } = asked
    const found = hub.find(spelling)
    if (found === undefined)
      return reply((id) =>
        errorFrame(id, 'InvalidParams', 'There is no such channel.', { member: 'channel', value: spelling.slice(0, 64) }),
      )
    if (!this.#subscribed.has(spelling) && this.#subscribed.size >= wireLimits.subscriptionsPerSocket)
      return reply((id) => errorFrame(id, 'InvalidRequest', `A socket has at most ${wireLimits.subscriptionsPerSocket} subscriptions.`))
    const fromNow = asked.from ?? (this.#subscribed.has(spelling) ? undefined : from)
    if (found.kind === 'notifications') this.#subscribeNotifications(found.channel, { ...asked, from: fromNow }, reply)
    else this.#subscribeStream(found.channel, found.params, spelling, reply)
  }

  /** A repeated subscription is answered again, with a new snapshot if it asks for one. */
  #subscribeNotifications(
    channel: NotificationChannel,
    asked: { channel: string; wantsSnapshot: boolean; from: From | undefined },
    reply: Reply,
  ): void {
    const { hub, connection } = this.#parts
    const before = this.#subscribed.get(asked.channel)
    if (before?.kind === 'notifications' && !asked.wantsSnapshot && asked.from === undefined)
      return reply((id) => resultFrame(id, [asked.channel]))
    if (before !== undefined) this.#leave(before)
    const subscription = new NotificationSubscription(connection, asked.channel, audiencesOf(connection.caller))
    this.#subscribed.set(asked.channel, { kind: 'notifications', channel, subscription })
    reply((id) => resultFrame(id, [asked.channel]))
    if (asked.wantsSnapshot || asked.from !== undefined) subscription.hold()
    hub.listen(channel, subscription)
    if (!asked.wantsSnapshot && asked.from === undefined) return
    this.#catchUp(channel, subscription, asked.from).catch((error: unknown) => {
      this.#parts.log.error({ error, channel: channel.name }, 'A snapshot could not be read')
      connection.close('SnapshotFailed')
    })
  }

  async #catchUp(channel: NotificationChannel, subscription: NotificationSubscription, from: From | undefined): Promise<void> {
    const { hub, connection } = this.#parts
    const positions = hub.source.positions()
    const missed = from === undefined ? undefined : await this.#missed(channel, from)
    if (missed !== undefined && from !== undefined) return subscription.resume(missed, from, positions)
    const list = await channel.snapshot(connection.caller)
    subscription.becomeWhole(list, positions)
  }

  /** Undefined if some shard's notifications are no longer kept. */
  async #missed(channel: NotificationChannel, from: From): Promise<readonly Notification[] | undefined> {
    const { hub, connection } = this.#parts
    const lists = await Promise.all([...from].map(([group, seq]) => hub.notificationsAfter(group, seq, connection.caller, channel)))
    return lists.includes(undefined) ? undefined : lists.flatMap((list) => list ?? [])
  }

  #subscribeStream(channel: StreamChannel, params: Readonly<Record<string, string>>, spelling: string, reply: Reply): void {
    const { hub, connection, log } = this.#parts
    const before = this.#subscribed.get(spelling)
    if (before !== undefined) this.#leave(before)
    const subscription = new StreamSubscription(connection, spelling, channel, hub.streamFrames)
    const entry: Subscribed = { kind: 'stream', subscription }
    this.#subscribed.set(spelling, entry)
    const forget = () => {
      if (this.#subscribed.get(spelling) === entry) this.#subscribed.delete(spelling)
    }
    channel.open(connection.caller, params, subscription.push).then(
      (opened) => {
        if (typeof opened !== 'function' && isRefusal(opened)) {
          forget()
          return reply((id) => errorFrame(id, nameOf(opened), opened.message, { member: 'channel', value: spelling.slice(0, 64) }))
        }
        reply((id) => resultFrame(id, [spelling]))
        subscription.acknowledged(opened)
      },
      (error: unknown) => {
        forget()
        log.error({ error, channel: channel.pattern }, 'A channel could not be opened')
        reply((id) => errorFrame(id, 'InternalError', 'A fault of the server; subscribe again.'))
      },
    )
  }

  #unsubscribe(params: unknown, reply: Reply): void {
    const channel = (params as { channel?: unknown } | undefined)?.channel
    if (typeof channel !== 'string')
      return reply((id) => errorFrame(id, 'InvalidParams', 'params.channel: This field is required', { member: 'channel' }))
    const subscribed = this.#subscribed.get(channel)
    if (subscribed !== undefined) this.#leave(subscribed)
    this.#subscribed.delete(channel)
    reply((id) => resultFrame(id, [channel]))
  }

  #leave(subscribed: Subscribed): void {
    if (subscribed.kind === 'notifications') this.#parts.hub.leave(subscribed.channel, subscribed.subscription)
    else subscribed.subscription.end()
  }
}

type Reply = (frame: (id: RpcId) => Buffer) => void

const nameOf = ({ refused }: Refusal): ErrorName => (refused in errors ? (refused as ErrorName) : 'InvalidParams')
