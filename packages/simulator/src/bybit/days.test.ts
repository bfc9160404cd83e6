import { expect } from 'vitest'
import { createBybitVenue } from '@parley/venues'
import { venueDays } from '../../test/venue-days.ts'
import type { FaultOrder } from '../exchange/faults.ts'
import { LEG } from './rfq-service.ts'
import { createBybitSimulator, type BybitSimulator } from './simulator.ts'

const reject = (code: number, message: string) => ({ kind: 'REJECT', code, message }) as const

/** Over a third of the calls that matter fail in some way. */
const storm: readonly FaultOrder[] = [
  // Often an execution is late: the caller has given up, the clock moves on, and only then is it carried out.
  { method: '/v5/rfq/execute-quote', fault: { kind: 'DELAY', delayMs: 900 }, probability: 0.2 },
  ...['create-rfq', 'create-quote', 'execute-quote', 'quote-realtime', 'rfq-realtime', 'quote-list', 'trade-list', 'config']
    .map((name) => `/v5/rfq/${name}`)
    .flatMap((method): readonly FaultOrder[] => [
      { method, fault: { kind: 'DISCONNECT_BEFORE' }, probability: 0.06 },
      { method, fault: { kind: 'DISCONNECT_AFTER' }, probability: 0.06 },
      { method, fault: { kind: 'LOSE_ANSWER' }, probability: 0.03 },
      { method, fault: { kind: 'DELAY', delayMs: 400 }, probability: 0.05 },
      { method, fault: { kind: 'ANSWER_TWICE' }, probability: 0.08 },
      { method, fault: reject(10006, 'Too many visits.'), probability: 0.05 },
      { method, fault: reject(10002, 'invalid request, please check your server timestamp'), probability: 0.03 },
    ]),
  { method: LEG, fault: reject(110007, 'ab not enough for new order'), probability: 0.15 },
]

venueDays({
  name: 'Bybit',
  blocks: 6,
  isTraded: (name) => /^BTC-\d+[A-Z]{3}\d\d(-(70000|80000)-C)?$|^BTCPERP$/.test(name),
  mayBeAlike: true,
  open: async (seed, now, { maker, taker }) => {
    const simulator = await createBybitSimulator({ seed, now, tickMs: 0, accounts: [maker, taker], faults: storm })
    const { market } = simulator
    return {
      // A response that takes longer than this counts as lost. On a slow machine this only adds faults.
      adapter: () => createBybitVenue({ ...simulator, now, callTimeoutMs: 250 }),
      mark: (name) => market.value(market.contract(name)!).price,
      endStorm: simulator.faults.clear,
      isQuiet: simulator.isQuiet,
      executed: () => {
        expectPaid(simulator)
        return simulator.blocks().map(({ rfqId }) => rfqId)
      },
      positions: ({ clientId }) => simulator.holding(clientId).positions,
      close: simulator.close,
    }
  },
})

/** Each party has paid or received the exact value of its legs, and its own fees. */
function expectPaid(simulator: BybitSimulator): void {
  const units = (text: string): bigint => BigInt(Math.round(Number(text) * 1e8))
  const paid = { maker: 0n, taker: 0n }
  for (const leg of simulator.blocks().flatMap(({ legs }) => legs)) {
    const worth = units(leg.price) * BigInt(Math.round(Number(leg.qty) * 1e6)) * (leg.side === 'Buy' ? 1n : -1n)
    paid.taker += worth + units(leg.takerFee) * 1_000_000n
    paid.maker += units(leg.makerFee) * 1_000_000n - worth
  }
  expect([simulator.holding('maker').cash, simulator.holding('taker').cash]).toEqual([-paid.maker, -paid.taker])
}
