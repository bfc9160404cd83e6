/** The Deribit adapter against the simulated venue, over a real socket. */
import { createDeribitVenue, type Venue } from '@parley/venues'
import { venueCompliance, type Disruption, type Step, type VenueHarness } from '@parley/venues/compliance'
import type { Fault } from '../exchange/faults.ts'
import { createDeribitSimulator } from './simulator.ts'

const METHODS: Readonly<Record<Step, string>> = {
  VERIFY: 'private/verify_block_trade',
  EXECUTE: 'private/execute_block_trade',
  FIND: 'private/get_block_trades',
}

const FAULTS: Readonly<Record<Disruption, Fault>> = {
  LOSE_ANSWER: { kind: 'LOSE_ANSWER' },
  DISCONNECT_BEFORE: { kind: 'DISCONNECT_BEFORE' },
  DISCONNECT_AFTER: { kind: 'DISCONNECT_AFTER' },
  ANSWER_TWICE: { kind: 'ANSWER_TWICE' },
  BUSY: { kind: 'REJECT', code: 10041, message: 'settlement_in_progress' },
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
  const simulator = await createDeribitSimulator({
    seed: 11,
    now,
    accounts: [
      { ...maker, name: 'Maker' },
      { ...taker, name: 'Taker' },
      { ...reader, name: 'Reader', scopes: ['account:read', 'block_trade:read'] },
    ],
  })
  const venues: Venue[] = []
  const adapter = (): Venue => {
    // Long enough for a slow machine, short enough to wait for an answer that never comes.
    const venue = createDeribitVenue({ url: simulator.url, now, callTimeoutMs: 4_000 })
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
    disrupt: (step, how) => simulator.faults.order({ method: METHODS[step], fault: FAULTS[how], times: 1 }),
    delay: (step, delayMs) => simulator.faults.order({ method: METHODS[step], fault: { kind: 'DELAY', delayMs }, times: 1 }),
    dropConnections: simulator.dropConnections,
    executed: () => simulator.blocks().length,
    restartAdapter: async () => adapter(),
    close: async () => {
      await Promise.all(venues.map((venue) => venue.close()))
      await simulator.close()
    },
  }
}

venueCompliance('Deribit', makeHarness)
