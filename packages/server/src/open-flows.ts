/** Opens the venues, the engine in which everything trades, and the flows of the markets. */
import type { Account } from './accounts/create-accounts.ts'
import { flagsFrom } from './accounts/feature-flags.ts'
import { createOutcomes } from './api/requests/create-outcomes.ts'
import { createRequestLedger } from './api/requests/repeated-requests.ts'
import { tidyRequests } from './api/requests/request-store.ts'
import { catalogueRoutes } from './catalogue/routes.ts'
import { createMarket, reachMarket, type MarketNeeds, publishedIds } from './create-market.ts'
import type { Echo } from './cluster/echo.ts'
import type { Jobs } from './cluster/jobs.ts'
import type { Network } from './cluster/network.ts'
import type { Sql } from './database/sql.ts'
import type { Rates } from './limits/rate-names.ts'
import { silent } from './log/log.ts'
import { systemClock } from './market-data/clock.ts'
import { createMarketData } from './market-data/create-market-data.ts'
import { createVenueStates } from './market-data/venue-states.ts'
import { openTrading } from './open-trading.ts'
import { createCancelOnAccessLoss } from './protection/cancel-on-access-loss.ts'
import { protectionRoutes } from './protection/routes.ts'
import { refusedOrderRoutes } from './rfq/refusal-history-routes.ts'
import { createRefusalHistory } from './rfq/refusal-history.ts'
import { openRefusedCommands } from './rfq/refused-commands.ts'
import type { Frame, Closing } from './server-frame.ts'
import type { ServerOptions } from './server-options.ts'
import { createVenueKeys } from './settlement/venue-keys.ts'
import type { Vault } from './vault/vault.ts'
import { openVenueMakers } from './venue-makers/create-venue-makers.ts'

export type Flows = Awaited<ReturnType<typeof openFlows>>

type FlowNeeds = Omit<Frame, 'http'> & {
  readonly sql: Sql
  /** If other processes own the shards, the network that leads to them. */
  readonly network: Network | undefined
  readonly jobs: Jobs
  readonly echo: Echo
  readonly account: Account
  readonly vault: Vault
}

/** Opens the markets, the protections of desks in them, and everything that trades there. */
export async function openFlows(
  options: ServerOptions & { readonly rates: Rates },
  { sql, network, jobs, echo, account, vault, availability, metrics: meter, tracing }: FlowNeeds,
  closing: Closing,
) {
  const { rates, now = Date.now, log = silent } = options
  const { book, watch } = account
  const venueKeys = createVenueKeys(book, vault)
  const markets = await openMarkets(
    options,
    { sql, network, jobs, venueKeys, accountUsed: watch.used, onFenced: availability.onFenced, meter, tracing },
    closing,
  )
  availability.follow(markets.market.engine)
  const { marketData, market, venueStates, venueQuotes, clock } = markets
  const { engine } = market
  const keeps = network === undefined ? 'ALONE' : 'WITH_OTHERS'
  const refusals = await openRefusedCommands({ sql, keeps, now, log })
  closing.push(() => refusals.close())
  const trading = await openTrading(
    { sql, account, engine, marketData, venueStates, venueQuotes, refusals, rates, jobs, echo, clock, log },
    closing,
  )
  const { protection, drfq, grfq } = trading
  const cancelOnAccessLoss = createCancelOnAccessLoss({ engine, unfinished: protection.parts.unfinished, log })
  closing.push(cancelOnAccessLoss.close, account.access.onBarred(cancelOnAccessLoss.begin))
  const byClientOrderId = [drfq.service.byClientOrderId, grfq.service.byClientOrderId]
  const ledger = createRequestLedger({ sql, engine, keeps, now, log })
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
  {
    sql,
    network,
    venueKeys,
    ...traded
  }: Pick<FlowNeeds, 'network'> & Pick<MarketNeeds, 'sql' | 'jobs' | 'venueKeys' | 'accountUsed' | 'onFenced' | 'meter' | 'tracing'>,
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
  const needs = { ...traded, sql, venueKeys, venues, now, log }
  const market = network === undefined ? await createMarket(needs) : await reachMarket({ ...needs, network })
  closing.push(() => market.close())
  // Only one process may ask the makers of a venue for an RFQ, and none of many does so yet.
  const asked = network === undefined ? venues : new Map()
  const venueQuotes = await openVenueMakers({ sql, engine: market.engine, venues: asked, venueKeys, now, log })
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

const venuesByCode = ({ venues = [] }: Pick<ServerOptions, 'venues'>) => new Map(venues.map((venue) => [venue.code, venue]))
