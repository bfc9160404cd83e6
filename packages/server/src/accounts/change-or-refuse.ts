/** Makes a change after checking it inside its transaction with the desk locked, so that nothing changes in between. */
import type { DeskId, Refusal } from '@parley/core'
import type { TransactionSql } from '../database/sql.ts'
import type { Book } from './accounts-snapshot.ts'
import { lockDesks, type Change } from './still-may.ts'

/** `nothing` means that everything is already as requested. Neither it nor a refusal adds a row to the audit log. */
export type Judged = 'changed' | 'nothing' | Refusal

class Undone extends Error {
  readonly outcome: 'nothing' | Refusal
  constructor(outcome: 'nothing' | Refusal) {
    super('undone')
    this.outcome = outcome
  }
}

export async function changeOrRefuse(
  book: Book,
  change: Change,
  write: (tx: TransactionSql) => Promise<Judged>,
): Promise<Refusal | undefined> {
  try {
    await book.change(change, async (tx) => {
      const judged = await write(tx)
      if (judged !== 'changed') throw new Undone(judged)
    })
    return undefined
  } catch (error) {
    if (!(error instanceof Undone)) throw error
    return error.outcome === 'nothing' ? undefined : error.outcome
  }
}

/** Other changes of this desk wait for ours. */
export const lockDesk = (tx: TransactionSql, desk: DeskId): Promise<void> => lockDesks(tx, [desk])
