/** The requirements for every venue adapter. The test of an adapter provides a harness around a venue (or its simulator) and runs this suite. */
import { describe } from 'vitest'
import { accounts } from './compliance/accounts.ts'
import { agreement } from './compliance/agreement.ts'
import type { Answers, VenueHarness, WithVenue } from './compliance/harness.ts'
import { lostAnswers } from './compliance/lost-answers.ts'
import { marketData } from './compliance/market-data.ts'
import { refusals } from './compliance/refusals.ts'

export { PATIENCE, type Answers, type Disruption, type Step, type VenueHarness } from './compliance/harness.ts'
export { connected, watch, type Seen } from './compliance/watch.ts'
export { done, sampleBlock, settle } from './compliance/sample-block.ts'

export function venueCompliance(name: string, makeHarness: (answers: Answers) => Promise<VenueHarness>): void {
  const withVenueOf =
    (answers: Answers): WithVenue =>
    (test) =>
    async () => {
      const harness = await makeHarness(answers)
      try {
        await test(harness)
      } finally {
        await harness.close()
      }
    }
  const withVenue = withVenueOf('ARRIVE')
  describe(`${name} as a venue`, { timeout: 120_000 }, () => {
    marketData(withVenue)
    accounts(withVenue)
    agreement(withVenue)
    refusals(withVenue)
    lostAnswers(withVenueOf('MAY_BE_LOST'))
  })
}
