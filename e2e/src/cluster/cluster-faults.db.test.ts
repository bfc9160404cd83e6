/** Faults in an installation of real processes: some kinds of them each day, and an upgrade. `npm run torture` draws all kinds. */
import { natsProgram } from '@parley/simulator'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { seeded } from '../random.ts'
import { compareAllLives } from '../reliability/pair-comparison.ts'
import { compareAllBids } from './bidding.ts'
import { faultsOfDay } from './faults.ts'
import { openWorld, underFault, type World } from './fault-round.ts'
import { openInstallation } from './installation.ts'
import { NEXT_VERSION } from './next-release.ts'

const DAY_MS = 86_400_000
/** The day is the seed, so that every kind has its turn within a few days, and the runs of one day are the same. */
const seed = Number(process.env['PARLEY_SEED'] ?? Math.floor(Date.now() / DAY_MS))
const kinds = faultsOfDay(seed)

/** A shards process has no other address that shows its version. */
async function versionAt(url: string): Promise<string | undefined> {
  const metrics = await (await fetch(`${url}/metrics`)).text()
  return /parley_build_info\{version="([^"]*)"/.exec(metrics)?.[1]
}

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

  it.each(kinds.map((kind, round) => [kind, round] as const))(
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

  // Five processes are started one after the other.
  it('is upgraded one process after the other, with a migration, and loses and repeats nothing', { timeout: 300_000 }, async () => {
    await underFault(world, 'ROLLING_UPGRADE', kinds.length)
    const running = (['gateway', 'shards', 'workers'] as const).flatMap((role) => world.place.processes(role))
    expect(running).toHaveLength(5)
    for (const { url } of running) expect(await versionAt(url)).toBe(NEXT_VERSION)
  })

  it('has everything that was acknowledged in the end, each trade once at the venue, and a journal that gives the same state', async () => {
    const { requests, orders, trades, wrong } = await compareAllLives(world.pairs, world.whole, world.place.dataDir)
    const { bids, sales } = await compareAllBids(world.bids)
    console.log(`${requests} requests, ${orders} orders, ${trades} trades, ${bids} bids and ${sales} sales were acknowledged`)
    expect(wrong).toEqual([])
    expect(Math.min(trades, bids, sales)).toBeGreaterThan(0)
    await world.place.stop()
    await world.place.checkReplay()
  })
})
