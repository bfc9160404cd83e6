/** What waits for the next commit of a shard. */
import type { Refusal } from '@parley/core'
import type { Decided, Idempotency, Note } from './engine.ts'
import type { Batch, Entry, NoteRow, RememberedAnswer } from './journal.ts'

export type Answer<Event> = Decided<Event> | Refusal

export type Waiter<Event> = {
  readonly answer: Answer<Event>
  readonly caller: Idempotency | undefined
  readonly resolve: (answer: Answer<Event>) => void
  readonly reject: (error: Error) => void
}

export class OpenBatch<Event, Row> implements Batch<Row> {
  readonly entries: Entry[] = []
  readonly rows: Row[] = []
  readonly notes: NoteRow[] = []
  readonly answers: RememberedAnswer[] = []
  /** The notes as they are told, in the order of `notes`. */
  readonly told: Note[] = []
  readonly waiters: Waiter<Event>[] = []

  get isEmpty(): boolean {
    const { entries, answers, rows, notes, waiters } = this
    return [entries, answers, rows, notes, waiters].every(({ length }) => length === 0)
  }
}
