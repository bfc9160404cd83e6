/** A separate simulated Deribit, for rehearsals with an installation of one's own: `npm run deribit -- --port 4500 --seed 7`. */
import { randomBytes } from 'node:crypto'
import { parseArgs } from 'node:util'
import { createDeribitSimulator } from './simulator.ts'

const { values } = parseArgs({ options: { port: { type: 'string', default: '4500' }, seed: { type: 'string', default: '1' } } })
const [port, seed] = [Number(values.port), Number(values.seed)]
if (!Number.isSafeInteger(port) || port < 0 || port > 65_535 || !Number.isSafeInteger(seed)) {
  console.error('--port must be a number up to 65535 and --seed a whole number.')
  process.exit(1)
}

/** A taker and a maker. */
const accounts = ['rehearsal-1', 'rehearsal-2'].map((clientId) => ({
  clientId,
  clientSecret: randomBytes(16).toString('hex'),
  name: 'main',
}))
const simulator = await createDeribitSimulator({ port, seed, tickMs: 500, accounts })
console.log(`DERIBIT_URL=${simulator.url}`)
for (const { clientId, clientSecret } of accounts) console.log(`account ${clientId}, client secret ${clientSecret}`)
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void simulator.close().then(() => process.exit(0)))
