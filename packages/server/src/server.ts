/** The product in one process: the database, accounts, markets, the engine, settlement, and the doors to all of them. */
import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { wireRates } from '@parley/contracts'
import type { Venue } from '@parley/venues'
import type { Sql } from './database/sql.ts'
import { flagsFrom } from './accounts/flags.ts'
import { createAccount, type Account } from './accounts/create-accounts.ts'
import { createPasswords, passwordWork, type PasswordWork } from './accounts/sign-in/passwords.ts'
import { createDigest } from './news/digest.ts'
import { createOperator, type Operator } from './operator/operator.ts'
import { openVault } from './vault/open-vault.ts'
import type { Vault } from './vault/vault.ts'
import { createVenueKeys, type VenueKeys } from './settlement/venue-keys.ts'
import { catalogueRoutes } from './catalogue/routes.ts'
import { createDrfq } from './api/dialects/drfq/create-drfq.ts'
import { createOutcomes } from './api/requests/create-outcomes.ts'
import { createGrfq } from './api/dialects/grfq/create-grfq.ts'
import type { Elsewhere } from './api/http/elsewhere.ts'
import { createHttpServer, createHttp, type HttpServer } from './api/http/create-http.ts'
import { createSignedWrites, type ServeSigned } from './api/requests/signed-writes.ts'
import { httpLimits } from './api/http/limits.ts'
import { createReplays } from './api/requests/signature-replays.ts'
import { openSignedAhead } from './api/requests/signed-ahead.ts'
import { createRequestLedger } from './api/requests/repeated-requests.ts'
import { tidyRequests } from './api/requests/request-store.ts'
import { logJournalHeads } from './engine/journal-heads.ts'
import { readPostgresJournal } from './engine/read-postgres-journal.ts'
import { verifyJournals } from './engine/verify-journals.ts'
import { silent, type Log } from './log/log.ts'
import type { MarketShard } from './shards/shards.ts'
import { bboChannels } from './market-data/bbo-channels.ts'
import { systemClock } from './market-data/clock.ts'
import { createClientOrderIds } from './rfq/client-order-ids.ts'
import { createPreTradeChecks } from './rfq/pre-trade-checks.ts'
import { openRefusedCommands } from './rfq/refused-commands.ts'
import { refusedOrderRoutes } from './rfq/refused-order-routes.ts'
import { createRefusedOrders } from './rfq/refused-orders.ts'
import { createMarket } from './create-market.ts'
import { createMarketData } from './market-data/create-market-data.ts'
import { marksChannel } from './market-data/marks-channel.ts'
import { bboRoutes } from './market-data/routes.ts'
import { createMail, type MailSetting } from './mail/create-mail.ts'
import { openPlatform } from './platform/platform.ts'
import { operationsRoutes } from './platform/routes.ts'
import { migrate } from './database/migrate.ts'
import { asStartProblem, StartProblem } from './database/start-problem.ts'
import { makeDataFolder } from './embedded-postgres/data-folder.ts'
import { openDatabase } from './embedded-postgres/supervisor.ts'
import { createSocket } from './api/socket/create-socket.ts'
import type { Rates } from './limits/rates.ts'
import { createCancelOnAccessLoss } from './protection/cancel-on-access-loss.ts'
import { openKeyPresence } from './protection/key-presence.ts'
import { createProtection } from './protection/create-protection.ts'
import { protectionChannels } from './protection/channels.ts'
import { protectionRoutes } from './protection/routes.ts'

export type ServerOptions = {
  readonly dataDir: string
  /** PostgreSQL 15 to 18; without it, the embedded one in `dataDir`. */
  readonly databaseUrl?: string | undefined
  /** 0 takes any free port. */
  readonly port: number
  readonly host?: string
  /** Adapters of the venues to trade at; the server connects and closes them. */
  readonly venues?: readonly Venue[]
  /** The built web application. */
  readonly webDir?: string
  /** 32 bytes as hex or base64; else `dataDir/secret.key`. */
  readonly secretKey?: string | undefined
  readonly rates?: Partial<Rates>
  /** The cost of one password hash. */
  readonly passwordWork?: PasswordWork
  readonly now?: () => number
  readonly log?: Log
  /** The address at which people open the product, for links in emails and for passkeys; by default the one it listens at. */
  readonly publicUrl?: string | undefined
  /** How emails are sent; `off` by default. */
  readonly mail?: MailSetting
  /** The emails of those whom a demo lets in with one press. Set it only where everybody may be them. */
  readonly demoPeople?: readonly string[]
  /** The address that emails and screens give for questions. */
  readonly supportEmail?: string
  /** Pages of the operator's own, for joining and for questions; ours by default. */
  readonly joinUrl?: string | undefined
  readonly faqUrl?: string | undefined
  readonly helpUrl?: string | undefined
  /** Hosts and services beside this one; none by default. */
  readonly elsewhere?: Elsewhere
  /** Trust X-Forwarded-For. Set it only behind your own proxy. */
  readonly trustProxy?: boolean
  /** The header in which that proxy says the caller's country. */
  readonly regionHeader?: string | undefined
  /** Aborts a start, which may be waiting for venues. */
  readonly signal?: AbortSignal
}

export const SUPPORT_EMAIL = 'support@parley.example'

export type RunningServer = { readonly baseUrl: string; readonly operator: Operator; close(): Promise<void> }

export async function createServer(options: ServerOptions): Promise<RunningServer> {
  const closing: Closing = []
  const close = async () => {
    for (const step of closing.splice(0).reverse()) await step()
  }
  try {
    const http = createHttpServer(options.publicUrl)
    const baseUrl = await listen(http.server, options.port, options.host ?? '127.0.0.1')
    closing.push(() => stop(http.server))
    const operator = await compose({ ...options, publicUrl: options.publicUrl ?? baseUrl, givenUrl: options.publicUrl }, http, closing)
    return { baseUrl, operator, close }
  } catch (error) {
    await close()
    throw asStartProblem(error, options.dataDir)
  }
}

type Closing = (() => Promise<unknown> | void)[]

/** The operator's own PUBLIC_URL as `givenUrl`: without one, pages may come by every address that leads here. */
type Composed = ServerOptions & { readonly publicUrl: string; readonly givenUrl: string | undefined }

async function compose(options: Composed, http: HttpServer, closing: Closing): Promise<Operator> {
  const { log = silent, now = Date.now, dataDir, demoPeople = [], elsewhere = {} } = options
  makeFolder(dataDir)
  const rates = { ...wireRates, ...options.rates }
  const database = await openDatabase({ dataDir, url: options.databaseUrl, log })
  closing.push(() => database.close())
  const { sql } = database
  await migrate(sql, log)
  const vault = await openVault({ sql, dataDir, secretKey: options.secretKey, now: now() })
  const platform = await openPlatform({ sql, now, log })
  closing.push(() => platform.close())
  const { publicUrl, supportEmail: support = SUPPORT_EMAIL, mail: setting = { kind: 'off' } } = options
  const mail = await createMail({ setting, sql, vault, sender: { support, publicUrl }, now, log })
  closing.push(() => mail.close())
  const passwords = createPasswords(options.passwordWork ?? passwordWork)
  const account = await createAccount({ sql, passwords, vault, post: mail.post, publicUrl, demoPeople, rates, now, log })
  closing.push(() => account.close())
  const flows = await openFlows({ ...options, rates }, { sql, account, vault }, closing)
  const { marketData, market, clock, protection, drfq, grfq, routes } = flows
  await openJournalGuards({ http, sql, vault, shards: market.engine.shards, log }, closing)
  const { service: protections, people } = protection.parts
  const sharedChannels = [...protectionChannels(protections, people), platform.channel]
  const streams = grfq.streams({ clock, log })
  const rfqs = { one: drfq.service.rfqLegsFor, open: drfq.service.openRfqsFor }
  const keys = await openKeyPresence({ sql, cancelWhatLeft: protection.parts.triggers.cancelWhatLeft, now, log })
  closing.push(() => keys.settled())

  const common = { access: account.access, now, log, trustProxy: options.trustProxy ?? false, publicUrl: options.givenUrl }
  const socket = createSocket(http.server, {
    ...common,
    ...{ tickets: account.tickets, allowedOrigins: elsewhere.allowedOrigins },
    endpoints: {
      '/v2/drfq': [...drfq.channels, ...bboChannels(marketData, rfqs, clock), marksChannel(marketData, clock), ...sharedChannels],
      '/v1/ob': [...grfq.channels.ob, ...streams, ...sharedChannels],
      '/v1/grfq': [...grfq.channels.grfq, ...streams, ...sharedChannels],
    },
    source: flows.refusals.beside(market.engine),
    onKeyGone: keys.left,
    keys,
    framesPerSocket: rates.framesPerSocket,
    framesPerDesk: rates.framesPerDesk,
  })
  const news = createDigest({ sql, post: mail.post, book: account.book, sessions: account.sessions, isHere: socket.isHere, now, log })
  closing.push(news.close, market.engine.onDecided(news.onEvents))
  // Requests that are still running need everything above. Sockets close before the server waits for its connections.
  closing.push(() => stop(http.server))
  closing.push(() => socket.close())
  await createHttp(http, {
    ...common,
    limits: protection.limits,
    ledger: flows.ledger,
    serveSigned: await openSignedWrites(sql, now()),
    gate: platform.gate,
    customers: account.customers,
    routes: [
      ...account.routes,
      ...bboRoutes(marketData, rfqs),
      ...account.rfqAllowance.over([...drfq.routes, ...grfq.routes]),
      ...operationsRoutes(platform),
      ...routes,
    ],
    ...{ elsewhere, webDir: options.webDir, links: { support, join: options.joinUrl, faq: options.faqUrl, help: options.helpUrl } },
    mailbox: mail.reading,
    regionHeader: common.trustProxy ? options.regionHeader : undefined,
    publicUrl,
  })
  closing.push(() => http.drain())
  const { book, desk, invitations, restrictions } = account
  return createOperator({ book, passwords, desk, invitations, restrictions, post: mail.post, vault, platform, now })
}

async function openSignedWrites(sql: Sql, startedAt: number): Promise<ServeSigned> {
  const ahead = await openSignedAhead(sql, startedAt)
  return createSignedWrites(createReplays(ahead.floorOf), ahead)
}

type JournalGuards = {
  readonly http: HttpServer
  readonly sql: Sql
  readonly vault: Vault
  readonly shards: readonly MarketShard[]
  readonly log: Log
}

/** A hand in the journal shows by its heads in the log, and by its content, read again beside the market. */
async function openJournalGuards({ http, sql, vault, shards, log }: JournalGuards, closing: Closing): Promise<void> {
  const journal = readPostgresJournal(sql)
  const heads = await logJournalHeads({ journal, shards, vault, log })
  const verification = verifyJournals(journal, shards, log)
  closing.push(heads.close, verification.close)
  http.showJournal(verification.state)
}

/** The markets, what protects desks in them, and the two flows. */
async function openFlows(
  options: ServerOptions & { readonly rates: Rates },
  { sql, account, vault }: { readonly sql: Sql; readonly account: Account; readonly vault: Vault },
  closing: Closing,
) {
  const { rates, now = Date.now, log = silent } = options
  const { directory, book, customers } = account
  const markets = await openMarkets(options, { sql, venueKeys: createVenueKeys(book, vault) }, closing)
  const { marketData, market } = markets
  const protection = await createProtection({ sql, engine: market.engine, book, rates, now, log })
  closing.push(() => protection.close())
  const cancelOnAccessLoss = createCancelOnAccessLoss({ engine: market.engine, log })
  closing.push(cancelOnAccessLoss.close, account.access.onBarred(cancelOnAccessLoss.begin))
  const { engine } = market
  const refusals = await openRefusedCommands({ sql, now, log })
  closing.push(() => refusals.settled())
  const refusedOrders = createRefusedOrders({ sql, now, log })
  closing.push(refusedOrders.settled)
  const clientOrderIds = createClientOrderIds({ sql, engine })
  const guards = createPreTradeChecks({
    settings: protection.parts.settings,
    marketData,
    integrity: protection.parts,
    ...protection.productRates,
    now,
  })
  const eligibility = customers.whyNotEligible
  const flow = { sql, engine, marketData, directory, guards, eligibility, clientOrderIds, refusals, refusedOrders, now }
  const drfq = createDrfq(flow)
  const grfq = createGrfq({ ...flow, isOn: flagsFrom(book) })
  const byClientOrderId = [drfq.service.byClientOrderId, grfq.service.byClientOrderId]
  const ledger = createRequestLedger({ sql, engine, now, log })
  const tidying = await tidyRequests({ sql, now, log })
  closing.push(tidying.close)
  const outcomes = createOutcomes({ sql, engine, ledger, byClientOrderId, refusals, now })
  const routes = [
    ...catalogueRoutes(marketData, flagsFrom(book)),
    ...protectionRoutes(protection.parts),
    ...outcomes.routes,
    ...refusedOrderRoutes(refusedOrders),
  ]
  return { ...markets, refusals, protection, drfq, grfq, ledger, routes }
}

/** The venues with their prices, and the engine in which everything trades. */
async function openMarkets(
  { venues: adapters = [], signal, now = Date.now, log = silent }: ServerOptions,
  { sql, venueKeys }: { readonly sql: Sql; readonly venueKeys: VenueKeys },
  closing: Closing,
) {
  const venues = new Map(adapters.map((venue) => [venue.code, venue]))
  closing.push(() => Promise.all(adapters.map((venue) => venue.close())))
  const clock = systemClock(now)
  const marketData = createMarketData({ sql, venues: adapters, clock, log })
  closing.push(() => marketData.stop())
  await unlessStopped(marketData.start(), signal)
  const market = await createMarket({ sql, venueKeys, venues, now, log })
  closing.push(() => market.close())
  return { marketData, market, clock }
}

/** The work goes on in the background; everything it uses is closed after it. */
async function unlessStopped(work: Promise<void>, signal: AbortSignal | undefined): Promise<void> {
  if (signal === undefined) return work
  const stopped = new Promise<void>((resolve) => {
    if (signal.aborted) resolve()
    signal.addEventListener('abort', () => resolve(), { once: true })
  })
  await Promise.race([work, stopped])
  signal.throwIfAborted()
}

function makeFolder(dataDir: string): void {
  try {
    makeDataFolder(dataDir)
  } catch (error) {
    throw asStartProblem(error, dataDir)
  }
}

async function listen(server: Server, port: number, host: string): Promise<string> {
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => reject(listenProblem(error, port)))
    server.listen(port, host, resolve)
  })
  const { port: taken } = server.address() as AddressInfo
  return `http://${host === '127.0.0.1' || host === '0.0.0.0' || host === '::' ? 'localhost' : host}:${taken}`
}

function listenProblem(error: NodeJS.ErrnoException, port: number): Error {
  switch (error.code) {
    case 'EADDRINUSE':
      return new StartProblem('PortInUse', `Port ${port} is in use; stop what uses it, or choose another with PORT=${port + 1}.`, error)
    case 'EACCES':
      return new StartProblem(
        'PortInUse',
        `Port ${port} needs rights this user does not have; choose one above 1023 with PORT=4000.`,
        error,
      )
    case undefined:
    default:
      return error
  }
}

/** No new requests; those in flight may finish. */
async function stop(server: Server): Promise<void> {
  if (!server.listening) return
  const closed = new Promise<void>((resolve) => server.close(() => resolve()))
  const idle = setInterval(() => server.closeIdleConnections(), httpLimits.idleLookMs)
  const impatient = setTimeout(() => server.closeAllConnections(), httpLimits.drainMs)
  await closed
  clearInterval(idle)
  clearTimeout(impatient)
}
