/** Opens what the process serves: HTTP and sockets, or for workers only its health. */
import type { Account } from './accounts/create-accounts.ts'
import { randomUUID } from 'node:crypto'
import { createFs } from './api/dialects/fs/create-fs.ts'
import { createTrust } from './api/http/client-address.ts'
import { createHttp } from './api/http/create-http.ts'
import { createSendAs } from './api/requests/send-as.ts'
import { createReplays } from './api/requests/signature-replays.ts'
import { openSignedAhead } from './api/requests/signed-ahead.ts'
import { createClaimedSignatures } from './api/requests/claimed-signatures.ts'
import { createSignedWrites, type ServeSigned } from './api/requests/signed-writes.ts'
import { createSocket } from './api/socket/create-socket.ts'
import type { AuctionsPart } from './auctions/create-auctions.ts'
import type { Channel } from './calls/channel.ts'
import type { Route } from './calls/route.ts'
import type { Echo } from './cluster/echo.ts'
import type { LeasedJobs } from './cluster/jobs.ts'
import type { Sql } from './database/sql.ts'
import { createBookingEmails } from './digest/booking-emails.ts'
import { createDigest, type DigestServices } from './digest/digest.ts'
import type { Rates } from './limits/rate-names.ts'
import type { Mail } from './mail/create-mail.ts'
import { bboRoutes } from './market-data/routes.ts'
import { measureServer } from './measure-server.ts'
import { openConsole } from './open-console.ts'
import type { Flows } from './open-flows.ts'
import type { OperatorServices } from './operator/operator-services.ts'
import type { PerpetualsPart } from './perpetuals/create-perpetuals.ts'
import { openAnnouncements, type Announcements } from './platform/announcements.ts'
import type { Platform } from './platform/platform.ts'
import { operationsRoutes } from './platform/routes.ts'
import { stop } from './port.ts'
import { followGateways } from './protection/gateways.ts'
import { createHeldRequests } from './protection/held-requests/create-held-requests.ts'
import { openKeyPresence } from './protection/key-presence.ts'
import { createReadQueue } from './queues/read-queue.ts'
import { type Composed, type Frame, type Closing, SUPPORT_EMAIL } from './server-frame.ts'
import { rfqLegs, socketAddresses } from './socket-addresses.ts'

type Serving = Frame & {
  readonly options: Composed
  readonly rates: Rates
  readonly sql: Sql
  readonly platform: Platform
  readonly account: Account
  readonly flows: Flows
  readonly atVenues: { readonly channels: readonly Channel[]; readonly routes: readonly Route[] }
  readonly perpetuals: PerpetualsPart
  readonly auctions: AuctionsPart
  readonly mail: Mail
  readonly echo: Echo
  readonly services: OperatorServices
}

/** Resolves when every call can be answered. */
export async function openServing(serving: Serving, closing: Closing): Promise<void> {
  const { options, http, availability, metrics, tracing, rates, sql, platform, account, flows, atVenues, perpetuals, auctions, mail } =
    serving
  const { log, now = Date.now, publicUrl, allowedHosts = {}, supportEmail: support = SUPPORT_EMAIL } = options
  const { market, protection } = flows
  const gateway = options.role && randomUUID()
  const fs = createFs({ ...flows, engine: market.engine, platform, now, log })
  const announcements = await openAnnouncements({ sql, now, log })
  closing.push(() => announcements.close())
  const keys = await openKeyPresence({
    sql,
    cancelWhatLeft: auctions.cancellingToo(protection.parts.triggers.cancelWhatLeft),
    gateway,
    now,
    log,
  })
  closing.push(() => keys.settled())
  if (gateway !== undefined) closing.push(await followGateways({ sql, gateway, keys, log }))
  const held = await openHeldRequests(serving, closing)
  const trust = createTrust(options.trustProxy ?? false, log)
  const common = { access: account.access, now, log, ...trust, publicUrl: options.givenUrl }
  const socket = createSocket(http.server, {
    ...common,
    ...{ tickets: account.tickets, allowedOrigins: allowedHosts.allowedOrigins },
    ...socketAddresses({
      flows,
      fs,
      auctions,
      perpetuals,
      platform,
      announcements,
      atVenues: { channels: [...atVenues.channels, held.channel] },
      protection,
      engine: market.engine,
      log,
    }),
    ...{ onKeyGone: keys.left, onConnectedDesks: options.onConnectedDesks, keys, tokensInAddresses: options.tokensInAddresses },
    framesPerSocket: rates.framesPerSocket,
    framesPerDesk: rates.framesPerDesk,
  })
  // Many processes do not know of each other whose screen is open, so they write no digests.
  if (options.role === undefined) openDigests({ ...serving, post: mail.post, isHere: socket.isHere, now, log }, closing)
  availability.onTakenOver(() => void socket.close('TakenOver'))
  if (metrics !== undefined) closing.push(measureServer({ ...flows, metrics, sql, now, engine: market.engine, socket }))
  // Running requests need everything above. Sockets close before the server waits for its connections.
  closing.push(
    () => stop(http.server),
    () => socket.close(),
  )
  const routes = [...held.over(routesOf(serving, announcements, fs.routes)), ...held.routes]
  const checks = { limits: protection.limits, ledger: flows.ledger, gate: platform.gate, customers: account.customers }
  held.sendBy(createSendAs({ ...checks, log }, routes))
  await createHttp(http, {
    ...common,
    ...{ meter: metrics, tracing, ...checks, readQueue: createReadQueue(() => performance.now()) },
    serveSigned: await openSignedWrites(serving, closing),
    routes,
    ...{ allowedHosts, webDir: options.webDir, links: { support, ...linksOf(options) }, onDeskCall: options.onDeskCall },
    console: await openConsole({ ...serving, trust, sockets: () => socket.count() }, closing),
    mailbox: mail.reading,
    regionHeader: common.trustProxy ? options.regionHeader : undefined,
    publicUrl,
  })
  closing.push(() => http.drain())
}

async function openHeldRequests({ sql, account, flows, options }: Serving, closing: Closing) {
  const { people, service } = flows.protection.parts
  const held = await createHeldRequests({
    sql,
    people,
    access: account.access,
    stopsOf: service.stopsOf,
    clock: flows.clock,
    log: options.log,
  })
  closing.push(held.close)
  return held
}

/** For a process that settles, compares and lists, and serves nothing but its health and its metrics. */
export async function openWork(serving: Serving, jobs: LeasedJobs, closing: Closing): Promise<void> {
  const { options, http, metrics, sql, account, flows, mail } = serving
  const { log, now = Date.now } = options
  const { engine } = flows.market
  await jobs.run('booking_emails', () => startBookingEmails({ sql, post: mail.post, account, now, log, flows }))
  const socket = { count: () => 0, backlog: () => ({ all: 0, slowest: 0 }) }
  if (metrics !== undefined) closing.push(measureServer({ ...flows, metrics, sql, now, engine, socket }))
  const share = await jobs.begin()
  metrics?.watch(() => ({
    parley_job_running: jobs.names().map((job) => ({ labels: { job }, value: share.owned().has(job) ? 1 : 0 })),
  }))
  http.openWithoutCalls()
  closing.push(
    () => http.drain(),
    () => share.close(),
  )
}

const routesOf = (
  { account, flows, platform, atVenues, perpetuals, auctions }: Serving,
  announcements: Announcements,
  spreadRoutes: readonly Route[],
): readonly Route[] => [
  ...account.routes,
  ...bboRoutes(flows.marketData, rfqLegs(flows)),
  ...account.rfqAllowance.over([...flows.drfq.routes, ...flows.grfq.routes, ...flows.routes]),
  ...spreadRoutes,
  ...operationsRoutes({ platform, announcements }),
  ...atVenues.routes,
  ...account.rfqAllowance.over(perpetuals.routes),
  ...auctions.routes,
]

type Emailing = Omit<DigestServices, 'book' | 'sessions' | 'isHere'> & { readonly account: Account; readonly flows: Flows }

/** Opens emails about events on the market. */
function openDigests({ account, flows, ...services }: Emailing & Pick<DigestServices, 'isHere'>, closing: Closing): void {
  const { book, sessions } = account
  const digest = createDigest({ ...services, book, sessions })
  closing.push(startBookingEmails({ account, flows, ...services }).close)
  closing.push(digest.close, flows.market.engine.onDecided(digest.onEvents))
}

function startBookingEmails({ account, flows, ...services }: Emailing): { close(): Promise<void> } {
  const bookings = createBookingEmails({ ...services, book: account.book })
  const stop = flows.market.engine.onDecided(bookings.onEvents)
  return {
    async close() {
      stop()
      await bookings.settled()
    },
  }
}

/** Pages can open sockets at `addresses`, the operator's own first. Unset if that is every address that leads here. */
const linksOf = ({ joinUrl, faqUrl, helpUrl, givenUrl, allowedHosts }: Composed) => ({
  ...{ join: joinUrl, faq: faqUrl, help: helpUrl },
  addresses: givenUrl && [givenUrl, ...(allowedHosts?.allowedOrigins ?? [])].join(' '),
})

async function openSignedWrites({ options, sql }: Serving, closing: Closing): Promise<ServeSigned> {
  const { now = Date.now, log, role } = options
  const ahead = await openSignedAhead(sql, now())
  if (role === undefined) return createSignedWrites(createReplays(ahead.floorOf), ahead)
  const claimed = createClaimedSignatures({ sql, now, log })
  closing.push(claimed.close)
  return createSignedWrites(createReplays(ahead.floorOf), ahead, claimed)
}
