/**
 * A desk's whole view of random days over the published API, with and without what it must not see: every read call by every role, the messages and
 * list of every channel, its own responses and fences. Both must be identical byte for byte, except for the random ids of each installation. Several
 * secrets share a run, and one run without any is compared with all others, because a run costs as much as all its calls. Each secret has eight steps
 * in each run, and a random day in each whole run of the tests. PARLEY_SEED=<seed> repeats a failure, and PARLEY_SEEDS=<count> tries as many seeds
 * from there on.
 */
import { beforeAll, describe, expect, it } from 'vitest'
import '../../test/database-server.ts'
import { dayOf, type Secrets } from '../../test/whole-view/day.ts'
import { live, type Life } from '../../test/whole-view/life.ts'

const SEED = Number(process.env['PARLEY_SEED'] ?? Date.now() % 1_000_000)
const SEEDS = Number(process.env['PARLEY_SEEDS'] ?? 1)
const seeds = Array.from({ length: SEEDS }, (_, place) => SEED + place)

const nothing: Secrets = { names: [], either: 'WREN', viewers: ['ORRY', 'KEST', 'LARK', 'WREN'] }

for (const seed of seeds)
  describe('a whole view over REST and sockets is the same with and without', () => {
    const steps = dayOf(seed)
    let without: Life
    beforeAll(async () => {
      without = await live(steps, nothing)
    })

    async function expectSame(secrets: Secrets): Promise<void> {
      const whole = await live(steps, secrets)
      for (const name of secrets.names) expect(whole.accepted.get(name), `PARLEY_SEED=${seed}, ${name}`).toBeGreaterThan(0)
      expect(whole.trades).toBe(without.trades)
      expect([...whole.seen.keys()]).toEqual(secrets.viewers)
      for (const [desk, seen] of whole.seen) {
        const other = without.seen.get(desk)!
        const at = seen.findIndex((line, place) => line !== other[place])
        expect(seen[at], `PARLEY_SEED=${seed}, line ${at}`).toBe(other[at])
        expect(seen.length).toBe(other.length)
        expect(seen.length).toBeGreaterThan(200)
      }
    }

    it('8.2 8.7 10.11 11.15 17.3 a hidden quote in a direct request, a hidden order in the book, spread orders that find nothing, whose spread orders are, and orders that wait for approval', () =>
      expectSame({
        names: ['HIDDEN_IN_BOOK', 'HIDDEN_IN_REQUEST', 'FINDS_NOTHING', 'HELD_REQUESTS'],
        either: 'MERL',
        viewers: ['ORRY', 'KEST', 'LARK'],
      }))

    it('8.3 8.6 22.3 the quotes and declines of another maker of a direct request, its quotes and net prices of a list, and drafts', () =>
      expectSame({ names: ['OF_ANOTHER_MAKER', 'DRAFTS'], either: 'WREN', viewers: ['KEST', 'LARK', 'WREN'] }))
  })
