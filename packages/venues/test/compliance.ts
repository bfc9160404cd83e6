/** The requirements for every venue adapter. The test of an adapter provides a harness around a venue (or its simulator) and runs this suite. */
import { describe } from 'vitest'
import { accounts } from './compliance/accounts.ts'
import { agreement } from './compliance/agreement.ts'
import type { VenueHarness } from './compliance/harness.ts'
import { lostAnswers } from './compliance/lost-answers.ts'
import { marketData } from './compliance/market-data.ts'
import { refusals } from './compliance/refusals.ts'

export { PATIENCE, type Disruption, type Step, type VenueHarness } from './compliance/harness.ts'
export { connected, watch, type Seen } from './compliance/watch.ts'
export { done, sampleBlock, settle } from './compliance/sample-block.ts'

export function venueCompliance(name: string, makeHarness: () => Promise<VenueHarness>): void {
  const withVenue = (test: (harness: VenueHarness) => Promise<void>) => async (): Promise<void> => {
    const harness = await makeHarness()
    try {
      await test(harness)
    } finally {
      await harness.close()
    }
  }
  describe(`${name} as a venue`, { timeout: 120_000 }, () => {
    marketData(withVenue)
    accounts(withVenue)
    agreement(withVenue)
    refusals(withVenue)
    lostAnswers(withVenue)
  })
}
