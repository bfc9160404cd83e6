/** The time from killing a server to the first durable response of the next one, with a journal of a million events. */
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdtempSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createEngine, createPostgresJournal, migrate, openDatabase, silent, type Database } from '@parley/server'
import type { Bench, Row } from './row.ts'
import { quote, tally, unpublished } from './tally.ts'

const EVENTS = 1_000_000
const AT_ONCE = 10_000
/** Just before the next snapshot is due: the maximum that has to be replayed. */
const AFTER_SNAPSHOT = 9_900
const ROUNDS = 5
const shard = { name: 'DBT-BTC', group: 1 }
const self = import.meta.filename

const engineOn = ({ sql }: Database) => createEngine({ sql, shards: [shard], machine: tally, projector: unpublished, log: silent })

/** A separate server: it reports `serving` with its first durable response, and waits to be killed. */
async function serve(dataDir: string): Promise<void> {
  const engine = await engineOn(await openDatabase({ dataDir, log: silent }))
  await engine.submit(shard.name, quote(1))
  process.send?.('serving')
}

async function fill(dataDir: string): Promise<string> {
  const database = await openDatabase({ dataDir, log: silent })
  await migrate(database.sql, silent)
  const engine = await engineOn(database)
  for (let sent = 0; sent < EVENTS + AFTER_SNAPSHOT; sent += AT_ONCE) {
    const some = Math.min(AT_ONCE, EVENTS + AFTER_SNAPSHOT - sent)
    await Promise.all(Array.from({ length: some }, (_, i) => engine.submit(shard.name, quote(sent + i))))
  }
  const journal = createPostgresJournal<never>(database.sql, () => [])
  const last = (await journal.last(shard)).seq
  const snapshot = (await journal.newestSnapshot(shard))?.seq ?? 0
  // The engine is not closed: a killed server leaves no last snapshot either.
  await database.close()
  return `${last.toLocaleString('en-GB')} events, ${(last - snapshot).toLocaleString('en-GB')} of them after the newest snapshot, a state of two numbers`
}

async function measure(dataDir: string): Promise<readonly Row[]> {
  const conditions = await fill(dataDir)
  const times: number[] = []
  for (let round = 0; round <= ROUNDS; round++) {
    const from = performance.now()
    const child = fork(self, [dataDir])
    const ended = once(child, 'exit')
    await once(child, 'message')
    times.push(performance.now() - from)
    child.kill('SIGKILL')
    await ended
  }
  // The first one also starts the database; the others find it running, as after a kill.
  const [cold, ...killed] = times as [number, ...number[]]
  killed.sort((a, b) => a - b)
  await openDatabase({ dataDir, log: silent }).then((database) => database.close())
  const row = (what: string, ms: number, more: string): Row => ({
    what,
    figure: ms / 1000,
    unit: 's',
    bar: '≤ 2 s',
    conditions: `${conditions}; ${more}`,
  })
  return [
    row(
      'restart after kill -9, to the first durable response',
      killed[Math.floor(ROUNDS / 2)]!,
      `a new process, from its first instruction; median of ${ROUNDS}, worst ${(killed.at(-1)! / 1000).toFixed(2)} s`,
    ),
    row('start with the database stopped, to the first durable response', cold, 'a new process, from its first instruction; once'),
  ]
}

async function run(): Promise<readonly Row[]> {
  const dataDir = mkdtempSync(join(tmpdir(), 'parley-bench-'))
  chmodSync(dataDir, 0o755)
  try {
    return await measure(dataDir)
  } finally {
    rmSync(dataDir, { recursive: true, force: true })
  }
}

export const bench: Bench = { name: 'restart', run }

if (realpathSync(process.argv[1] ?? '.') === self) await serve(process.argv[2] ?? '')
