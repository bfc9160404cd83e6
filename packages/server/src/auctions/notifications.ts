/** The notifications of auctions, in a group of their own beside the markets', numbered for each reader by itself (rulebook 19.8). */
import { SHARDS_MOST, type Instant } from '@parley/core'
import type { Sql } from '../database/sql.ts'
import type { Message, Notification, NotificationSource } from '../engine/engine.ts'
import { NotificationNumbers, numberBefore } from '../engine/notification-numbers.ts'
import type { Vault } from '../vault/vault.ts'
import { auctionLimits as limits } from './limits.ts'
import { aboutMessage } from './store.ts'

/** No market has it; refused commands have the one before. */
const AUCTIONS_GROUP = SHARDS_MOST + 1
const shard = { name: 'auctions', group: AUCTIONS_GROUP }

type Listener = Parameters<NotificationSource['onNotifications']>[0]
type NotificationNeeds = { readonly sql: Sql; readonly vault: Pick<Vault, 'open'>; readonly now: () => number }
type Row = Pick<Notification, 'seq' | 'audience' | 'channel' | 'event'> & {
  readonly id: number
  readonly place: number
  readonly sealed: Uint8Array
}

export class AuctionNotifications {
  readonly #needs: NotificationNeeds
  readonly #listeners = new Set<Listener>()
  readonly #startedAfter: number
  #numbers: NotificationNumbers
  #at = 0
  #decided: number

  constructor(needs: NotificationNeeds, newest: { readonly decision: number; readonly seq: number }) {
    this.#needs = needs
    this.#decided = newest.decision
    this.#startedAfter = Math.max(newest.seq, numberBefore(needs.now()))
    this.#numbers = new NotificationNumbers(this.#startedAfter)
  }

  /** With their numbers, to be written with the decision. */
  number(messages: readonly Message[], decision: number, at: Instant): readonly Notification[] {
    this.#at = Math.max(this.#at, at)
    // Notifications for everybody are numbered apart, so that they say nothing of what one desk read with them.
    const everybody = messages.filter(({ audience }) => audience === 'everybody')
    const own = messages.filter(({ audience }) => audience !== 'everybody')
    return [everybody, own].flatMap((part) => {
      if (part.length === 0) return []
      const numberOf = this.#numbers.of(
        this.#at as Instant,
        part.map(({ audience }) => audience),
      )
      return part.map((message) => ({ ...message, shard, decision, seq: numberOf(message.audience) }))
    })
  }

  /** They are durable. */
  publish(notifications: readonly Notification[], decision: number): void {
    this.#decided = decision
    for (const listener of this.#listeners) listener(notifications)
  }

  /** The other notifications of a socket, and these. */
  beside(source: NotificationSource): NotificationSource {
    return {
      onNotifications: (listener) => {
        const stop = source.onNotifications(listener)
        this.#listeners.add(listener)
        return () => {
          stop()
          this.#listeners.delete(listener)
        }
      },
      notificationsAfter: (group, seq, audiences, channel) =>
        group === AUCTIONS_GROUP ? this.#after(seq, audiences, channel) : source.notificationsAfter(group, seq, audiences, channel),
      positions: () => new Map([...source.positions(), [AUCTIONS_GROUP, this.#decided]]),
      startedAfter: () => new Map([...source.startedAfter(), [AUCTIONS_GROUP, this.#startedAfter]]),
    }
  }

  async #after(seq: number, audiences: readonly string[], channel: string): Promise<readonly Notification[]> {
    const { sql, vault, now } = this.#needs
    const rows = await sql<Row[]>`
      select id, place, seq, audience, channel, event, data_sealed as sealed from auction_message
      where audience = any(${[...audiences]}) and channel = ${channel} and seq > ${seq} and at > ${now() - limits.messagesKeptMs}
      order by id, place`
    return rows.map(({ id, place, sealed, ...row }) => {
      const text = vault.open(sealed, aboutMessage(id, place))
      return { ...row, shard, decision: id, data: JSON.parse(text) as object, text }
    })
  }
}
