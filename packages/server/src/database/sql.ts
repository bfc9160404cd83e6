/** How the database is spoken to: `` sql`select … where id = ${id}` ``, awaited for its rows. */
import type { OnConnection } from './on-connection.ts'
import { Json, Name, Statement, type Value } from './statement.ts'

export type { Statement } from './statement.ts'

/** A row whose type the caller did not name. */
export type Row = Readonly<Record<string, unknown>>

/** Makes statements, for a connection of its own or for whichever is free. */
export interface SqlTag {
  <Rows extends readonly object[] = Row[]>(parts: TemplateStringsArray, ...values: readonly Value[]): Statement<Rows>
  /** Quoted. */
  (name: string): Name
  /** A text as it is, of one or several statements. It must never contain anybody's input. */
  unsafe(text: string): Statement<Row[]>
  json(value: unknown): Json
}

export interface TransactionSql extends SqlTag {
  readonly isTransaction: true
}

export interface ReservedSql extends SqlTag {
  release(): void
}

export interface Sql extends SqlTag {
  /** Commits what `work` did; nothing of it where it fails, where a statement of it failed or where the connection is lost. */
  begin<T>(work: (sql: TransactionSql) => PromiseLike<T>): Promise<T>
  begin<T>(characteristics: string, work: (sql: TransactionSql) => PromiseLike<T>): Promise<T>
  /** A connection for callers that need the same one for several statements. */
  reserve(): Promise<ReservedSql>
  /**
   * Listens from when this is answered. A connection that was lost is made again, and an empty word comes then: what
   * was notified meanwhile nobody knows.
   */
  listen(channel: string, listener: (word: string) => void): Promise<{ unlisten(): Promise<void> }>
  /** Waits for what runs, for so many seconds at most. */
  end(options?: { readonly timeout: number }): Promise<void>
}

export function createTag(on: Omit<OnConnection, 'say'>): SqlTag {
  const tag = (first: TemplateStringsArray | string, ...values: readonly Value[]) =>
    typeof first === 'string' ? new Name(first) : new Statement(first, values, on)
  return Object.assign(tag as SqlTag, {
    unsafe: (text: string) => new Statement<Row[]>([text], [], { ...on, run: () => on.runText(text) }),
    json: (value: unknown) => new Json(value),
  })
}
