/**
 * Encrypts everything again in one transaction: however it ends, the database names the one key that opens all of it. The new key is on the disk, or
 * in the operator's hands, before it is used.
 */
import type { Sql, TransactionSql } from '../database/sql.ts'
import { StartProblem } from '../database/start-problem.ts'
import { appendAudit } from '../audit/append.ts'
import { sealedColumns } from './sealed-columns.ts'
import { keyIdOf } from '../vault/secret-key.ts'
import { createVault, type Vault } from '../vault/vault.ts'

export type Rotation = {
  readonly sql: Sql
  readonly from: Uint8Array
  readonly to: Uint8Array
  readonly now: number
  /** Stores the new key permanently. Nothing has been encrypted with it yet. */
  readonly keep: () => void
}

export type Rotated = { readonly texts: number; readonly before: string; readonly after: string }

/** Returns how many texts were encrypted again. */
export async function rotateSecretKey({ sql, from, to, now, keep }: Rotation): Promise<Rotated> {
  const [opening, sealing] = [createVault(from), createVault(to)]
  const texts = await sql.begin(async (tx) => {
    // A starting server waits here and then finds the new key named. So does a write that was encrypted with the old key.
    await tx`select from secret_key for update`
    await refuseIfOthersRun(tx)
    keep()
    let count = 0
    for (const { table } of sealedColumns) await tx`lock table ${tx(table)} in share row exclusive mode`
    for (const column of sealedColumns) count += await sealAnew(tx, column, opening, sealing)
    await tx`update secret_key set id = ${keyIdOf(to)}, since = ${now}`
    await appendAudit(tx, { at: now, actor: 'operator', action: 'RotateSecretKey', object: keyIdOf(to), detail: { before: keyIdOf(from) } })
    return count
  })
  return { texts, before: keyIdOf(from), after: keyIdOf(to) }
}

const LOOKS = 8

/** A running process has the old key in memory and would continue to use it. One that has just stopped gets two seconds to disconnect. */
async function refuseIfOthersRun(tx: TransactionSql): Promise<void> {
  for (let look = 0; look < LOOKS; look++) {
    const others = await tx`
      select from pg_stat_activity where datname = current_database() and application_name in ('parley', 'parley operator')`
    if (others.length === 0) return
    await tx`select pg_sleep(0.25), pg_stat_clear_snapshot()`
  }
  throw new StartProblem('AlreadyRunning', 'Parley is running on this database. Stop it, then rotate the key.')
}

async function sealAnew(tx: TransactionSql, column: (typeof sealedColumns)[number], opening: Vault, sealing: Vault): Promise<number> {
  const rows = await column.rows(tx)
  for (const row of rows) await column.write(tx, row, sealing.seal(opening.open(row.sealed, column.about(row)), column.about(row)))
  return rows.length
}
