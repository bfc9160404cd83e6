/** Channels by name, and their subscribers. */
import type { Audience, Notification, NotificationSource } from '../../engine/engine.ts'
import type { Caller } from '../../calls/route.ts'
import { isRefusal, type Refusal } from '@parley/core'
import type { Channel, NotificationChannel, StreamChannel, Wants } from '../../calls/channel.ts'
import { NotificationFrames, type NotificationSubscription } from './notification-subscription.ts'
import { latersOf } from './position.ts'
import { StreamFrames, UnreadStates } from './unread.ts'

export type FoundStream = {
  readonly kind: 'stream'
  readonly channel: StreamChannel
  readonly states: UnreadStates
  readonly params: Readonly<Record<string, string>>
}
export type Found = { readonly kind: 'notifications'; readonly channel: NotificationChannel; readonly wants?: Wants } | FoundStream

export const audiencesOf = ({ desk, user, alsoOffered = [] }: Caller): readonly Audience[] => [
  `desk:${desk}`,
  `user:${user}`,
  'everybody',
  ...alsoOffered.map((venue): Audience => `venue:${venue}`),
]

type Patterned<C extends Channel> = { readonly pattern: RegExp; readonly channel: C }

export class Hub {
  readonly source: NotificationSource
  readonly streamFrames = new StreamFrames()
  readonly #notifications = new Map<string, NotificationChannel>()
  readonly #parts: readonly Patterned<NotificationChannel>[]
  readonly #streams: readonly (Patterned<StreamChannel> & { readonly states: UnreadStates })[]
  /** By the name of the notifications. */
  readonly #whenSent: ReadonlyMap<string, NonNullable<NotificationChannel['whenSent']>>
  /** By channel and audience. */
  readonly #listeners = new Map<string, Set<NotificationSubscription>>()
  /** By audience: for each group, the last number under which something was published on any channel. */
  readonly #published = new Map<Audience, Map<number, number>>()
  /** This hub does not know what was published before these numbers. */
  readonly #began: ReadonlyMap<number, number>
  readonly #stop: () => void

  constructor(channels: readonly Channel[], source: NotificationSource) {
    this.source = source
    for (const channel of channels)
      if (channel.kind === 'notifications') for (const name of [channel.name, ...channel.also]) this.#notifications.set(name, channel)
    this.#parts = channels.flatMap((channel) =>
      channel.kind === 'notifications' && channel.select !== undefined ? [{ pattern: patternOf(channel.name), channel }] : [],
    )
    this.#streams = channels.flatMap((channel) =>
      channel.kind === 'stream' ? [{ pattern: patternOf(channel.pattern), channel, states: new UnreadStates(channel) }] : [],
    )
    this.#whenSent = new Map(
      channels.flatMap((channel) =>
        channel.kind === 'notifications' && channel.whenSent ? [[notificationsOf(channel), channel.whenSent]] : [],
      ),
    )
    this.#began = source.startedAfter()
    this.#stop = source.onNotifications((notifications) => this.#publish(notifications))
  }

  /** A refusal if the channel exists, but the object that is named does not. */
  find(spelling: string): Found | Refusal | undefined {
    const channel = this.#notifications.get(spelling)
    if (channel !== undefined && channel.select === undefined) return { kind: 'notifications', channel }
    for (const { pattern, channel: parted } of this.#parts) {
      const match = pattern.exec(spelling)
      const wants = match === null ? undefined : parted.select?.({ ...match.groups })
      if (wants !== undefined) return isRefusal(wants) ? wants : { kind: 'notifications', channel: parted, wants }
    }
    for (const { pattern, channel, states } of this.#streams) {
      const match = pattern.exec(spelling)
      if (match !== null) return { kind: 'stream', channel, states, params: { ...match.groups } }
    }
    return undefined
  }

  listen(channel: NotificationChannel, subscription: NotificationSubscription): void {
    for (const audience of subscription.audiences) {
      const key = keyOf(notificationsOf(channel), audience)
      const listeners = this.#listeners.get(key) ?? new Set()
      this.#listeners.set(key, listeners.add(subscription))
    }
  }

  leave(channel: NotificationChannel, subscription: NotificationSubscription): void {
    for (const audience of subscription.audiences) {
      const key = keyOf(notificationsOf(channel), audience)
      const listeners = this.#listeners.get(key)
      listeners?.delete(subscription)
      if (listeners?.size === 0) this.#listeners.delete(key)
    }
  }

  /**
   * The number of the last notification for the caller, for each group. A shard's own position also counts the secret activity of others and is never
   * shown to a reader (rulebook 8.6, 10.11, decision 0711).
   */
  publishedTo(caller: Caller): ReadonlyMap<number, number> {
    const published = audiencesOf(caller).map((audience) => this.#published.get(audience))
    return new Map(
      [...this.source.positions().keys()].map((group) => [
        group,
        Math.max(this.#began.get(group) ?? 0, ...published.map((of) => of?.get(group) ?? 0)),
      ]),
    )
  }

  close(): void {
    this.#stop()
  }

  /** Notifications after a number, as sent; undefined if they are no longer kept. */
  async notificationsAfter(
    group: number,
    seq: number,
    caller: Caller,
    channel: NotificationChannel,
  ): Promise<readonly Notification[] | undefined> {
    // A number that was never published to the caller is unknown here, whatever the shard's own number is.
    if (seq > (this.publishedTo(caller).get(group) ?? 0)) return undefined
    const notifications = await this.source.notificationsAfter(group, seq, audiencesOf(caller), notificationsOf(channel))
    return notifications?.map((notification) => this.#asSent(notification))
  }

  #asSent(notification: Notification): Notification {
    const whenSent = this.#whenSent.get(notification.channel)
    if (whenSent === undefined) return notification
    const { data, text: _, ...rest } = notification
    return { ...rest, data: whenSent(data) }
  }

  #publish(notifications: readonly Notification[]): void {
    const laters = latersOf(notifications)
    for (const [place, notification] of notifications.entries()) {
      let published = this.#published.get(notification.audience)
      if (published === undefined) this.#published.set(notification.audience, (published = new Map()))
      published.set(notification.shard.group, notification.seq)
      const listeners = this.#listeners.get(keyOf(notification.channel, notification.audience))
      if (listeners === undefined) continue
      const frames = new NotificationFrames(this.#asSent(notification), laters[place]!, { notifications, place })
      for (const listener of listeners) listener.receive(frames)
    }
  }
}

export const notificationsOf = ({ name, notifications }: NotificationChannel): string => notifications ?? name

const keyOf = (channel: string, audience: string): string => `${channel} ${audience}`

/** In `bbo.{rfq_id}`, each name matches one part between dots. */
const patternOf = (pattern: string): RegExp =>
  new RegExp(`^${pattern.replaceAll('.', '\\.').replaceAll(/\{(\w+)\}/g, (_whole, name: string) => `(?<${name}>[^.]{1,64})`)}$`)
