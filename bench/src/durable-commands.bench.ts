/** Durable commands per second through the engine's journal, compared with one INSERT per transaction in the same database and run. */
import { createEngine, silent, type Database, type Projector, type RunningEngine } from '@parley/server'
import { withOwnDatabase } from './own-database.ts'
import type { Bench, Row } from './row.ts'
import { quote, tally, published, unpublished, type TallyCommand, type TallyEvent } from './tally.ts'

const ROUNDS = 5
const ROUND_MS = 1_500
const IN_FLIGHT = 8_000

type Quotes = RunningEngine<TallyCommand, TallyEvent>

const middle = (values: readonly number[]): number => [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)]!

/** Each client sends its next command when the last one is answered. Returns the commands per second. */
async function rate(senders: number, send: () => Promise<unknown>): Promise<number> {
  const start = performance.now()
  let done = 0
  const sender = async () => {
    while (performance.now() - start < ROUND_MS) {
      await send()
      done += 1
    }
  }
  await Promise.all(Array.from({ length: senders }, sender))
  return (done / (performance.now() - start)) * 1000
}

async function engineOn<R>(
  { sql }: Database,
  name: string,
  group: number,
  projector: Projector<TallyEvent, undefined, R>,
): Promise<Quotes> {
  return createEngine({ sql, shards: [{ name, group }], machine: tally, projector, log: silent })
}

async function measure(database: Database): Promise<readonly Row[]> {
  const { sql } = database
  await sql`create table bench_quote (id text primary key, price bigint)`
  await sql`create table bench_single (id bigserial primary key, event jsonb not null)`
  const bare = await engineOn(database, 'BARE', 901, unpublished)
  const full = await engineOn(database, 'FULL', 902, published)
  const event = JSON.stringify(tally.decide(tally.initial(), quote(3_100_000), 0 as never))
  const one = await sql.reserve()
  let key = 0
  const rounds: { single: number; bare: number; full: number; alone: number }[] = []
  for (let round = 0; round <= ROUNDS; round++) {
    const figures = {
      single: await rate(1, () => one`insert into bench_single (event) values (${event}::text::jsonb)`),
      bare: await rate(IN_FLIGHT, () => bare.submit('BARE', quote(++key))),
      full: await rate(IN_FLIGHT, () => full.submit('FULL', quote(++key), { scope: 'KEST', key: String(key), requestHash: 'b' })),
      alone: await rate(1, () => bare.submit('BARE', quote(++key))),
    }
    // The first round is only a warm-up.
    if (round > 0) rounds.push(figures)
  }
  one.release()
  await bare.close()
  await full.close()
  return rowsOf(rounds)
}

function rowsOf(rounds: readonly { single: number; bare: number; full: number; alone: number }[]): readonly Row[] {
  const single = middle(rounds.map((round) => round.single))
  const beside = { what: 'one INSERT per transaction', figure: single, unit: '/s' }
  const conditions = `embedded PostgreSQL, fsync and synchronous_commit on, events of 300 bytes; median of ${ROUNDS} rounds of ${ROUND_MS / 1000} s, interleaved`
  const ratios = rounds.map((round) => round.bare / round.single)
  return [
    {
      what: 'durable commands, one market',
      figure: middle(rounds.map((round) => round.bare)),
      unit: '/s',
      beside,
      conditions: `${IN_FLIGHT} in flight; ${conditions}`,
    },
    {
      what: 'durable commands, as a multiple of single inserts',
      figure: middle(ratios),
      unit: '×',
      bar: '≥ 20 ×',
      beside,
      conditions: `median of the ratios of each round, ${Math.min(...ratios).toFixed(1)} to ${Math.max(...ratios).toFixed(1)}`,
    },
    {
      what: 'durable commands, each with a key, a read-model row and a message',
      figure: middle(rounds.map((round) => round.full)),
      unit: '/s',
      beside,
      conditions: `${IN_FLIGHT} in flight; ${conditions}`,
    },
    {
      what: 'a single durable command, from call to response',
      figure: 1000 / middle(rounds.map((round) => round.alone)),
      unit: 'ms',
      beside: { what: 'one INSERT', figure: 1000 / single, unit: 'ms' },
      conditions: 'nothing else in flight; mean of a round, median of rounds',
    },
  ]
}

export const bench: Bench = { name: 'durable commands', run: () => withOwnDatabase(measure) }
