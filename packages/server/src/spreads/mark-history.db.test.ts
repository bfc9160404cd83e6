import { afterAll, beforeAll, expect, it } from 'vitest'
import { withTestDatabase } from '../../test/database.ts'
import { march, june, openSpreadMarket, perpetual, type SpreadMarket } from '../../test/spread-market.ts'
import { silent } from '../log/log.ts'
import { createMarkHistory, type MarkHistory } from './mark-history.ts'

const MINUTE = 60_000
const DAY = 1_440 * MINUTE

const database = withTestDatabase()
let market: SpreadMarket
let history: MarkHistory
let keeping: ReturnType<MarkHistory['keep']> | undefined
beforeAll(async () => {
  market = await openSpreadMarket({ sql: database.sql })
  // Marks are only stored when a test requests it.
  const clock = { now: () => market.clock.now, after: () => () => undefined }
  history = createMarkHistory({ sql: database.sql, marketData: market.marketData, clock, log: silent })
  keeping = history.keep()
  // The first minute is stored when it opens.
  const keptAtStart = async () => (await database.sql`select 1 from leg_mark`).length
  while ((await keptAtStart()) < 3);
  await database.sql`delete from leg_mark`
})
afterAll(async () => {
  await keeping?.close()
  await market?.close()
})

const keepAt = async (at: number, more = 0): Promise<void> => {
  market.clock.now = at
  market.mark(1_000, more)
  await history.store([history.read()])
}
const start = Math.ceil(1_800_000_000_000 / DAY) * DAY

it('the worth of a spread is kept by the minute and read as finely as a range has it', async () => {
  const strategy = await market.strategy(perpetual, march)
  for (const minutes of [0, 1, 5]) await keepAt(start + minutes * MINUTE + 7_000, minutes)
  // Storing twice within a minute has the effect of once.
  await history.store([history.read()])
  const read = async (range: '1H' | '1D' | '1W') =>
    (await history.of(strategy, range)).map(({ at, near, far }) => [(at - start) / MINUTE, far - near])
  expect(await read('1H')).toEqual([[0, 1_000], [1, 1_001], [5, 1_005]]) // prettier-ignore
  expect(await read('1D')).toEqual([[0, 1_000], [5, 1_005]]) // prettier-ignore
  expect(await read('1W')).toEqual([[0, 1_000]])
  const other = await history.of(await market.strategy(march, june), '1H')
  expect(other.map(({ far, near }) => far - near)).toEqual([1_000, 999, 995])
})

it('old marks are not stored, and two servers store one', async () => {
  const strategy = await market.strategy(perpetual, march)
  market.clock.now = start + 30 * MINUTE
  await history.store([history.read()])
  expect((await history.of(strategy, '1H')).map(({ at }) => (at - start) / MINUTE)).toEqual([0, 1, 5])
})

it('what is older than two days is thinned to the hour, and ends after three months', async () => {
  const strategy = await market.strategy(perpetual, march)
  await keepAt(start + 3 * DAY)
  const counted = async () =>
    (await database.sql<{ at: string }[]>`select distinct at from leg_mark order by at`).map(({ at }) => (Number(at) - start) / DAY)
  expect(await counted()).toEqual([0, 3])
  await keepAt(start + 94 * DAY)
  expect(await counted()).toEqual([3, 94])
  expect((await history.of(strategy, '3M')).length).toBe(2)
})
