/** Events, rows and notifications that wait for the next commit of a shard. */
import type { Idempotency, Notification, Published } from './engine.ts'
import type { Batch, DecidedRequest, Entry, NotificationRow } from './journal.ts'

export type Waiter = {
  readonly caller: Idempotency | undefined
  /** Gives the caller its answer once the batch is durable. */
  readonly resolve: () => void
  readonly reject: (error: Error) => void
}

export class OpenBatch<Event, Change, Row> implements Batch<Row> {
  readonly entries: Entry[] = []
  readonly rows: Row[] = []
  readonly notifications: NotificationRow[] = []
  readonly requests: DecidedRequest[] = []
  readonly decisions: Published<Event, Change>[] = []
  /** The notifications as published, in the order of `notifications`. */
  readonly published: Notification[] = []
  readonly waiters: Waiter[] = []

  get isEmpty(): boolean {
    const { entries, requests, rows, notifications, waiters } = this
    return [entries, requests, rows, notifications, waiters].every(({ length }) => length === 0)
  }
}
