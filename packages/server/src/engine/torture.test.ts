import { expect, it } from 'vitest'
import { torture } from '../../test/engine/engine-torture.ts'
import { createMemoryJournal } from '../../test/engine/memory-journal.ts'
import type { BalanceRow } from '../../test/engine/ledger.ts'

const fresh = Math.floor(Math.random() * 2 ** 30)

it.each([1, 2, 3, fresh, fresh + 1, fresh + 2, fresh + 3])(
  'answers every command once although commits are slow, fail and lose their answers: seed %i',
  { timeout: 60_000 },
  async (seed) => {
    const rows = new Map<string, number>()
    const { faults } = await torture({
      seed,
      steps: 3000,
      shard: { name: 'DBT-BTC', group: 1 },
      open: (ordered) => ({
        journal: createMemoryJournal<BalanceRow>(
          (written) => written.forEach(({ account, balance }) => rows.set(account, balance)),
          ordered,
        ),
        balances: async () => Object.fromEntries(rows),
      }),
    })
    expect(faults).toBeGreaterThan(5)
  },
)
