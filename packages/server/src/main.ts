/** `npm run serve`: the bare product, configured by the environment. */
import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { createDeribitVenue } from '@parley/venues'
import { pino } from 'pino'
import { redaction } from './redaction.ts'
import { StartProblem } from './postgres/start-problem.ts'
import { createServer, type RunningServer } from './server.ts'

const root = fileURLToPath(new URL('../../../', import.meta.url))
const webDir = `${root}packages/web/dist`
const { env } = process

const log = pino({ level: env['LOG_LEVEL'] ?? 'info', redact: redaction })

async function main(): Promise<void> {
  const server = await createServer({
    dataDir: env['DATA_DIR'] ?? `${root}data`,
    databaseUrl: env['DATABASE_URL'],
    port: Number(env['PORT'] ?? 4000),
    host: env['HOST'] ?? '127.0.0.1',
    secretKey: env['PARLEY_SECRET_KEY'],
    trustProxy: env['TRUST_PROXY'] === '1',
    venues: [
      createDeribitVenue({
        url: env['DERIBIT_URL'] ?? 'wss://www.deribit.com/ws/api/v2',
        log: (message, details) => log.warn({ ...details }, message),
      }),
    ],
    ...(existsSync(webDir) ? { webDir } : {}),
    log,
  })
  log.info({ url: server.baseUrl }, 'Parley is ready')
  onStop(server)
}

function onStop(server: RunningServer): void {
  let stopping = false
  const stop = () => {
    if (stopping) return
    stopping = true
    log.info({}, 'Parley is stopping')
    server.close().then(
      () => process.exit(0),
      (error: unknown) => {
        log.error({ error }, 'Parley could not stop in order')
        process.exit(1)
      },
    )
  }
  process.on('SIGINT', stop)
  process.on('SIGTERM', stop)
}

main().catch((error: unknown) => {
  if (error instanceof StartProblem) process.stderr.write(`${error.message}\n`)
  else log.fatal({ error }, 'Parley could not start')
  process.exit(1)
})
