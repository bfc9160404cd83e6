/**
 * A transaction that survives the loss of its connection. The driver (postgres.js 3.4.9) sends its commit or rollback on a connection
 * that has gone as well, and that ends the whole process from inside a timer; here nothing is sent after the loss, and the caller is told.
 * It also forgets whoever waits for a connection that the server closes meanwhile (its issue 1195): here the wait has an end.
 */
import type { Sql, TransactionSql } from 'postgres'
import { limits } from './limits.ts'

export function transaction<T>(sql: Sql, work: (transaction: TransactionSql) => Promise<T>): Promise<T> {
  let lost = false
  let isGivenUp = false
  let giveUp: (error: Error) => void
  const neverBegun = new Promise<never>((_, reject) => (giveUp = reject))
  const waiting = setTimeout(() => {
    isGivenUp = true
    giveUp(new Error(`no connection of the database came in ${limits.beginWithinMs / 1_000} s`))
  }, limits.beginWithinMs)
  const done = sql.begin(async (open): Promise<T> => {
    clearTimeout(waiting)
    // Its caller has been told that nothing was done.
    if (isGivenUp) throw new Error('the transaction was given up before it began')
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
  done.catch(() => {
    lost = true
    clearTimeout(waiting)
  })
  return Promise.race([done, neverBegun])
}

const forever = new Promise<never>(() => undefined)

function isLoss(error: unknown): boolean {
  const { code, severity } = error as { code?: string; severity?: string }
  return severity === 'FATAL' || severity === 'PANIC' || /^(CONNECTION_|ECONN|EPIPE)/.test(code ?? '')
}
