/**
 * The simulated venues of the past: the same as those that open afterwards, on the clock of the past, with the same accounts and in a folder of their own.
 * Their records are handed over to the venues of the demo when the whole past is written.
 */
import { mkdirSync, readdirSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import type { PastPrices } from '@parley/server'
import { createBitcomVenue, createBybitVenue, createDeribitVenue, type Venue } from '@parley/venues'
import { createMarkReader as createBitcomMarkReader } from '../../bitcom/mark.ts'
import { createBitcomSimulator } from '../../bitcom/simulator.ts'
import { createMarkReader as createBybitMarkReader } from '../../bybit/mark.ts'
import { createBybitSimulator } from '../../bybit/simulator.ts'
import { createMarkReader as createDeribitMarkReader } from '../../deribit/mark.ts'
import { createDeribitSimulator } from '../../deribit/simulator.ts'
import { between } from '../../desks/chance.ts'
import { readVenueMarks } from '../../desks/venue-marks.ts'
import { COINS, type Coin, type Prices } from '../../exchange/prices.ts'
import { createRandom } from '../../exchange/random.ts'
import { roster, venueAccountOf } from '../roster.ts'
import type { PastClock } from './past-clock.ts'

export type PastVenues = PastPrices & {
  /** In USD, of a coin and of an option. */
  readonly prices: Pick<Prices, 'index' | 'value'>
  readonly venues: readonly Venue[]
  /** Moves the clock and the prices. */
  moveTo(at: number): void
  close(): Promise<void>
  /** After `close`: the venues that open in the folder of the demo remember what these did. */
  handOver(): void
  /** After `close`: removes everything that was not handed over. */
  discard(): void
}

/** A venue executes a block so long after it is asked. */
const EXECUTION_MS = { least: 450, most: 1_900 } as const
/** A token of the past outlives the days that pass in a second. */
const TOKEN_LIFE_S = 365 * 86_400

export async function openPastVenues(seed: number, dataDir: string, clock: PastClock): Promise<PastVenues> {
  const folder = join(dataDir, 'past')
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  const { now } = clock
  const common = { seed, now, tickMs: 0, dataDir: folder, accounts: roster.map(venueAccountOf) }
  const deribit = await createDeribitSimulator({ ...common, tokenLifeS: TOKEN_LIFE_S })
  const { prices } = deribit.market
  const bybit = await createBybitSimulator({ ...common, prices })
  const bitcom = await createBitcomSimulator({ ...common, prices })
  const adapters = [
    createDeribitVenue({ url: deribit.url, now }),
    createBybitVenue({ restUrl: bybit.restUrl, streamUrl: bybit.streamUrl, now }),
    createBitcomVenue({ url: bitcom.url, socketUrl: bitcom.socketUrl, now, blockSource: 'parley' }),
  ]
  const marks = readVenueMarks(
    {
      DBT: createDeribitMarkReader(deribit.market, now),
      BYB: createBybitMarkReader(bybit.market, now),
      BIT: createBitcomMarkReader(bitcom.market, now),
    },
    prices.walk,
  )
  const random = createRandom(seed, 'venues of the past')
  return {
    prices,
    venues: adapters.map((venue) => inTime(venue, clock, () => between(random, EXECUTION_MS.least, EXECUTION_MS.most))),
    markOf: ({ id, venue, name }) => marks({ id, venue, venue_instrument_name: name }),
    indexOf: (_venue, currency) => (isCoin(currency) ? prices.index(currency) : undefined),
    moveTo: (at) => {
      const elapsedMs = at - now()
      if (elapsedMs <= 0) return
      clock.moveTo(at)
      for (const venue of [deribit, bybit, bitcom]) venue.step(elapsedMs)
    },
    close: async () => {
      for (const adapter of adapters) await adapter.close()
      for (const venue of [bitcom, bybit, deribit]) await venue.close()
    },
    handOver: () => {
      for (const name of readdirSync(folder)) renameSync(join(folder, name), join(dataDir, name))
    },
    discard: () => rmSync(folder, { recursive: true, force: true }),
  }
}

const isCoin = (currency: string): currency is Coin => COINS.some((coin) => coin === currency)

/** Like a venue over a network: time has passed when it executes. */
const inTime = (venue: Venue, clock: PastClock, tookMs: () => number): Venue => ({
  ...venue,
  executeBlock: (block, verification, parties) => {
    clock.moveTo(clock.now() + Math.round(tookMs()))
    return venue.executeBlock(block, verification, parties)
  },
})
