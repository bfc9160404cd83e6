/** A separate simulated Deribit, for rehearsals with an installation of one's own: `npm run deribit -- --port 4500 --seed 7`. */
import { randomBytes } from 'node:crypto'
import { runSeparately } from '../exchange/run-separately.ts'
import { createDeribitSimulator } from './simulator.ts'

/** A taker and a maker. */
const accounts = ['rehearsal-1', 'rehearsal-2'].map((clientId) => ({
  clientId,
  clientSecret: randomBytes(16).toString('hex'),
  name: 'main',
}))

await runSeparately(4500, async ({ port, seed }) => {
  const simulator = await createDeribitSimulator({ port, seed, tickMs: 500, accounts })
  const keys = accounts.map(({ clientId, clientSecret }) => `account ${clientId}, client secret ${clientSecret}`)
  return { lines: [`DERIBIT_URL=${simulator.url}`, ...keys], close: () => simulator.close() }
})
