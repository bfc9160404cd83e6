/**
 * A desk's whole view of random days of auctions, and the operator's, with and without bids that they must not see: every call that reads, by
 * every role, every channel's messages and list, their own answers. Both are the same to the byte, but for the ids that are drawn.
 * PARLEY_SEED=<seed> repeats a failure.
 */
import { describe, expect, it } from 'vitest'
import '../../test/database-server.ts'
import { auctionDayOf, auctionSecrets } from '../../test/whole-view/auction-day.ts'
import { liveAuctions } from '../../test/whole-view/auction-life.ts'

const SEED = Number(process.env['PARLEY_SEED'] ?? Date.now() % 1_000_000)

describe('19.8 a whole view of auctions is the same with and without', () => {
  it.each(auctionSecrets.map((secret) => [secret.title, secret] as const))('%s', { timeout: 180_000 }, async (_title, secret) => {
    const day = auctionDayOf(SEED, secret)
    const whole = await liveAuctions(day, secret, 'EVERYTHING')
    const without = await liveAuctions(day, secret, 'NOTHING_SECRET')
    expect(whole.secrets, `PARLEY_SEED=${SEED}`).toBeGreaterThan(0)
    // Of those that stand the vault reads one in each auction.
    expect(whole.read - without.read).toBe(secret.atTheEnd === 'STANDS' ? 2 : 0)
    for (const [viewer, seen] of whole.seen) {
      const other = without.seen.get(viewer)!
      const at = seen.findIndex((line, place) => line !== other[place])
      expect(seen[at], `PARLEY_SEED=${SEED}, ${viewer}, line ${at}`).toBe(other[at])
      expect(seen.length).toBe(other.length)
      expect(seen.length, viewer).toBeGreaterThan(viewer === 'the operator' ? 20 : 200)
    }
  })
})
