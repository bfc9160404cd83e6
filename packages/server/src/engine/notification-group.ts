/** Notifications in a group of their own: clients read and resume them together with those of the shards. */
import type { Audience, Notification, NotificationSource } from './engine.ts'

type Listener = Parameters<NotificationSource['onNotifications']>[0]

export type NotificationGroupParts = {
  /** No shard has this number. */
  readonly group: number
  /** No notification from before the start has a higher number, and none from after it a lower one. */
  readonly startedAfter: number
  /** The number of the last durable record. */
  readonly position: () => number
  /** The durable notifications after a number of their reader. */
  readonly after: (seq: number, audiences: readonly Audience[], channel: string) => Promise<readonly Notification[] | undefined>
}

export type NotificationGroup = ReturnType<typeof createNotificationGroup>

export function createNotificationGroup({ group, startedAfter, position, after }: NotificationGroupParts) {
  const listeners = new Set<Listener>()
  return {
    startedAfter,

    /** Called when they are durable, in the order of their numbers. */
    publish(notifications: readonly Notification[]): void {
      for (const listener of listeners) listener(notifications)
    },

    /** The notifications of the source, and those of this group. */
    addedTo: (source: NotificationSource): NotificationSource => ({
      onNotifications(listener) {
        const stop = source.onNotifications(listener)
        listeners.add(listener)
        return () => {
          stop()
          listeners.delete(listener)
        }
      },
      notificationsAfter: (asked, seq, audiences, channel) =>
        asked === group ? after(seq, audiences, channel) : source.notificationsAfter(asked, seq, audiences, channel),
      positions: () => new Map([...source.positions(), [group, position()]]),
      startedAfter: () => new Map([...source.startedAfter(), [group, startedAfter]]),
    }),
  }
}
