/** `npm run serve`: the bare product, configured by the environment. */
import { existsSync } from 'node:fs'
import { createDeribitVenue } from '@parley/venues'
import { pino, stdSerializers } from 'pino'
import { redaction } from './redaction.ts'
import { StartProblem } from './postgres/start-problem.ts'
import { createServer } from './server.ts'
import { readLogLevel, readServing } from './settings.ts'

const log = pino({ redact: redaction, serializers: { error: stdSerializers.err } })

const stopped = new AbortController()

async function main(): Promise<void> {
  onStop()
  log.level = readLogLevel(process.env)
  const { deribitUrl, webDir, ...setting } = readServing(process.env)
  const server = await createServer({
    ...setting,
    venues: [createDeribitVenue({ url: deribitUrl, log: (message, details) => log.warn({ ...details }, message) })],
    ...(existsSync(webDir) ? { webDir } : {}),
    log,
    signal: stopped.signal,
  })
  log.info({ url: server.baseUrl }, 'Parley is ready')
  if (!stopped.signal.aborted) await new Promise((resolve) => stopped.signal.addEventListener('abort', resolve))
  await server.close()
}

/** Also while starting: what was opened so far is closed in order. A second signal does not wait. */
function onStop(): void {
  const stop = () => {
    if (stopped.signal.aborted) process.exit(1)
    log.info({}, 'Parley is stopping')
    stopped.abort()
  }
  process.on('SIGINT', stop)
  process.on('SIGTERM', stop)
}

main().then(
  () => process.exit(0),
  (error: unknown) => {
    if (stopped.signal.aborted && error === stopped.signal.reason) process.exit(0)
    if (error instanceof StartProblem) process.stderr.write(`${error.message}\n`)
    else log.fatal({ error }, 'Parley could not run')
    process.exit(1)
  },
)
