/** From nothing running to serving, on a journal of a million events, the process before having been killed. */
import { createEngine, createPostgresJournal, silent, type Database } from '@parley/server'
import { withOwnDatabase } from './own-database.ts'
import type { Bench, Row } from './row.ts'
import { quote, tally, untold } from './tally.ts'

const EVENTS = 1_000_000
const AT_ONCE = 10_000
const ROUNDS = 5
const shard = { name: 'DBT-BTC', group: 1 }

async function measure({ sql }: Database): Promise<readonly Row[]> {
  const start = () => createEngine({ sql, shards: [shard], machine: tally, projector: untold, log: silent })
  // Never closed: a killed process leaves no last snapshot either.
  const first = await start()
  for (let sent = 0; sent < EVENTS; sent += AT_ONCE)
    await Promise.all(Array.from({ length: AT_ONCE }, (_, i) => first.submit(shard.name, quote(sent + i))))
  const journal = createPostgresJournal<never>(sql, () => Promise.resolve())
  const last = (await journal.last(shard)).seq
  const snapshot = (await journal.newestSnapshot(shard))?.seq ?? 0
  const times: number[] = []
  for (let round = 0; round < ROUNDS; round++) {
    const from = performance.now()
    const engine = await start()
    await engine.submit(shard.name, quote(round))
    times.push(performance.now() - from)
  }
  times.sort((a, b) => a - b)
  return [
    {
      what: 'restart of a market to its first durable answer',
      figure: times[Math.floor(ROUNDS / 2)]! / 1000,
      unit: 's',
      bar: '≤ 2 s',
      conditions: `${last.toLocaleString('en-GB')} events, ${(last - snapshot).toLocaleString('en-GB')} of them after the newest snapshot; the database was running; median of ${ROUNDS}, worst ${(times.at(-1)! / 1000).toFixed(2)} s`,
    },
  ]
}

export const bench: Bench = { name: 'restart', run: () => withOwnDatabase(measure) }
