/** The product as a process of its own, for a test that kills it: says where it is and by which keys, and goes on until it is ended. */
import { openTestDesk } from './desk.ts'

const [databaseUrl, secretKey] = process.argv.slice(2) as [string, string]
const { product } = await openTestDesk(databaseUrl, { secretKey })
const { operator, baseUrl } = product.server
const keys = {
  gone: await operator.createApiKey('KEST', 'gone'),
  back: await operator.createApiKey('KEST', 'back'),
  keeps: await operator.createApiKey('KEST', 'keeps'),
}
process.stdout.write(`${JSON.stringify({ baseUrl, keys, dataDir: product.dataDir, now: product.clock.now })}\n`)
