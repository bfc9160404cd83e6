/** Events, rows and notifications that wait for the next commit of a shard. */
import type { Refusal } from '@parley/core'
import type { Decided, Idempotency, Notification, Published } from './engine.ts'
import type { Batch, DecidedRequest, Entry, NotificationRow } from './journal.ts'

export type Answer<Event> = Decided<Event> | Refusal

export type Waiter<Event> = {
  readonly answer: Answer<Event>
  readonly caller: Idempotency | undefined
  readonly resolve: (answer: Answer<Event>) => void
  readonly reject: (error: Error) => void
}

export class OpenBatch<Event, Change, Row> implements Batch<Row> {
  readonly entries: Entry[] = []
  readonly rows: Row[] = []
  readonly notifications: NotificationRow[] = []
  readonly requests: DecidedRequest[] = []
  readonly decisions: Published<Event, Change>[] = []
  /** The notifications as they are published, in the order of `notifications`. */
  readonly published: Notification[] = []
  readonly waiters: Waiter<Event>[] = []

  get isEmpty(): boolean {
    const { entries, requests, rows, notifications, waiters } = this
    return [entries, requests, rows, notifications, waiters].every(({ length }) => length === 0)
  }
}
