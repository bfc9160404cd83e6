/** The interface to the database: `` sql`select … where id = ${id}` ``, awaited for its rows. */
import type { OnConnection } from './on-connection.ts'
import { Json, Name, Statement, type Value } from './statement.ts'

export type { Statement } from './statement.ts'

/** A row for which the caller gave no type. */
export type Row = Readonly<Record<string, unknown>>

/** Creates statements, either for its own connection or for any that is free. */
export interface SqlTag {
  <Rows extends readonly object[] = Row[]>(parts: TemplateStringsArray, ...values: readonly Value[]): Statement<Rows>
  /** Quoted. */
  (name: string): Name
  /** Plain SQL text of one or several statements. It must never contain user input. */
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
  /** Commits the changes of `work`, or none of them if it fails, if one of its statements failed or if the connection is lost. */
  begin<T>(work: (sql: TransactionSql) => PromiseLike<T>): Promise<T>
  begin<T>(characteristics: string, work: (sql: TransactionSql) => PromiseLike<T>): Promise<T>
  /** A connection for callers that need the same one for several statements. */
  reserve(): Promise<ReservedSql>
  /**
   * Listening has started when this resolves. A lost connection is replaced, and the listener then gets an empty word, because the notifications sent
   * in the meantime are unknown.
   */
  listen(channel: string, listener: (word: string) => void): Promise<{ unlisten(): Promise<void> }>
  /** Waits for running statements, for at most this many seconds. */
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
