import { createParadexVenue, type BlockVenue, type ParadexVenue } from '@parley/venues'
import { venueDays } from '../../test/venue-days.ts'
import type { FaultOrder } from '../exchange/faults.ts'
import { LEG } from './block-service.ts'
import { createParadexSimulator } from './simulator.ts'

const reject = (code: number, message: string) => ({ kind: 'REJECT', code, message }) as const

/** Over a third of the calls that matter fail in some way. */
const storm: readonly FaultOrder[] = [
  // Often an execution is late: the caller has given up, the clock moves on, and only then is it carried out.
  { method: 'POST /block-trades/{}/execute', fault: { kind: 'DELAY', delayMs: 900 }, probability: 0.2 },
  ...['POST /block-trades', 'POST /block-trades/{}/offers', 'POST /block-trades/{}/execute', 'GET /block-trades', 'POST /auth/{}'].flatMap(
    (method): readonly FaultOrder[] => [
      { method, fault: { kind: 'DISCONNECT_BEFORE' }, probability: 0.06 },
      { method, fault: { kind: 'DISCONNECT_AFTER' }, probability: 0.06 },
      { method, fault: { kind: 'LOSE_ANSWER' }, probability: 0.03 },
      { method, fault: { kind: 'DELAY', delayMs: 400 }, probability: 0.05 },
      { method, fault: { kind: 'ANSWER_TWICE' }, probability: 0.08 },
      { method, fault: { kind: 'WRONG_CLOCK', aheadMs: 40 * 60_000 }, probability: 0.02 },
      { method, fault: reject(429, 'too many requests'), probability: 0.05 },
    ],
  ),
  { method: LEG, fault: reject(400, 'not enough margin of the taker'), probability: 0.15 },
]

type Plan = {
  readonly name: string
  readonly isTraded: (contract: string) => boolean
  readonly venueOf: (venue: ParadexVenue) => BlockVenue
}

const keys = {
  maker: { clientId: `0x${'1'.repeat(40)}`, clientSecret: `0x${'1'.repeat(60)}` },
  taker: { clientId: `0x${'2'.repeat(40)}`, clientSecret: `0x${'2'.repeat(60)}` },
}

/** Everything that the venue settles, and the perpetuals that are traded here, each through its adapter. */
const plans: readonly Plan[] = [
  { name: 'Paradex', isTraded: (name) => /^BTC-USD-(PERP|.*-(80000|90000)-C)$/.test(name), venueOf: (venue) => venue },
  { name: 'Paradex in perpetuals', isTraded: (name) => name.endsWith('-PERP'), venueOf: ({ traded }) => traded },
]

for (const { name, isTraded, venueOf } of plans)
  venueDays({
    ...{ name, isTraded, keys },
    blocks: 6,
    share: 0.5,
    mayBeAlike: true,
    open: async (seed, now, { maker, taker }) => {
      const simulator = await createParadexSimulator({ seed, now, tickMs: 0, accounts: [maker, taker], faults: storm })
      const { market } = simulator
      return {
        // A response that takes longer than this counts as lost. On a slow machine this only adds faults.
        adapter: () => venueOf(createParadexVenue({ ...simulator, now, callTimeoutMs: 400 })),
        mark: (symbol) => market.mark(market.contract(symbol)!),
        endStorm: simulator.faults.clear,
        isQuiet: simulator.isQuiet,
        executed: () => simulator.blocks().map(({ parentId }) => parentId!),
        positions: ({ clientId }) => simulator.positions(clientId),
        close: simulator.close,
      }
    },
  })
