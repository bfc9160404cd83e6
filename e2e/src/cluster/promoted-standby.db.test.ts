/** The primary is lost while desks trade on many processes, and its synchronous standby is promoted. DATABASE_URL names both hosts. */
import { setTimeout as delay } from 'node:timers/promises'
import { natsProgram } from '@parley/simulator'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { seeded } from '../random.ts'
import { compareAllLives } from '../reliability/pair-comparison.ts'
import { openDatabasePair, postgresPrograms, type DatabasePair } from './database-pair.ts'
import { openWorld, underInjected, type World } from './fault-round.ts'
import { openInstallation } from './installation.ts'

const seed = Number(process.env['PARLEY_SEED'] ?? Math.floor(Math.random() * 2 ** 31))
/** A person or a tool needs some time to promote a standby. */
const UNNOTICED_MOST_MS = 3_000

// Without an installed nats-server and PostgreSQL the report shows this test as skipped.
const isPossible = natsProgram() !== undefined && postgresPrograms() !== undefined

describe.skipIf(!isPossible)(`a primary that is lost (PARLEY_SEED=${seed})`, () => {
  let pair: DatabasePair
  let world: World
  beforeAll(async () => {
    pair = await openDatabasePair()
    world = await openWorld(await openInstallation(seed, pair.url), seeded(seed), seed)
  }, 240_000)
  afterAll(async () => {
    await world?.place.stop()
    world?.place.removeFolder()
    pair?.stop()
  }, 60_000)

  it('loses nothing that was acknowledged and repeats nothing once the standby is promoted', async () => {
    const { servedAfterMs } = await underInjected(
      world,
      async (_, random, { hit }) => {
        pair.losePrimary()
        hit()
        await delay(random() * UNNOTICED_MOST_MS)
        pair.promoteStandby()
      },
      0,
    )
    const { requests, orders, trades, wrong } = await compareAllLives(world.pairs, world.whole, world.place.dataDir)
    console.log(
      `${requests} requests, ${orders} orders and ${trades} trades were acknowledged; served again after ${Math.round(servedAfterMs)} ms`,
    )
    expect(wrong).toEqual([])
    expect(trades).toBeGreaterThan(0)
    await world.place.stop()
    await world.place.checkReplay()
  })
})
