/** One transaction in the shape of a database, for services that open transactions of their own: all that they write is kept, or none of it. */
import type { Sql, TransactionSql } from './sql.ts'

/**
 * A transaction that a service begins is a part of the whole, so a statement that fails ends all of it. Notifications are delivered with the commit,
 * after the services have closed, so `listen` does nothing.
 */
export function withinTransaction(tx: TransactionSql): Sql {
  const tag = ((first: TemplateStringsArray | string, ...values: never[]) =>
    (tx as (...given: unknown[]) => unknown)(first, ...values)) as Sql
  return Object.assign(tag, {
    unsafe: tx.unsafe,
    json: tx.json,
    begin: <T>(...given: [string, (sql: TransactionSql) => PromiseLike<T>] | [(sql: TransactionSql) => PromiseLike<T>]) =>
      (given.length === 2 ? given[1] : given[0])(tx),
    reserve: () => Promise.reject(new Error('A transaction has one connection, and keeps it.')),
    listen: () => Promise.resolve({ unlisten: () => Promise.resolve() }),
    end: () => Promise.resolve(),
  }) as Sql
}
