/**
 * A desk's and the operator's whole view of random days of auctions, with and without bids that they must not see: every read call by every role, the
 * messages and list of every channel, their own responses. Both must be identical byte for byte, except for random ids. One day has bids that remain
 * at the end, in the auctions of a vault that reads them from then on, and bids that are cancelled before the end or with their auction, which remain
 * secret from the other vault and all other desks for good. PARLEY_SEED=<seed> repeats a failure, and PARLEY_SEEDS=<count> tries as many seeds from
 * there on.
 */
import { describe, expect, it } from 'vitest'
import '../../test/database-server.ts'
import { auctionDayOf } from '../../test/whole-view/auction-day.ts'
import { liveAuctions } from '../../test/whole-view/auction-life.ts'

const SEED = Number(process.env['PARLEY_SEED'] ?? Date.now() % 1_000_000)
const SEEDS = Number(process.env['PARLEY_SEEDS'] ?? 1)
/** The longest delay that a timer accepts. */
const LONGEST_MS = 2 ** 31 - 1
const seeds = Array.from({ length: SEEDS }, (_, place) => SEED + place)
/** The vault reads one of the remaining bids in each of its first two auctions. */
const READ_AT_THE_END = 2

describe('19.8 a whole view of auctions is the same with and without', () => {
  it(
    "19.8 another desk's bids: those that remain, from their vault until the end and from all others for good, and those that are cancelled",
    { timeout: Math.min(SEEDS * 180_000, LONGEST_MS) },
    async () => {
      for (const seed of seeds) {
        const day = auctionDayOf(seed)
        const whole = await liveAuctions(day, 'EVERYTHING')
        const without = await liveAuctions(day, 'NOTHING_SECRET')
        expect(whole.secrets, `PARLEY_SEED=${seed}`).toBeGreaterThan(0)
        expect(whole.read - without.read).toBe(READ_AT_THE_END)
        for (const [viewer, seen] of whole.seen) {
          const other = without.seen.get(viewer)!
          const at = seen.findIndex((line, place) => line !== other[place])
          expect(seen[at], `PARLEY_SEED=${seed}, ${viewer}, line ${at}`).toBe(other[at])
          expect(seen.length).toBe(other.length)
          expect(seen.length, viewer).toBeGreaterThan(viewer === 'the operator' ? 20 : 200)
        }
      }
    },
  )
})
