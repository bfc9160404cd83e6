/** The bit.com adapter against the simulated venue, over a real socket. */
import { createBitcomVenue, type Venue } from '@parley/venues'
import { venueCompliance, type Disruption, type Step, type VenueHarness } from '@parley/venues/compliance'
import type { Fault } from '../exchange/faults.ts'
import { createBitcomSimulator } from './simulator.ts'

const CALLS: Readonly<Record<Step, string>> = {
  VERIFY: 'private/POST blocktrades maker',
  EXECUTE: 'private/POST blocktrades taker',
  FIND: 'private/GET blocktrades',
}

const FAULTS: Readonly<Record<Disruption, Fault>> = {
  LOSE_ANSWER: { kind: 'LOSE_ANSWER' },
  DISCONNECT_BEFORE: { kind: 'DISCONNECT_BEFORE' },
  DISCONNECT_AFTER: { kind: 'DISCONNECT_AFTER' },
  ANSWER_TWICE: { kind: 'ANSWER_TWICE' },
  BUSY: { kind: 'REJECT', code: 429, message: 'too many requests' },
}

/** Saturday noon: the next 08:00 UTC, when the listing changes, is a long way off. */
const START = Date.UTC(2026, 10, 21, 12)

async function makeHarness(): Promise<VenueHarness> {
  const began = Date.now()
  let moved = 0
  const now = (): number => START + (Date.now() - began) + moved
  const maker = { clientId: 'maker', clientSecret: 'maker secret' }
  const taker = { clientId: 'taker', clientSecret: 'taker secret' }
  const reader = { clientId: 'reader', clientSecret: 'reader secret' }
  const simulator = await createBitcomSimulator({
    seed: 11,
    now,
    accounts: [
      { ...maker, name: 'Maker' },
      { ...taker, name: 'Taker' },
      { ...reader, name: 'Reader', scopes: ['read'] },
    ],
  })
  const venues: Venue[] = []
  const adapter = (): Venue => {
    // Long enough for a slow machine, short enough to wait for an answer that never comes.
    const venue = createBitcomVenue({ ...simulator, blockSource: 'parley', now, callTimeoutMs: 4_000 })
    venues.push(venue)
    return venue
  }
  return {
    venue: adapter(),
    maker,
    taker,
    reader,
    nobody: { clientId: 'nobody', clientSecret: 'nothing' },
    blockWindowMs: 5 * 60_000,
    now,
    advance: (ms) => {
      moved += ms
    },
    disrupt: (step, how) => simulator.faults.order({ method: CALLS[step], fault: FAULTS[how], times: 1 }),
    delay: (step, delayMs) => simulator.faults.order({ method: CALLS[step], fault: { kind: 'DELAY', delayMs }, times: 1 }),
    dropConnections: simulator.dropConnections,
    executed: () => simulator.blocks().length,
    restartAdapter: async () => adapter(),
    close: async () => {
      await Promise.all(venues.map((venue) => venue.close()))
      await simulator.close()
    },
  }
}

venueCompliance('bit.com', makeHarness)
