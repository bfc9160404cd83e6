/** A separate simulated Paradex, for trying a client against it: `npm run paradex -- --port 4400 --seed 7`. */
import { randomBytes } from 'node:crypto'
import { runSeparately } from '../exchange/run-separately.ts'
import { createParadexSimulator } from './simulator.ts'

/** Below the order of the curve. */
const hex = (): string => `0x${randomBytes(31).toString('hex')}`
const account = { clientId: hex(), clientSecret: hex(), name: 'Account', balance: 100_000 }

await runSeparately(4400, async ({ port, seed }) => {
  const simulator = await createParadexSimulator({ port, seed, accounts: [account] })
  const lines = [
    `REST    ${simulator.restUrl}`,
    `socket  ${simulator.streamUrl}`,
    `account ${account.clientId}, private key ${account.clientSecret}, 100000 USDC`,
  ]
  return { lines, close: () => simulator.close() }
})
