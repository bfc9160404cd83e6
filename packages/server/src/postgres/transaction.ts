/**
 * A transaction that survives the loss of its connection. The driver (postgres.js 3.4.9) sends its commit or rollback on a connection
 * that has gone as well, and that ends the whole process from inside a timer; here nothing is sent after the loss, and the caller is told.
 */
import type { Sql, TransactionSql } from 'postgres'

export function transaction<T>(sql: Sql, work: (transaction: TransactionSql) => Promise<T>): Promise<T> {
  let lost = false
  const done = sql.begin(async (open): Promise<T> => {
    try {
      const result = await work(open)
      if (lost) await forever
      return result
    } catch (error) {
      // `done` is rejected by the loss itself.
      if (lost || isLoss(error)) await forever
      throw error
    }
  }) as Promise<T>
  done.catch(() => (lost = true))
  return done
}

const forever = new Promise<never>(() => undefined)

function isLoss(error: unknown): boolean {
  const { code, severity } = error as { code?: string; severity?: string }
  return severity === 'FATAL' || severity === 'PANIC' || /^(CONNECTION_|ECONN|EPIPE)/.test(code ?? '')
}
