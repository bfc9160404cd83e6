/** From events to what is read: rows for queries and notes for sockets, written in the transaction of the journal rows they come from. */
import type { TransactionSql } from 'postgres'
import type { Decided, Note } from './engine.ts'

export type Projection<Row> = { readonly rows: readonly Row[]; readonly notes: readonly Omit<Note, 'shard' | 'seq'>[] }

export interface Projector<State, Event, Row> {
  /** Pure; called right after the events were applied, `state` being the state that holds them. */
  project(decided: Decided<Event>, state: State): Projection<Row>
  /** Writes the rows of a whole batch with a few statements; where a key comes twice the later row wins. */
  write(sql: TransactionSql, rows: readonly Row[]): Promise<void>
}
