/** The product in one process: the database, accounts, markets, the engine, settlement, and the APIs for all of them. */
import { setTimeout as delay } from 'node:timers/promises'
import { wireRates } from '@parley/contracts'
import type { Sql } from './database/sql.ts'
import { flagsFrom } from './accounts/feature-flags.ts'
import { createAccount, type Account } from './accounts/create-accounts.ts'
import { createPasswords, passwordWork } from './accounts/sign-in/passwords.ts'
import { createBookingEmails } from './digest/booking-emails.ts'
import { createDigest, type DigestServices } from './digest/digest.ts'
import { createOperator, type Operator } from './operator/operator.ts'
import { openVault } from './vault/open-vault.ts'
import type { Vault } from './vault/vault.ts'
import { createAccountKeys, createVenueKeys } from './settlement/venue-keys.ts'
import { catalogueRoutes } from './catalogue/routes.ts'
import { createOutcomes } from './api/requests/create-outcomes.ts'
import { createTrust } from './api/http/client-address.ts'
import { createHttpServer, createHttp, type HttpServer } from './api/http/create-http.ts'
import { createSignedWrites, type ServeSigned } from './api/requests/signed-writes.ts'
import { createReplays } from './api/requests/signature-replays.ts'
import { openSignedAhead } from './api/requests/signed-ahead.ts'
import { createRequestLedger } from './api/requests/repeated-requests.ts'
import { tidyRequests } from './api/requests/request-store.ts'
import type { Route } from './calls/route.ts'
import { silent, type Log } from './log/log.ts'
import { withRequestIds } from './log/request-ids.ts'
import { startTracing, type Tracing } from './tracing/tracing.ts'
import type { MarketEngine } from './shards/market-engine.ts'
import { systemClock } from './market-data/clock.ts'
import { openRefusedCommands } from './rfq/refused-commands.ts'
import { refusedOrderRoutes } from './rfq/refusal-history-routes.ts'
import { createLeaderboard, type LeaderboardNeeds } from './leaderboard/create-leaderboard.ts'
import { createReconciliation } from './reconciliation/create-reconciliation.ts'
import { createRefusalHistory } from './rfq/refusal-history.ts'
import { createMarket, type MarketNeeds, publishedIds } from './create-market.ts'
import { openVenueMakers } from './venue-makers/create-venue-makers.ts'
import { createMarketData } from './market-data/create-market-data.ts'
import { createVenueStates } from './market-data/venue-states.ts'
import { bboRoutes } from './market-data/routes.ts'
import { createMail } from './mail/create-mail.ts'
import { openPlatform } from './platform/platform.ts'
import { askedVenues, openPerpetuals, openPerpetualsVenue } from './open-perpetuals.ts'
import { openAuctions } from './open-auctions.ts'
import { openTrading } from './open-trading.ts'
import { rfqLegs, socketAddresses } from './socket-addresses.ts'
import { readBuild } from './build.ts'
import { createMetricsPage } from './api/http/metrics-page.ts'
import { measureReadiness, measureServer } from './measure-server.ts'
import { createMetrics, type Metrics } from './metrics/metrics.ts'
import { openJournalGuards } from './open-journal-guards.ts'
import { listen, stop } from './port.ts'
import { createReadQueue } from './queues/read-queue.ts'
import { createUserToken } from './perpetuals/user-token.ts'
import { createPositions } from './positions/create-positions.ts'
import { createFs } from './api/dialects/fs/create-fs.ts'
import { operationsRoutes } from './platform/routes.ts'
import { createAvailability, type Availability } from './availability.ts'
import { checkTakeOver, migrate } from './database/migrate.ts'
import { asStartProblem } from './database/start-problem.ts'
import { makeDataFolder } from './embedded-postgres/data-folder.ts'
import { openDatabase } from './embedded-postgres/supervisor.ts'
import { createSocket } from './api/socket/create-socket.ts'
import type { Rates } from './limits/rate-names.ts'
import type { ServerOptions } from './server-options.ts'
import { createCancelOnAccessLoss } from './protection/cancel-on-access-loss.ts'
import { openKeyPresence } from './protection/key-presence.ts'
import { protectionRoutes } from './protection/routes.ts'

export const SUPPORT_EMAIL = 'support@parley.example'

/** The exit code of a process whose markets another one has taken over. A supervisor must not restart it, or the two would fight for the database. */
export const TAKEN_OVER_EXIT = 79

export type RunningServer = {
  readonly baseUrl: string
  readonly operator: Operator
  /** Resolves if another process has taken over the markets. This one serves nothing more, and has to be closed. */
  readonly takenOver: Promise<void>
  close(): Promise<void>
}

export async function createServer(options: ServerOptions): Promise<RunningServer> {
  const closing: Closing = []
  const close = async () => {
    for (const step of closing.splice(0).reverse()) await step()
  }
  try {
    const build = readBuild()
    const { stopDelayMs = 0, tracesEndpoint } = options
    const log = withRequestIds(options.log ?? silent)
    const tracing = tracesEndpoint === undefined ? undefined : await startTracing({ endpoint: tracesEndpoint, version: build.version })
    if (tracing !== undefined) closing.push(tracing.close)
    const metrics = options.metrics === 'OFF' ? undefined : createMetrics(build)
    const isBehindProxy = (options.trustProxy ?? false) || options.publicUrl !== undefined
    const page = metrics && createMetricsPage(metrics, { token: options.metricsToken, isBehindProxy })
    const http = createHttpServer(options.publicUrl, build, page)
    if (metrics !== undefined) measureReadiness(metrics, http.readiness)
    const baseUrl = await listen(http.server, options.port, options.host ?? '127.0.0.1')
    log.info({ baseUrl, ...build }, 'The server is listening and returns 503 until it has started')
    closing.push(() => stop(http.server))
    const availability = createAvailability(http, log)
    const { takenOver } = availability
    const given = { ...options, log: availability.log, publicUrl: options.publicUrl ?? baseUrl, givenUrl: options.publicUrl }
    const operator = await compose(given, { http, availability, metrics, tracing }, closing)
    const announceAndClose = async () => {
      http.readiness.announceStop()
      // A balancer sees it and sends new requests elsewhere, while those that still arrive are served.
      if (stopDelayMs > 0) await Promise.race([delay(stopDelayMs, undefined, { ref: false }), takenOver])
      await close()
    }
    return { baseUrl, operator, takenOver, close: announceAndClose }
  } catch (error) {
    await close()
    throw asStartProblem(error, options.dataDir)
  }
}

type Closing = (() => Promise<unknown> | void)[]

/** `givenUrl` is the operator's own PUBLIC_URL. Without one, pages may be opened under every address that leads here. */
type Composed = ServerOptions & { readonly log: Log; readonly publicUrl: string; readonly givenUrl: string | undefined }
type Frame = {
  readonly http: HttpServer
  readonly availability: Availability
  readonly metrics: Metrics | undefined
  readonly tracing: Tracing | undefined
}

async function compose(options: Composed, { http, availability, metrics, tracing }: Frame, closing: Closing): Promise<Operator> {
  const { log, now = Date.now, dataDir, demoPeople = [], allowedHosts = {} } = options
  const rates = { ...wireRates, ...options.rates }
  const sql = await openSql(options, availability, closing)
  const vault = await openVault({ sql, dataDir, secretKey: options.secretKey, now: now() })
  const platform = await openPlatform({ sql, now, log })
  closing.push(() => platform.close())
  const { publicUrl, supportEmail: support = SUPPORT_EMAIL, mail: setting = { kind: 'off' }, leaderboardEveryMs: everyMs } = options
  const mail = await createMail({ setting, sql, vault, sender: { support, publicUrl }, now, log, meter: metrics })
  closing.push(() => mail.close())
  const passwords = createPasswords(options.passwordWork ?? passwordWork)
  const accountsAt = openPerpetualsVenue(options, vault, closing)
  const userTokenFrom = accountsAt && ((book: Account['book']) => createUserToken({ accountOf: accountsAt(book), log }))
  const account = await createAccount({
    ...{ asked: askedVenues(options), sql, passwords, vault, post: mail.post, publicUrl, demoPeople, rates, userTokenFrom, now, log },
  })
  closing.push(() => account.close())
  const flows = await openFlows({ ...options, rates }, { sql, account, vault, availability, metrics, tracing }, closing)
  const { market, protection } = flows
  const atVenues = await openVenueRecords(
    { ...flows, engine: market.engine, sql, vault, book: account.book, post: mail.post, now, log, meter: metrics, everyMs },
    closing,
  )
  const perpetuals = openPerpetuals(options, { sql, account, market, protection, clock: flows.clock, accountsAt, log }, closing)
  const auctions = await openAuctions(options, { ...flows, sql, vault, account, log, onFenced: availability.onFenced }, closing)
  availability.follow(auctions.lease)
  await openJournalGuards({ http, sql, vault, shards: market.engine.shards, log }, closing)
  const fs = createFs({ ...flows, engine: market.engine, platform, now, log })
  const keys = await openKeyPresence({ sql, cancelWhatLeft: auctions.cancellingToo(protection.parts.triggers.cancelWhatLeft), now, log })
  closing.push(() => keys.settled())
  const common = { access: account.access, now, log, ...createTrust(options.trustProxy ?? false, log), publicUrl: options.givenUrl }
  const socket = createSocket(http.server, {
    ...common,
    ...{ tickets: account.tickets, allowedOrigins: allowedHosts.allowedOrigins },
    ...socketAddresses({ flows, fs, auctions, perpetuals, platform, atVenues, protection, engine: market.engine, log }),
    ...{ onKeyGone: keys.left, onConnectedDesks: options.onConnectedDesks, keys, tokensInAddresses: options.tokensInAddresses },
    framesPerSocket: rates.framesPerSocket,
    framesPerDesk: rates.framesPerDesk,
  })
  openDigests({ sql, post: mail.post, account, isHere: socket.isHere, now, log }, market.engine, closing)
  availability.onTakenOver(() => void socket.close('TakenOver'))
  if (metrics !== undefined) closing.push(measureServer({ ...flows, metrics, sql, now, engine: market.engine, socket }))
  // Running requests need everything above. Sockets close before the server waits for its connections.
  closing.push(
    () => stop(http.server),
    () => socket.close(),
  )
  await createHttp(http, {
    ...common,
    ...{ meter: metrics, tracing, limits: protection.limits, readQueue: createReadQueue(() => performance.now()) },
    ledger: flows.ledger,
    serveSigned: await openSignedWrites(sql, now()),
    gate: platform.gate,
    customers: account.customers,
    routes: [
      ...routesOf(account, flows),
      ...fs.routes,
      ...operationsRoutes(platform),
      ...atVenues.routes,
      ...account.rfqAllowance.over(perpetuals.routes),
      ...auctions.routes,
    ],
    ...{ allowedHosts, webDir: options.webDir, links: { support, ...linksOf(options) }, onDeskCall: options.onDeskCall },
    mailbox: mail.reading,
    regionHeader: common.trustProxy ? options.regionHeader : undefined,
    publicUrl,
  })
  closing.push(() => http.drain())
  return createOperator({ ...account, passwords, post: mail.post, vault, platform, now })
}

/** Pages can open sockets at `addresses`, the operator's own first. Unset if that is every address that leads here. */
const linksOf = ({ joinUrl, faqUrl, helpUrl, givenUrl, allowedHosts }: Composed) => ({
  ...{ join: joinUrl, faq: faqUrl, help: helpUrl },
  addresses: givenUrl && [givenUrl, ...(allowedHosts?.allowedOrigins ?? [])].join(' '),
})

async function openSql(options: Composed, availability: Availability, closing: Closing): Promise<Sql> {
  const { dataDir, databaseUrl: url, log, ownership = 'ALONE', signal } = options
  const { onFailure } = availability
  makeFolder(dataDir)
  const { sql, isTakeOver, close } = await openDatabase({ dataDir, url, log, ownership, onFailure, signal })
  closing.push(close)
  if (isTakeOver) await checkTakeOver(sql)
  else await migrate(sql, log)
  availability.watch(sql)
  closing.push(availability.close)
  return sql
}

const venuesByCode = ({ venues = [] }: Pick<ServerOptions, 'venues'>) => new Map(venues.map((venue) => [venue.code, venue]))

type VenueRecordNeeds = Omit<Parameters<typeof createPositions>[0], 'accountKeys'> &
  Parameters<typeof createReconciliation>[0] &
  LeaderboardNeeds

/**
 * Opens the parts that read desks' accounts at the venues: positions, and whether the venues' record of blocks agrees with ours. Also opens the
 * leaderboard, which counts what all desks traded.
 */
async function openVenueRecords(needs: VenueRecordNeeds, closing: Closing) {
  const positions = await createPositions({ ...needs, accountKeys: createAccountKeys(needs.vault) })
  closing.push(positions.close)
  const reconciliation = await createReconciliation(needs)
  closing.push(reconciliation.close)
  const leaderboard = createLeaderboard(needs)
  closing.push(leaderboard.close)
  return {
    channels: [positions.channel, reconciliation.channel],
    routes: [...positions.routes, ...reconciliation.routes, ...leaderboard.routes],
  }
}

type Flows = Awaited<ReturnType<typeof openFlows>>

const routesOf = (account: Account, flows: Flows): readonly Route[] => [
  ...account.routes,
  ...bboRoutes(flows.marketData, rfqLegs(flows)),
  ...account.rfqAllowance.over([...flows.drfq.routes, ...flows.grfq.routes, ...flows.routes]),
]

/** Opens emails about events on the market. */
function openDigests(
  { account, ...services }: Omit<DigestServices, 'book' | 'sessions'> & { readonly account: Account },
  engine: Pick<MarketEngine, 'onDecided'>,
  closing: Closing,
): void {
  const { book, sessions } = account
  const [digest, bookings] = [createDigest({ ...services, book, sessions }), createBookingEmails({ ...services, book })]
  closing.push(bookings.settled, engine.onDecided(bookings.onEvents), digest.close, engine.onDecided(digest.onEvents))
}

async function openSignedWrites(sql: Sql, startedAt: number): Promise<ServeSigned> {
  const ahead = await openSignedAhead(sql, startedAt)
  return createSignedWrites(createReplays(ahead.floorOf), ahead)
}

type FlowNeeds = { readonly sql: Sql; readonly account: Account; readonly vault: Vault } & Omit<Frame, 'http'>

/** Opens the markets, the protections of desks in them, and everything that trades there. */
async function openFlows(
  options: ServerOptions & { readonly rates: Rates },
  { sql, account, vault, availability, metrics: meter, tracing }: FlowNeeds,
  closing: Closing,
) {
  const { rates, now = Date.now, log = silent } = options
  const { book, watch } = account
  const venueKeys = createVenueKeys(book, vault)
  const markets = await openMarkets(
    options,
    { sql, venueKeys, accountUsed: watch.used, onFenced: availability.onFenced, meter, tracing },
    closing,
  )
  availability.follow(markets.market.engine)
  const { marketData, market, venueStates, venueQuotes, clock } = markets
  const { engine } = market
  const refusals = await openRefusedCommands({ sql, now, log })
  closing.push(() => refusals.settled())
  const trading = await openTrading({ sql, account, engine, marketData, venueStates, venueQuotes, refusals, rates, clock, log }, closing)
  const { protection, drfq, grfq } = trading
  const cancelOnAccessLoss = createCancelOnAccessLoss({ engine, unfinished: protection.parts.unfinished, log })
  closing.push(cancelOnAccessLoss.close, account.access.onBarred(cancelOnAccessLoss.begin))
  const byClientOrderId = [drfq.service.byClientOrderId, grfq.service.byClientOrderId]
  const ledger = createRequestLedger({ sql, engine, now, log })
  const tidying = await tidyRequests({ sql, now, log })
  closing.push(tidying.close)
  const outcomes = createOutcomes({ sql, engine, ledger, byClientOrderId, refusals, report: protection.parts.report, now })
  const routes = [
    ...catalogueRoutes(marketData, flagsFrom(book)),
    ...protectionRoutes(protection.parts),
    ...outcomes.routes,
    ...refusedOrderRoutes(createRefusalHistory({ sql, now }), publishedIds),
  ]
  return { ...markets, ...trading, refusals, ledger, routes }
}

/** Opens the venues with their prices, and the engine in which everything trades. */
async function openMarkets(
  { venues: unified = [], paradex, signal, now = Date.now, log = silent }: ServerOptions,
  { sql, venueKeys, ...traded }: Pick<MarketNeeds, 'sql' | 'venueKeys' | 'accountUsed' | 'onFenced' | 'meter' | 'tracing'>,
  closing: Closing,
) {
  const adapters = paradex === undefined ? unified : [...unified, paradex.traded]
  const venues = venuesByCode({ venues: adapters })
  closing.push(() => Promise.all(adapters.map((venue) => venue.close())))
  const clock = systemClock(now)
  const marketData = createMarketData({ sql, venues: adapters, clock, log })
  closing.push(() => marketData.stop())
  await unlessStopped(marketData.start(), signal)
  const venueStates = createVenueStates({ venues, marketData, clock })
  closing.push(venueStates.close)
  const market = await createMarket({ ...traded, sql, venueKeys, venues, now, log })
  closing.push(() => market.close())
  const venueQuotes = await openVenueMakers({ sql, engine: market.engine, venues, venueKeys, now, log })
  closing.push(() => venueQuotes.close())
  return { marketData, market, clock, venues, venueStates, venueQuotes }
}

/** The work continues in the background. Everything it uses is closed after it. */
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
