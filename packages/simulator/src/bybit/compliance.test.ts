/** The Bybit adapter against the simulated venue, over HTTP and real sockets. */
import { createBybitVenue, type Venue } from '@parley/venues'
import { venueCompliance, type Disruption, type Step, type VenueHarness } from '@parley/venues/compliance'
import type { Fault } from '../exchange/faults.ts'
import { createBybitSimulator } from './simulator.ts'

const PATHS: Readonly<Record<Step, string>> = {
  VERIFY: '/v5/rfq/create-rfq',
  EXECUTE: '/v5/rfq/execute-quote',
  FIND: '/v5/rfq/quote-realtime',
}

const FAULTS: Readonly<Record<Disruption, Fault>> = {
  LOSE_ANSWER: { kind: 'LOSE_ANSWER' },
  DISCONNECT_BEFORE: { kind: 'DISCONNECT_BEFORE' },
  DISCONNECT_AFTER: { kind: 'DISCONNECT_AFTER' },
  ANSWER_TWICE: { kind: 'ANSWER_TWICE' },
  BUSY: { kind: 'REJECT', code: 10006, message: 'Too many visits. Exceeded the API Rate Limit.' },
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
  const simulator = await createBybitSimulator({
    seed: 11,
    now,
    accounts: [
      { ...maker, name: 'Maker' },
      { ...taker, name: 'Taker' },
      { ...reader, name: 'Reader', scopes: ['rfq:read'] },
    ],
  })
  const venues: Venue[] = []
  const adapter = (): Venue => {
    // Long enough for a slow machine, short enough to wait for an answer that never comes.
    const { restUrl, streamUrl } = simulator
    const venue = createBybitVenue({ restUrl, streamUrl, now, callTimeoutMs: 4_000 })
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
    disrupt: (step, how) => simulator.faults.order({ method: PATHS[step], fault: FAULTS[how], times: 1 }),
    delay: (step, delayMs) => simulator.faults.order({ method: PATHS[step], fault: { kind: 'DELAY', delayMs }, times: 1 }),
    dropConnections: simulator.dropConnections,
    executed: () => simulator.blocks().length,
    restartAdapter: async () => adapter(),
    close: async () => {
      await Promise.all(venues.map((venue) => venue.close()))
      await simulator.close()
    },
  }
}

venueCompliance('Bybit', makeHarness)
