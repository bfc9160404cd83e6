/** `npm run serve`: the product without the demo, configured by the environment. */
import { existsSync } from 'node:fs'
import { pino, stdSerializers } from 'pino'
import { redaction } from './log/redaction.ts'
import { StartProblem } from './database/start-problem.ts'
import { createServer, TAKEN_OVER_EXIT, type RunningServer } from './server.ts'
import { readAuctionChain } from './chain-setting.ts'
import { createPerpetualsVenue, createVenues } from './create-venues.ts'
import { exposureOf, readLogLevel, readMail, readServing } from './settings.ts'
import { serveShards } from './serve-shards.ts'
import { readStart, type Start } from './start-setting.ts'

const log = pino({ redact: redaction, serializers: { error: stdSerializers.err } })

/** Running calls may finish. A database that does not stop in this time is found running by the next start. */
const STOP_WITHIN_MS = 30_000

const stopped = new AbortController()
let stopDelayMs = 0

async function main(): Promise<void> {
  onStop()
  log.level = readLogLevel(process.env)
  const server = await serve(readStart(process.argv.slice(2), process.env))
  log.info({ url: server.baseUrl }, 'Parley is ready')
  void server.takenOver.then(() => {
    process.exitCode = TAKEN_OVER_EXIT
    endWithin(STOP_WITHIN_MS, TAKEN_OVER_EXIT)
  })
  await Promise.race([server.takenOver, aborted(stopped.signal)])
  await server.close()
}

function serve(start: Start): Promise<Pick<RunningServer, 'baseUrl' | 'takenOver' | 'close'>> {
  const { venues, webDir, ...setting } = readServing(process.env)
  stopDelayMs = setting.stopDelayMs
  const exposure = exposureOf(setting)
  if (exposure !== undefined) log.warn({ host: setting.host }, exposure)
  const common = { ...setting, log, signal: stopped.signal }
  if (start.role === 'SHARDS')
    return serveShards({
      ...{ ...common, ...start, auctions: readAuctionChain(process.env) },
      venues: [...venues.codes, ...(venues.paradex === undefined ? [] : (['PRDX'] as const))],
    })
  const logVenue = (message: string, details?: object): void => log.warn({ ...details }, message)
  const part = start.role === 'ALL' ? { ownership: start.ownership } : { role: { kind: start.role, natsUrl: start.natsUrl } }
  return createServer({
    ...{ ...common, ...part },
    mail: start.role === 'GATEWAY' ? { kind: 'elsewhere' } : readMail(process.env),
    venues: createVenues(venues, logVenue),
    paradex: createPerpetualsVenue(venues, logVenue),
    auctions: readAuctionChain(process.env),
    ...(existsSync(webDir) ? { webDir } : {}),
  })
}

const aborted = (signal: AbortSignal): Promise<unknown> =>
  signal.aborted ? Promise.resolve() : new Promise((resolve) => signal.addEventListener('abort', resolve, { once: true }))

const endWithin = (ms: number, code: number): unknown => setTimeout(() => process.exit(code), ms).unref()

/** This also works during the start: everything opened so far is closed in order. */
function onStop(): void {
  const stop = () => {
    // One signal may arrive twice, from a terminal or a service manager and from npm.
    if (stopped.signal.aborted) return
    log.info({}, 'Parley is stopping')
    stopped.abort()
    endWithin(stopDelayMs + STOP_WITHIN_MS, 1)
  }
  process.on('SIGINT', stop)
  process.on('SIGTERM', stop)
  process.on('SIGHUP', stop)
}

main().then(
  () => process.exit(),
  (error: unknown) => {
    if (stopped.signal.aborted && error === stopped.signal.reason) process.exit(0)
    if (error instanceof StartProblem) process.stderr.write(`${error.message}\n`)
    else log.fatal({ error }, 'Parley failed')
    process.exit(process.exitCode ?? 1)
  },
)
