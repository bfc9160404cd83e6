import { expect, it } from 'vitest'
import { createMemoryNetwork } from '../../test/cluster/lossy-network.ts'
import { ledgerMachine, type BalanceRow } from '../../test/engine/ledger.ts'
import { createMemoryJournal } from '../../test/engine/memory-journal.ts'
import { limits } from '../engine/limits.ts'
import { silent } from '../log/log.ts'
import { followShard } from './follow-shard.ts'

it('passes on an event that changes nothing as it is in its own process, although JSON has no undefined', async () => {
  const [network, subject] = [createMemoryNetwork(), 'parley.test.news.DBT-BTC']
  const changes: unknown[] = []
  const followed = await followShard({
    ...{ network, subject, shard: { name: 'DBT-BTC', group: 1 }, journal: createMemoryJournal<BalanceRow>(), limits, log: silent },
    machine: ledgerMachine,
    publish: { decisions: (decisions) => changes.push(...decisions.flatMap((one) => one.changes)), notifications: () => undefined },
  })
  const decision = { decision: 1, seq: 1, at: 1, events: [{ kind: 'Broken' }], changes: [undefined] }
  network.publish(subject, JSON.stringify({ after: 0, seq: 1, at: 1, decisions: [decision], notifications: [] }))
  await expect.poll(() => changes).toStrictEqual([undefined])
  followed.close()
})
