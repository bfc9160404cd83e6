/** The venues at which spreads are listed. */
import { unifiedVenueCodes, venueSentence, venues, type Refusal, type VenueCode } from '@parley/core'
import type { SpreadVenueView } from '@parley/contracts'
import type { VenueStates } from '../../../market-data/venue-states.ts'
import { notFound } from './not-found.ts'
import type { Reads } from './reads.ts'

type VenueNeeds = {
  readonly stateOf: VenueStates['stateOf']
  readonly reads: Pick<Reads, 'active'>
  readonly shards: readonly { readonly venue: VenueCode }[]
}

export function createVenueReads({ stateOf, reads, shards }: VenueNeeds) {
  const listVenues = async (): Promise<{ results: SpreadVenueView[] }> => {
    const strategies = await reads.active()
    const connected = unifiedVenueCodes.filter((code) => shards.some(({ venue }) => venue === code))
    return {
      results: connected.map((code) => {
        const status = stateOf(code)
        const listed = strategies.filter(({ venue }) => venue === code).length
        return { id: code, name: venues[code].name, status, sentence: venueSentence(code, status), strategies: listed }
      }),
    }
  }
  return {
    listVenues,
    async getVenue(word: string): Promise<SpreadVenueView | Refusal> {
      const { results } = await listVenues()
      return results.find(({ id }) => id === word.toUpperCase()) ?? notFound('venue', 'venue')
    },
  }
}
