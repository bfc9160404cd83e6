/** What the environment says of an installation. An empty variable counts as none; docs/operations.md lists them all. */
import { fileURLToPath } from 'node:url'
import { StartProblem } from './postgres/start-problem.ts'

const root = fileURLToPath(new URL('../../../', import.meta.url))
const levels = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'] as const

type Environment = Readonly<Record<string, string | undefined>>

/** Where everything is kept: for the product, and for the commands that look at or change it from beside. */
export const readPlace = (env: Environment) => ({
  dataDir: env['DATA_DIR'] || `${root}data`,
  databaseUrl: env['DATABASE_URL'] || undefined,
  secretKey: env['PARLEY_SECRET_KEY'] || undefined,
})

export const readServing = (env: Environment) => ({
  ...readPlace(env),
  port: portOf(env['PORT'] || '4000'),
  host: env['HOST'] || '127.0.0.1',
  trustProxy: switchOf(env['TRUST_PROXY'] || '0', 'TRUST_PROXY'),
  deribitUrl: env['DERIBIT_URL'] || 'wss://www.deribit.com/ws/api/v2',
  webDir: `${root}packages/web/dist`,
})

export function readLogLevel(env: Environment): (typeof levels)[number] {
  const given = env['LOG_LEVEL'] || 'info'
  const level = levels.find((name) => name === given)
  if (level === undefined) throw new StartProblem('SettingWrong', `LOG_LEVEL is ${given}; it has to be one of ${levels.join(', ')}.`)
  return level
}

function portOf(text: string): number {
  const port = Number(text)
  if (Number.isInteger(port) && port >= 1 && port <= 65_535) return port
  throw new StartProblem('SettingWrong', `PORT is ${text}; it has to be a number from 1 to 65535.`)
}

function switchOf(text: string, name: string): boolean {
  if (text === '1' || text === '0') return text === '1'
  throw new StartProblem('SettingWrong', `${name} is ${text}; it has to be 1 or 0.`)
}
