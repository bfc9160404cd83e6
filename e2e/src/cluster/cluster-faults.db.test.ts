/** Faults of each kind in an installation of real processes. `npm run torture` draws more of them. */
import { natsProgram } from '@parley/simulator'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { seeded } from '../random.ts'
import { checkReplay } from '../replay.ts'
import { compareAllLives } from '../reliability/pair-comparison.ts'
import { compareAllBids } from './bidding.ts'
import { fewFaults } from './faults.ts'
import { openWorld, underFault, type World } from './fault-round.ts'
import { openInstallation } from './installation.ts'

const seed = Number(process.env['PARLEY_SEED'] ?? Math.floor(Math.random() * 2 ** 31))

// Without an installed nats-server the report shows these tests as skipped.
describe.skipIf(natsProgram() === undefined)(`faults of an installation of many processes (PARLEY_SEED=${seed})`, () => {
  let world: World
  beforeAll(async () => {
    world = await openWorld(await openInstallation(seed), seeded(seed), seed)
  }, 240_000)
  afterAll(async () => {
    await world?.place.stop()
    world?.place.removeFolder()
  }, 60_000)

  it.each(fewFaults(seeded(seed)).map((kind, round) => [kind, round] as const))(
    '%s loses and repeats nothing, and every socket agrees with the server afterwards',
    async (kind, round) => {
      const { servedAfterMs, bidsAfterMs } = await underFault(world, kind, round)
      console.log(`${kind}: an RFQ after ${Math.round(servedAfterMs)} ms, a bid after ${Math.round(bidsAfterMs ?? NaN)} ms`)
      // A process that returns notices that another one has taken over.
      if (kind === 'FREEZE_OWNER' || kind === 'FREEZE_AUCTION_OWNER')
        expect(world.place.logOf('shards')).toContain('Another process has taken over')
      if (kind === 'FREEZE_WORKERS') expect(world.place.logOf('workers')).toContain('Another process has taken over')
    },
  )

  it('has everything that was acknowledged in the end, each trade once at the venue, and a journal that gives the same state', async () => {
    const { requests, orders, trades, wrong } = await compareAllLives(world.pairs, world.whole, world.place.dataDir)
    const { bids, sales } = await compareAllBids(world.bids)
    console.log(`${requests} requests, ${orders} orders, ${trades} trades, ${bids} bids and ${sales} sales were acknowledged`)
    expect(wrong).toEqual([])
    expect(Math.min(trades, bids, sales)).toBeGreaterThan(0)
    await world.place.stop()
    await checkReplay(world.place.dataDir)
  })
})
