/**
 * A desk's whole view of random days over the published API, with and without what it must not see: every read call by every role, the messages and
 * list of every channel, its own responses and fences. Both must be identical byte for byte, except for the random ids of each installation.
 * PARLEY_SEED=<seed> repeats a failure, and PARLEY_SEEDS=<count> tries as many seeds from there on.
 */
import { describe, expect, it } from 'vitest'
import '../../test/database-server.ts'
import { dayOf, secrets } from '../../test/whole-view/day.ts'
import { live } from '../../test/whole-view/life.ts'

const SEED = Number(process.env['PARLEY_SEED'] ?? Date.now() % 1_000_000)
const SEEDS = Number(process.env['PARLEY_SEEDS'] ?? 1)
/** The longest delay that a timer accepts. */
const LONGEST_MS = 2 ** 31 - 1
const seeds = Array.from({ length: SEEDS }, (_, place) => SEED + place)

describe('a whole view over REST and sockets is the same with and without', () => {
  it.each(secrets.map((secret) => [secret.title, secret] as const))(
    '%s',
    { timeout: Math.min(SEEDS * 120_000, LONGEST_MS) },
    async (_title, secret) => {
      for (const seed of seeds) {
        const steps = dayOf(seed, secret)
        const whole = await live(steps, secret, 'EVERYTHING')
        const without = await live(steps, secret, 'NOTHING_SECRET')
        expect(whole.secrets, `PARLEY_SEED=${seed}`).toBeGreaterThan(0)
        expect(whole.trades).toBe(without.trades)
        for (const [desk, seen] of whole.seen) {
          const other = without.seen.get(desk)!
          const at = seen.findIndex((line, place) => line !== other[place])
          expect(seen[at], `PARLEY_SEED=${seed}, line ${at}`).toBe(other[at])
          expect(seen.length).toBe(other.length)
          expect(seen.length).toBeGreaterThan(200)
        }
      }
    },
  )
})
