import { beforeAll, expect, it } from 'vitest'
import { connect } from '../database/connect.ts'
import { withTestDatabase } from '../../test/database.ts'
import { torture } from '../../test/engine/engine-torture.ts'
import { createPostgresJournal } from './postgres-journal.ts'
import { ledgerProjector, ledgerTable, type BalanceRow } from '../../test/engine/ledger.ts'

const database = withTestDatabase()
beforeAll(async () => void (await database.sql.unsafe(ledgerTable)))

const fresh = Math.floor(Math.random() * 2 ** 30)

it.each([1, fresh, fresh + 1])(
  'answers every command once on a database that slows, fails, loses answers and drops connections: seed %i',
  { timeout: 180_000 },
  async (seed) => {
    const shard = { name: `DBT-BTC-${seed}`, group: seed }
    const administrator = connect(database.url, { max: 1, name: 'administrator' })
    const { faults } = await torture({
      seed,
      steps: 6000,
      shard,
      open: (ordered) => ({
        journal: createPostgresJournal<BalanceRow>(database.sql, ledgerProjector.parts, ordered),
        balances: async () => {
          const rows = await database.sql<BalanceRow[]>`select shard, account, balance from ledger_balance where shard = ${shard.name}`
          return Object.fromEntries(rows.map(({ account, balance }) => [account, balance]))
        },
      }),
      // Cuts connections of the engine at any point in their transactions.
      disturb: () =>
        administrator`select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and xact_start is not null and query ~ 'journal|shard_lease|commit|ledger' and pid <> pg_backend_pid()`,
    })
    await administrator.end()
    expect(faults).toBeGreaterThan(0)
  },
)
