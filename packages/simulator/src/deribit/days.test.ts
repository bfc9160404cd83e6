import { createDeribitVenue } from '@parley/venues'
import { venueDays } from '../../test/venue-days.ts'
import type { FaultOrder } from '../exchange/faults.ts'
import { createDeribitSimulator } from './simulator.ts'

const EXECUTE = 'private/execute_block_trade'

/** Over a third of the calls that matter fail in some way. */
const storm: readonly FaultOrder[] = [
  { method: EXECUTE, fault: { kind: 'DELAY', delayMs: 900 }, probability: 0.2 },
  ...['private/verify_block_trade', EXECUTE, 'private/get_block_trades'].flatMap((method): readonly FaultOrder[] => [
    { method, fault: { kind: 'DISCONNECT_BEFORE' }, probability: 0.06 },
    { method, fault: { kind: 'DISCONNECT_AFTER' }, probability: 0.06 },
    { method, fault: { kind: 'LOSE_ANSWER' }, probability: 0.04 },
    { method, fault: { kind: 'ANSWER_TWICE' }, probability: 0.08 },
    { method, fault: { kind: 'REJECT', code: 10041, message: 'settlement_in_progress' }, probability: 0.08 },
  ]),
  ...['private/verify_block_trade', EXECUTE].map((method): FaultOrder => ({
    method,
    fault: { kind: 'WRONG_CLOCK', aheadMs: -600_000 },
    probability: 0.04,
  })),
  { method: EXECUTE, fault: { kind: 'REJECT', code: 10009, message: 'not_enough_funds' }, probability: 0.1 },
]

venueDays({
  name: 'Deribit',
  blocks: 5,
  isTraded: (name) => /^(BTC|ETH)-(PERPETUAL|\d+[A-Z]{3}\d\d)$/.test(name),
  // Its record has no nonce, so settlement processes identical blocks one after the other.
  mayBeAlike: false,
  open: async (seed, now, { maker, taker }) => {
    const simulator = await createDeribitSimulator({ seed, now, tickMs: 0, accounts: [maker, taker], faults: storm })
    const { market } = simulator
    return {
      adapter: () => createDeribitVenue({ url: simulator.url, now, callTimeoutMs: 250 }),
      mark: (name) => market.value(market.instrument(name)!).mark,
      endStorm: simulator.faults.clear,
      isQuiet: simulator.isQuiet,
      executed: () => simulator.blocks().map(({ id }) => id),
      positions: ({ clientId }) => {
        const held = new Map<string, number>()
        for (const block of simulator.blocks())
          for (const leg of block.legs) {
            const sign = (leg.direction === 'buy') === (block.maker === clientId) ? 1 : -1
            held.set(leg.instrument_name, (held.get(leg.instrument_name) ?? 0) + sign * Math.round(leg.amount * 1e6))
          }
        return held
      },
      close: simulator.close,
    }
  },
})
