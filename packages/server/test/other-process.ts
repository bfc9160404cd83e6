/** A Parley in a separate process, for tests that kill it: opens the database of the given folder and waits. */
import { silent } from '../src/log/log.ts'
import { openDatabase } from '../src/embedded-postgres/supervisor.ts'

const dataDir = process.argv[2] ?? ''
try {
  await openDatabase({ dataDir, log: silent })
  console.log('open')
} catch (error) {
  console.log(error instanceof Error && 'kind' in error ? `${String(error.kind)}: ${error.message}` : error)
}
setInterval(() => undefined, 1000)
