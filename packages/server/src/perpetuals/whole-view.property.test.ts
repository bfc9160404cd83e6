/**
 * A whole view of random days of perpetuals, with and without what another desk does. Steps overlap: responses of the venue arrive while later steps
 * begin. Responses, messages of channels, their times and the desk's own log must be identical. PARLEY_SEED=<seed> repeats a failure, and
 * PARLEY_PERPETUALS=<n> sets the number of days.
 */
import { describe, expect, it } from 'vitest'
import { chanceFrom } from '../../test/trading-day/chance.ts'
import { perpetualDayOf, secrets } from '../../test/whole-view/perpetual-day.ts'
import { livePerpetuals } from '../../test/whole-view/perpetual-life.ts'
import { expectSameViews } from '../../test/whole-view/same-views.ts'

const DAYS = Number(process.env['PARLEY_PERPETUALS'] ?? 10)
const SEED = Number(process.env['PARLEY_SEED'] ?? Date.now() % 1_000_000)

describe('18.2 a whole view of perpetuals with overlapping steps is the same with and without', () => {
  it.each(secrets.map((secret) => [secret.title, secret] as const))('%s', { timeout: 60_000 + DAYS * 1_000 }, async (_title, secret) => {
    let [orders, fills] = [0, 0]
    for (let day = 0; day < DAYS; day += 1) {
      const seed = SEED + day
      const steps = perpetualDayOf(chanceFrom(seed), secret)
      const whole = await livePerpetuals(steps, secret, seed, 'EVERYTHING')
      const without = await livePerpetuals(steps, secret, seed, 'NOTHING_SECRET')
      expectSameViews(whole.views, without.views, `PARLEY_SEED=${seed} PARLEY_PERPETUALS=1`)
      expect(whole.views.length).toBeGreaterThan(60)
      orders += whole.secretOrders
      fills += whole.fills
    }
    expect(orders).toBeGreaterThan(DAYS)
    expect(fills).toBeGreaterThan(DAYS)
  })
})
