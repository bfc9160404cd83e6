/** The product in one process: the database, accounts, markets, the engine, settlement, and the APIs for all of them. */
import { wireRates } from '@parley/contracts'
import { setTimeout as delay } from 'node:timers/promises'
import { createAccount, type Account } from './accounts/create-accounts.ts'
import { createPasswords, passwordWork } from './accounts/sign-in/passwords.ts'
import { createHttpServer } from './api/http/create-http.ts'
import { createMetricsPage } from './api/http/metrics-page.ts'
import { createAvailability, type Availability } from './availability.ts'
import { readBuild } from './build.ts'
import { jobsElsewhere, jobsHere, leasedJobs } from './cluster/jobs.ts'
import { announceProcess } from './cluster/processes.ts'
import { checkTakeOver, migrate } from './database/migrate.ts'
import type { Sql } from './database/sql.ts'
import { asStartProblem } from './database/start-problem.ts'
import { makeDataFolder } from './embedded-postgres/data-folder.ts'
import { openDatabase } from './embedded-postgres/supervisor.ts'
import { createLeaderboard, type LeaderboardNeeds } from './leaderboard/create-leaderboard.ts'
import { silent } from './log/log.ts'
import { withRequestIds } from './log/request-ids.ts'
import { createMail, type MailOptions } from './mail/create-mail.ts'
import { measureReadiness } from './measure-server.ts'
import { createMetrics } from './metrics/metrics.ts'
import { openAuctions } from './open-auctions.ts'
import { openServing, openWork } from './open-serving.ts'
import { openFlows } from './open-flows.ts'
import { openJournalGuards } from './open-journal-guards.ts'
import { openEcho, openNetwork } from './open-network.ts'
import { askedVenues, openPerpetuals, openPerpetualsVenue } from './open-perpetuals.ts'
import { createOperator, type Operator } from './operator/operator.ts'
import { createUserToken } from './perpetuals/user-token.ts'
import { openPlatform } from './platform/platform.ts'
import { listen, stop } from './port.ts'
import { createPositions } from './positions/create-positions.ts'
import { createReconciliation } from './reconciliation/create-reconciliation.ts'
import { type Composed, type Frame, type Closing, SUPPORT_EMAIL } from './server-frame.ts'
import type { ServerOptions } from './server-options.ts'
import { createAccountKeys } from './settlement/venue-keys.ts'
import { startTracing } from './tracing/tracing.ts'
import { openVault } from './vault/open-vault.ts'

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
    const given = { ...options, log: availability.log, baseUrl, publicUrl: options.publicUrl ?? baseUrl, givenUrl: options.publicUrl }
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

async function compose(options: Composed, { http, availability, metrics, tracing }: Frame, closing: Closing): Promise<Operator> {
  const { log, now = Date.now, dataDir, demoPeople = [] } = options
  const rates = { ...wireRates, ...options.rates }
  const sql = await openSql(options, availability, closing)
  const network = await openNetwork(options, closing)
  const shared = options.role?.kind === 'WORKERS' ? leasedJobs({ sql, log, isReachable: () => network!.isConnected() }) : undefined
  const jobs = shared ?? (options.role === undefined ? jobsHere : jobsElsewhere)
  const echo = await openEcho({ sql, network, role: options.role }, closing)
  const vault = await openVault({ sql, dataDir, secretKey: options.secretKey, now: now() })
  const platform = await openPlatform({ sql, now, log })
  closing.push(() => platform.close())
  const { publicUrl, supportEmail: support = SUPPORT_EMAIL, mail: setting = { kind: 'off' }, leaderboardEveryMs: everyMs } = options
  const sending: MailOptions['sending'] = (start) => jobs.run('mail', start)
  const mail = await createMail({ setting, sending, sql, vault, sender: { support, publicUrl }, now, log, meter: metrics })
  closing.push(() => mail.close())
  const passwords = createPasswords(options.passwordWork ?? passwordWork)
  const accountsAt = openPerpetualsVenue(options, vault, closing)
  const userTokenFrom = accountsAt && ((book: Account['book']) => createUserToken({ accountOf: accountsAt(book), log }))
  const account = await createAccount({
    ...{
      asked: askedVenues(options),
      jobs,
      echo,
      keeps: network === undefined ? 'ALONE' : 'WITH_OTHERS',
      sql,
      passwords,
      vault,
      post: mail.post,
      publicUrl,
      demoPeople,
      rates,
      userTokenFrom,
      now,
      log,
    },
  })
  closing.push(() => account.close())
  const flows = await openFlows(
    { ...options, rates },
    { sql, network, jobs, echo, account, vault, availability, metrics, tracing },
    closing,
  )
  const { market, protection } = flows
  const atVenues = await openVenueRecords(
    { ...flows, engine: market.engine, sql, vault, book: account.book, post: mail.post, now, log, meter: metrics, everyMs, jobs },
    closing,
  )
  const { clock } = flows
  const perpetuals = await openPerpetuals(options, { sql, account, market, protection, clock, accountsAt, network, jobs, log }, closing)
  const auctions = await openAuctions(
    options,
    { ...flows, sql, vault, account, log, onFenced: availability.onFenced, network, jobs },
    closing,
  )
  availability.follow(auctions.lease)
  const guards = await jobs.run('journal_checks', () => openJournalGuards({ http, sql, vault, shards: market.engine.shards, log }))
  closing.push(guards.close)
  const services = { ...account, sql, passwords, post: mail.post, vault, platform, now }
  const serving = {
    ...{ options, http, availability, metrics, tracing, rates, sql, platform },
    ...{ account, flows, atVenues, perpetuals, auctions, mail, echo, services },
  }
  if (shared !== undefined) await openWork(serving, shared, closing)
  else await openServing(serving, closing)
  const { baseUrl: url, role } = options
  const { version } = readBuild()
  closing.push(await announceProcess({ sql, log, role: role?.kind ?? 'ALL', url, version, holder: shared?.holder }))
  return createOperator(services)
}

async function openSql(options: Composed, availability: Availability, closing: Closing): Promise<Sql> {
  const { dataDir, databaseUrl: url, log, role, signal } = options
  const ownership = role === undefined ? (options.ownership ?? 'ALONE') : 'SHARED'
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
  const leaderboard = await createLeaderboard(needs)
  closing.push(leaderboard.close)
  return {
    channels: [positions.channel, reconciliation.channel],
    routes: [...positions.routes, ...reconciliation.routes, ...leaderboard.routes],
  }
}

function makeFolder(dataDir: string): void {
  try {
    makeDataFolder(dataDir)
  } catch (error) {
    throw asStartProblem(error, dataDir)
  }
}
