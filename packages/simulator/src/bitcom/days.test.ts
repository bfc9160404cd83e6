import { createBitcomVenue } from '@parley/venues'
import { venueDays } from '../../test/venue-days.ts'
import type { FaultOrder } from '../exchange/faults.ts'
import { createBitcomSimulator } from './simulator.ts'

const reject = (code: number, message: string) => ({ kind: 'REJECT', code, message }) as const

/** Over a third of the calls that matter fail in some way. */
const storm: readonly FaultOrder[] = [
  // Often the second post is late: the caller has given up, the clock moves on, and only then is it carried out.
  { method: 'private/POST blocktrades taker', fault: { kind: 'DELAY', delayMs: 900 }, probability: 0.2 },
  ...['POST blocktrades maker', 'POST blocktrades taker', 'GET blocktrades', 'GET info']
    .map((name) => `private/${name}`)
    .flatMap((method): readonly FaultOrder[] => [
      { method, fault: { kind: 'DISCONNECT_BEFORE' }, probability: 0.06 },
      { method, fault: { kind: 'DISCONNECT_AFTER' }, probability: 0.06 },
      { method, fault: { kind: 'LOSE_ANSWER' }, probability: 0.04 },
      { method, fault: { kind: 'DELAY', delayMs: 400 }, probability: 0.05 },
      { method, fault: { kind: 'ANSWER_TWICE' }, probability: 0.08 },
      { method, fault: reject(429, 'too many requests'), probability: 0.05 },
      { method, fault: reject(412, 'timestamp is invalid'), probability: 0.03 },
    ]),
  { method: 'private/POST blocktrades taker', fault: reject(18_100_109, 'margin is not enough'), probability: 0.1 },
  { method: 'private/POST blocktrades maker', fault: reject(18_100_103, 'price is above the limit'), probability: 0.05 },
]

venueDays({
  name: 'bit.com',
  blocks: 5,
  isTraded: (name) => /^(BTC|ETH)-USD-/.test(name) && /-(90000|3000)-[CP]$|(PERPETUAL|-\d+[A-Z]{3}\d\d)$/.test(name),
  mayBeAlike: true,
  open: async (seed, now, { maker, taker }) => {
    const simulator = await createBitcomSimulator({ seed, now, tickMs: 0, accounts: [maker, taker], faults: storm })
    return {
      // A response that takes longer than this counts as lost. On a slow machine this only adds faults.
      adapter: () => createBitcomVenue({ ...simulator, blockSource: 'parley', now, callTimeoutMs: 250 }),
      mark: (name) => simulator.market.stand(simulator.market.instrument(name)!).mark,
      endStorm: simulator.faults.clear,
      isQuiet: simulator.isQuiet,
      executed: () => simulator.blocks().map(({ label }) => label),
      positions: ({ clientId }) => new Map(simulator.holdings(clientId).map(({ instrument, qty }) => [instrument, Math.round(qty * 1e6)])),
      close: simulator.close,
    }
  },
})
