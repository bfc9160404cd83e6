import { engineBehaviour } from '../../test/engine/engine-behaviour.ts'
import { createMemoryJournal } from '../../test/engine/memory-journal.ts'
import type { BalanceRow } from '../../test/engine/ledger.ts'

engineBehaviour('a journal in memory', async (faults) => {
  const rows = new Map<string, BalanceRow>()
  const journal = createMemoryJournal<BalanceRow>(
    (written) => written.forEach((row) => rows.set(`${row.shard} ${row.account}`, row)),
    faults,
  )
  return {
    journal,
    balances: async (shard) =>
      Object.fromEntries([...rows.values()].filter((row) => row.shard === shard).map(({ account, balance }) => [account, balance])),
  }
})
