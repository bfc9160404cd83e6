/** Turns events into rows for queries and notifications for sockets, written in the transaction of their journal rows. */
import type { SqlTag, Statement } from '../database/sql.ts'
import type { Message, Published } from './engine.ts'

export type Projection<Row> = { readonly rows: readonly Row[]; readonly notifications: readonly Message[] }

/** A statement that changes one table; all of a commit's are parts of one statement, so none sees what another has changed. */
export type Part = Statement

export interface Projector<Event, Change, Row> {
  /** Pure; called right after the events were applied. */
  project(decided: Published<Event, Change>): Projection<Row>
  /**
   * Writes the rows of a whole batch; where a key comes twice the later row wins. A part that has nothing to write may be there all
   * the same: the fewer shapes the statement of a commit has, the less often it is planned.
   */
  parts(sql: SqlTag, rows: readonly Row[]): readonly Part[]
}
