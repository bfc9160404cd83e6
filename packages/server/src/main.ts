/** `npm run serve`: the product without the demo, configured by the environment. */
import { existsSync } from 'node:fs'
import { pino, stdSerializers } from 'pino'
import { redaction } from './log/redaction.ts'
import { StartProblem } from './database/start-problem.ts'
import { createServer } from './server.ts'
import { readAuctionChain } from './chain-setting.ts'
import { createPerpetualsVenue, createVenues } from './create-venues.ts'
import { readLogLevel, readMail, readServing } from './settings.ts'

const log = pino({ redact: redaction, serializers: { error: stdSerializers.err } })

/** Running calls may finish. A database that does not stop in this time is found running by the next start. */
const STOP_WITHIN_MS = 30_000

const stopped = new AbortController()

async function main(): Promise<void> {
  onStop()
  log.level = readLogLevel(process.env)
  const { venues, webDir, ...setting } = readServing(process.env)
  const logVenue = (message: string, details?: object): void => log.warn({ ...details }, message)
  const server = await createServer({
    ...setting,
    mail: readMail(process.env),
    venues: createVenues(venues, logVenue),
    paradex: createPerpetualsVenue(venues, logVenue),
    auctions: readAuctionChain(process.env),
    ...(existsSync(webDir) ? { webDir } : {}),
    log,
    signal: stopped.signal,
  })
  log.info({ url: server.baseUrl }, 'Parley is ready')
  if (!stopped.signal.aborted) await new Promise((resolve) => stopped.signal.addEventListener('abort', resolve))
  await server.close()
}

/** Also while starting: everything opened so far is closed in order. */
function onStop(): void {
  const stop = () => {
    // One signal may arrive twice, from a terminal or a service manager and from npm.
    if (stopped.signal.aborted) return
    log.info({}, 'Parley is stopping')
    stopped.abort()
    setTimeout(() => process.exit(1), STOP_WITHIN_MS).unref()
  }
  process.on('SIGINT', stop)
  process.on('SIGTERM', stop)
  process.on('SIGHUP', stop)
}

main().then(
  () => process.exit(0),
  (error: unknown) => {
    if (stopped.signal.aborted && error === stopped.signal.reason) process.exit(0)
    if (error instanceof StartProblem) process.stderr.write(`${error.message}\n`)
    else log.fatal({ error }, 'Parley failed')
    process.exit(1)
  },
)
