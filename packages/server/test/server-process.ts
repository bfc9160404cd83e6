/** The product in a separate process, for a test that kills it. It prints its address and keys, and runs until it is ended. */
import { openTestDesk } from './desk.ts'
import { keepKey } from './kept-keys.ts'

const [databaseUrl, secretKey] = process.argv.slice(2) as [string, string]
const { product } = await openTestDesk(databaseUrl, { secretKey })
const { operator, baseUrl } = product.server
const keys = {
  gone: await keepKey(operator, { databaseUrl, desk: 'KEST', name: 'gone' }),
  back: await keepKey(operator, { databaseUrl, desk: 'KEST', name: 'back' }),
  keeps: await keepKey(operator, { databaseUrl, desk: 'KEST', name: 'keeps' }),
}
process.stdout.write(`${JSON.stringify({ baseUrl, keys, dataDir: product.dataDir, now: product.clock.now })}\n`)
