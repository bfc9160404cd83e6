/** The settings of an installation, from its environment. An empty variable counts as unset. docs/operations.md lists them all. */
import { isIP } from 'node:net'
import { fileURLToPath } from 'node:url'
import type { MailSetting } from './mail/create-mail.ts'
import { parseSmtpUrl } from './mail/smtp-url.ts'
import type { ServerOptions } from './server-options.ts'
import { StartProblem } from './database/start-problem.ts'

const root = fileURLToPath(new URL('../../../', import.meta.url))
/** Venues for which there is an adapter. */
const connectable = ['DBT', 'BYB', 'BIT'] as const
const STOP_DELAY_MOST_MS = 60_000
const levels = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'] as const

export type Environment = Readonly<Record<string, string | undefined>>

/** The location of the data: for the product, and for the commands that read or change it from another process. */
export const readPlace = (env: Environment) => ({
  dataDir: env['DATA_DIR'] || `${root}data`,
  databaseUrl: env['DATABASE_URL'] || undefined,
  secretKey: env['PARLEY_SECRET_KEY'] || undefined,
})

/** For `npm run rotate-key` if the key is not in a file. */
export const readNewSecretKey = (env: Environment): string | undefined => env['PARLEY_NEW_SECRET_KEY'] || undefined

export const readServing = (env: Environment) => ({
  ...readPlace(env),
  port: portOf(env['PORT'] || '4000'),
  host: env['HOST'] || '127.0.0.1',
  ...readOurAddresses(env),
  trustProxy: switchOf(env['TRUST_PROXY'] || '0', 'TRUST_PROXY'),
  stopDelayMs: stopDelayOf(env['STOP_DELAY_MS'] || '0'),
  tokensInAddresses: switchOf(env['TOKENS_IN_ADDRESSES'] || '1', 'TOKENS_IN_ADDRESSES') ? ('ACCEPTED' as const) : ('REFUSED' as const),
  publicUrl: originOf(env, 'PUBLIC_URL', 'the address where users open Parley'),
  regionHeader: headerOf(env['REGION_HEADER'] || undefined),
  ...readSupport(env),
  ...readAddresses(env),
  leaderboardEveryMs: minutesOf(env['LEADERBOARD_EVERY_MINUTES'] || '60') * 60_000,
  ...readMetrics(env),
  console: readConsole(env),
  tracesEndpoint: endpointOf(env['OTEL_EXPORTER_OTLP_ENDPOINT'] || undefined),
  venues: readVenues(env),
  webDir: `${root}packages/web/dist`,
})

/** The operator's own pages, and the hosts that the page may call. */
export const readAddresses = (env: Environment) => ({
  joinUrl: pageOf(env, 'JOIN_URL'),
  faqUrl: pageOf(env, 'FAQ_URL'),
  helpUrl: pageOf(env, 'HELP_URL'),
  allowedHosts: readAllowedHosts(env),
})

const TOKEN_LEAST = 16

/** Metrics are on by default, and without a token only programs on this machine read them. */
function readMetrics(env: Environment): { readonly metrics: 'ON' | 'OFF'; readonly metricsToken: string | undefined } {
  const given = env['METRICS'] || 'on'
  if (given !== 'on' && given !== 'off') throw new StartProblem('SettingWrong', `METRICS is ${given}; it must be on or off.`)
  const metricsToken = env['METRICS_TOKEN'] || undefined
  // The message does not quote it.
  if (metricsToken !== undefined && !/^[\x21-\x7e]+$/.test(metricsToken))
    throw new StartProblem('SettingWrong', 'METRICS_TOKEN must consist of letters, digits and signs without spaces.')
  if (metricsToken !== undefined && metricsToken.length < TOKEN_LEAST)
    throw new StartProblem(
      'SettingWrong',
      `METRICS_TOKEN must have at least ${TOKEN_LEAST} characters, such as those of openssl rand -hex 32.`,
    )
  return { metrics: given === 'on' ? 'ON' : 'OFF', metricsToken }
}

/** The operator console is on the address of the product, unless it gets a port of its own or is off. */
function readConsole(env: Environment): NonNullable<ServerOptions['console']> {
  const given = env['OPERATOR_CONSOLE'] || 'on'
  if (given !== 'on' && given !== 'off') throw new StartProblem('SettingWrong', `OPERATOR_CONSOLE is ${given}; it must be on or off.`)
  if (given === 'off') return 'OFF'
  const port = env['OPERATOR_PORT'] || undefined
  if (port === undefined) return 'ON'
  const url = env['OPERATOR_URL'] || undefined
  if (url !== undefined && !(URL.canParse(url) && /^https?:\/\/[^/]+\/?$/.test(url)))
    throw new StartProblem('SettingWrong', `OPERATOR_URL is ${url}; it must be an address such as https://operator.parley.example.`)
  return { host: env['OPERATOR_HOST'] || '127.0.0.1', port: portOf(port, 'OPERATOR_PORT'), url }
}

const LOOPBACK = /^(?:127(?:\.\d+){3}|::1|localhost)$/

/** A warning if other machines can reach the server without a proxy that terminates TLS. */
export const exposureOf = ({ host, port, trustProxy }: Pick<ReturnType<typeof readServing>, 'host' | 'port' | 'trustProxy'>) =>
  trustProxy || LOOPBACK.test(host)
    ? undefined
    : `HOST is ${host} without TRUST_PROXY=1: passwords and tokens pass port ${port} without TLS. Put a proxy that terminates TLS in front, and set TRUST_PROXY=1.`

/** The venues to connect, with their addresses. */
export type VenuesSetting = {
  readonly codes: readonly (typeof connectable)[number][]
  readonly deribitUrl: string
  readonly bybit: { readonly restUrl: string; readonly streamUrl: string }
  readonly bitcom: { readonly url: string; readonly socketUrl: string; readonly blockSource: string }
  /** The perpetuals venue, which is connected if both are set. */
  readonly paradex: { readonly restUrl: string; readonly streamUrl: string } | undefined
}

function readVenues(env: Environment): VenuesSetting {
  const given = (env['VENUES'] || 'DBT').split(',').map((code) => code.trim())
  const codes = connectable.filter((code) => given.includes(code))
  if (codes.length !== given.length)
    throw new StartProblem(
      'SettingWrong',
      `VENUES is ${env['VENUES']}; it must list venues from ${connectable.join(', ')}, separated by commas.`,
    )
  return {
    codes,
    deribitUrl: env['DERIBIT_URL'] || 'wss://www.deribit.com/ws/api/v2',
    bybit: {
      restUrl: env['BYBIT_URL'] || 'https://api.bybit.com',
      streamUrl: env['BYBIT_SOCKET_URL'] || 'wss://stream.bybit.com',
    },
    bitcom: {
      url: env['BITCOM_URL'] || 'https://api.bit.com',
      socketUrl: env['BITCOM_SOCKET_URL'] || 'wss://ws.bit.com',
      blockSource: env['BITCOM_BLOCK_SOURCE'] || 'parley',
    },
    paradex: readParadex(env),
  }
}

function readParadex(env: Environment): VenuesSetting['paradex'] {
  const [restUrl, streamUrl] = [env['PARADEX_URL'] || undefined, env['PARADEX_SOCKET_URL'] || undefined]
  if (restUrl !== undefined && streamUrl !== undefined) return { restUrl, streamUrl }
  if (restUrl === streamUrl) return undefined
  throw new StartProblem('SettingWrong', 'PARADEX_URL and PARADEX_SOCKET_URL must be set together. Set both or neither.')
}

export function readLogLevel(env: Environment): (typeof levels)[number] {
  const given = env['LOG_LEVEL'] || 'info'
  const level = levels.find((name) => name === given)
  if (level === undefined) throw new StartProblem('SettingWrong', `LOG_LEVEL is ${given}; it must be one of ${levels.join(', ')}.`)
  return level
}

const ADDRESS = /^[^\s@<>",]{1,64}@[^\s@<>",]{1,189}$/
const MAILBOX = /^(?:[^<>"\r\n]* )?<([^<>\s]+)>$|^(\S+)$/

/** The address for questions in emails and on screens. */
export function readSupport(env: Environment): { readonly supportEmail?: string } {
  const given = env['SUPPORT_EMAIL'] || undefined
  if (given === undefined) return {}
  if (ADDRESS.test(given)) return { supportEmail: given }
  throw new StartProblem('SettingWrong', `SUPPORT_EMAIL is ${given}; it must be one email address.`)
}

/** A page of the operator that the screens link to in place of ours. */
function pageOf(env: Environment, name: 'JOIN_URL' | 'FAQ_URL' | 'HELP_URL'): string | undefined {
  const given = env[name] || undefined
  if (given === undefined) return undefined
  const url = URL.canParse(given) ? new URL(given) : undefined
  if (url?.protocol === 'https:' && url.username === '') return url.href
  throw new StartProblem('SettingWrong', `${name} is ${given}; it must be the address of a page, such as https://parley.example/faq.`)
}

/** How `npm run serve` sends email. There is no default. */
export function readMail(env: Environment): MailSetting {
  const mail = env['MAIL'] || undefined
  if (mail === 'off') return { kind: 'off' }
  if (mail !== undefined) throw new StartProblem('SettingWrong', `MAIL is ${mail}; it must be off, or not set if SMTP_URL is set.`)
  const smtp = readSmtp(env)
  if (smtp !== undefined) return smtp
  throw new StartProblem(
    'SettingWrong',
    'No mail server is configured. Set SMTP_URL and MAIL_FROM, or MAIL=off to keep emails waiting in the database.',
  )
}

/** Undefined if no mail server is configured. */
export function readSmtp(env: Environment): MailSetting | undefined {
  const url = env['SMTP_URL'] || undefined
  if (url === undefined) return undefined
  const server = parseSmtpUrl(url)
  // The URL contains a password, so the message does not quote it.
  if (server === undefined)
    throw new StartProblem(
      'SettingWrong',
      'SMTP_URL is not a valid mail server address. Use the form smtps://user:password@host or smtp://host:587.',
    )
  const from = env['MAIL_FROM'] || ''
  const address = MAILBOX.exec(from)
  if (address !== null && ADDRESS.test(address[1] ?? address[2] ?? '')) return { kind: 'smtp', server, from }
  throw new StartProblem(
    'SettingWrong',
    `MAIL_FROM is ${from === '' ? 'not set' : from}; it must be an address, such as Parley <noreply@parley.example>.`,
  )
}

function readAllowedHosts(env: Environment) {
  const origins = (env['ALLOWED_ORIGINS'] ?? '').split(',').map((origin) => origin.trim())
  const analyticsUrl = originOf(env, 'ANALYTICS_URL', 'the address that receives analytics events')
  const key = env['ANALYTICS_KEY'] || undefined
  if ((analyticsUrl === undefined) !== (key === undefined))
    throw new StartProblem('SettingWrong', 'ANALYTICS_URL and ANALYTICS_KEY must be set together. Set both or neither.')
  return {
    restUrl: originOf(env, 'REST_URL', 'the address of the account API'),
    apiUrl: originOf(env, 'API_URL', 'the address of the RFQ API'),
    spreadsUrl: originOf(env, 'SPREADS_URL', 'the address of the spreads API'),
    allowedOrigins: origins.flatMap(
      (each) => originOf({ ALLOWED_ORIGINS: each }, 'ALLOWED_ORIGINS', 'a list of origins separated by commas') ?? [],
    ),
    errorReportDsn: dsnOf(env['ERROR_REPORT_DSN'] || undefined),
    analytics: analyticsUrl === undefined || key === undefined ? undefined : { url: analyticsUrl, key },
  }
}

function originOf(env: Environment, name: string, what: string): string | undefined {
  const text = env[name] || undefined
  if (text === undefined) return undefined
  const url = URL.canParse(text) ? new URL(text) : undefined
  const isOrigin =
    url !== undefined &&
    /^https?:$/.test(url.protocol) &&
    url.pathname === '/' &&
    url.search === '' &&
    url.hash === '' &&
    url.username === ''
  if (isOrigin) return url.origin
  throw new StartProblem('SettingWrong', `${name} is ${text}; it must be ${what}, without a path, such as https://parley.example.`)
}

/** The public key in it can only send reports, but everyone who opens the page could read a password. */
function dsnOf(text: string | undefined): string | undefined {
  if (text === undefined) return undefined
  const url = URL.canParse(text) ? new URL(text) : undefined
  const isDsn =
    url !== undefined && /^https?:$/.test(url.protocol) && url.username !== '' && url.password === '' && /^\/\d+$/.test(url.pathname)
  if (isDsn) return url.href
  throw new StartProblem(
    'SettingWrong',
    'ERROR_REPORT_DSN must have a public key, a host and a project, such as https://key@reports.parley.example/1.',
  )
}

function endpointOf(text: string | undefined): string | undefined {
  if (text === undefined || (URL.canParse(text) && /^https?:$/.test(new URL(text).protocol))) return text
  throw new StartProblem(
    'SettingWrong',
    `OTEL_EXPORTER_OTLP_ENDPOINT is ${text}; it must be the HTTP address of a collector, such as http://127.0.0.1:4318.`,
  )
}

function headerOf(text: string | undefined): string | undefined {
  if (text === undefined || /^[A-Za-z0-9-]{1,64}$/.test(text)) return text?.toLowerCase()
  throw new StartProblem('SettingWrong', `REGION_HEADER is ${text}; it must be the name of a header, such as CF-IPCountry.`)
}

/** The addresses from which venues are called. A network is not accepted, because a key is bound to addresses. */
export function readOurAddresses(env: Environment): { readonly ourAddresses: readonly string[] } {
  const text = env['EGRESS_ADDRESSES'] ?? ''
  const addresses = text
    .split(',')
    .map((each) => each.trim())
    .filter((each) => each !== '')
  const wrong = addresses.find((address) => isIP(address) === 0)
  if (wrong === undefined) return { ourAddresses: addresses }
  throw new StartProblem(
    'SettingWrong',
    `EGRESS_ADDRESSES contains ${wrong}; it must list addresses separated by commas, such as 203.0.113.10.`,
  )
}

function portOf(text: string, name = 'PORT'): number {
  const port = Number(text)
  if (Number.isInteger(port) && port >= 1 && port <= 65_535) return port
  throw new StartProblem('SettingWrong', `${name} is ${text}; it must be a number from 1 to 65535.`)
}

function stopDelayOf(text: string): number {
  if (/^\d{1,5}$/.test(text) && Number(text) <= STOP_DELAY_MOST_MS) return Number(text)
  throw new StartProblem('SettingWrong', `STOP_DELAY_MS is ${text}; it must be a number of milliseconds from 0 to ${STOP_DELAY_MOST_MS}.`)
}

/** A day must be a multiple of it. */
function minutesOf(text: string): number {
  const minutes = Number(text)
  if (/^\d{1,4}$/.test(text) && minutes >= 1 && 1_440 % minutes === 0) return minutes
  throw new StartProblem(
    'SettingWrong',
    `LEADERBOARD_EVERY_MINUTES is ${text}; it must be a number of minutes that divides a day evenly, such as 1, 15, 60 or 1440.`,
  )
}

function switchOf(text: string, name: string): boolean {
  if (text === '1' || text === '0') return text === '1'
  throw new StartProblem('SettingWrong', `${name} is ${text}; it must be 1 or 0.`)
}
