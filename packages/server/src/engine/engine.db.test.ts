import { beforeAll } from 'vitest'
import { withTestDatabase } from '../../test/database.ts'
import { engineBehaviour } from '../../test/engine/engine-behaviour.ts'
import { createPostgresJournal } from './postgres-journal.ts'
import { ledgerProjector, ledgerTable, type BalanceRow } from '../../test/engine/ledger.ts'

const database = withTestDatabase()
beforeAll(async () => void (await database.sql.unsafe(ledgerTable)))

engineBehaviour('PostgreSQL', async (faults) => ({
  journal: createPostgresJournal<BalanceRow>(database.sql, ledgerProjector.parts, faults),
  balances: async (shard) => {
    const rows = await database.sql<BalanceRow[]>`select shard, account, balance from ledger_balance where shard = ${shard}`
    return Object.fromEntries(rows.map(({ account, balance }) => [account, balance]))
  },
}))
