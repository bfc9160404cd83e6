/** A separate simulated Paradex, for trying a client against it: `npm run paradex -- --port 4400 --seed 7`. */
import { randomBytes } from 'node:crypto'
import { parseArgs } from 'node:util'
import { createParadexSimulator } from './simulator.ts'

const { values } = parseArgs({ options: { port: { type: 'string', default: '4400' }, seed: { type: 'string', default: '1' } } })
const [port, seed] = [Number(values.port), Number(values.seed)]
if (!Number.isSafeInteger(port) || port < 0 || port > 65_535 || !Number.isSafeInteger(seed)) {
  console.error('--port must be a number up to 65535 and --seed a whole number.')
  process.exit(1)
}

/** Below the order of the curve. */
const hex = (): string => `0x${randomBytes(31).toString('hex')}`
const account = { clientId: hex(), clientSecret: hex(), name: 'Account', balance: 100_000 }
const simulator = await createParadexSimulator({ port, seed, accounts: [account] })
console.log(`REST    ${simulator.restUrl}`)
console.log(`socket  ${simulator.streamUrl}`)
console.log(`account ${account.clientId}, private key ${account.clientSecret}, 100000 USDC`)
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void simulator.close().then(() => process.exit(0)))
