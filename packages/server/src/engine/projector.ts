/** Turns events into rows for queries and notifications for sockets, written in the transaction of their journal rows. */
import type { SqlTag, Statement } from '../database/sql.ts'
import type { Message, Published } from './engine.ts'

export type Projection<Row> = { readonly rows: readonly Row[]; readonly notifications: readonly Message[] }

/** A statement that changes one table. All of a commit's are parts of one statement, so none sees what another has changed. */
export type Part = Statement

export interface Projector<Event, Change, Row> {
  /** Pure. Called right after the events were applied. */
  project(decided: Published<Event, Change>): Projection<Row>
  /**
   * Writes the rows of a whole batch. For the same key, the later row wins. A part without rows may be included too: the fewer different shapes the
   * statement of a commit has, the less often it is planned.
   */
  parts(sql: SqlTag, rows: readonly Row[]): readonly Part[]
}
