/** Everything that trades on the markets: the protections of desks, the checks before a trade, and the flows. The product and the demo's past open it. */
import type { Account } from './accounts/create-accounts.ts'
import { mayTrade } from './accounts/access.ts'
import { flagsFrom } from './accounts/feature-flags.ts'
import { createDrfq } from './api/dialects/drfq/create-drfq.ts'
import { createGrfq } from './api/dialects/grfq/create-grfq.ts'
import { publishedIds, publishedNumbers } from './create-market.ts'
import type { Echo } from './cluster/echo.ts'
import { jobsHere, type Jobs } from './cluster/jobs.ts'
import type { Sql } from './database/sql.ts'
import type { Rates } from './limits/rate-names.ts'
import type { Log } from './log/log.ts'
import type { Clock } from './market-data/clock.ts'
import type { MarketData } from './market-data/market-data.ts'
import type { VenueStates } from './market-data/venue-states.ts'
import { createProtection } from './protection/create-protection.ts'
import { createClientOrderIds } from './rfq/client-order-ids.ts'
import { createPreTradeChecks } from './rfq/pre-trade-checks.ts'
import type { RefusedCommands } from './rfq/refused-commands.ts'
import type { RfqNeeds } from './rfq/service.ts'
import { admittedOnly } from './shards/admitted-engine.ts'
import type { MarketEngine } from './shards/market-engine.ts'
import { createSpreads } from './spreads/create-spreads.ts'
import { createMarkHistory } from './spreads/mark-history.ts'
import { startListing } from './spreads/start-listing.ts'

type TradingNeeds = Pick<RfqNeeds, 'venueQuotes' | 'ids'> & {
  readonly sql: Sql
  readonly account: Account
  readonly engine: MarketEngine
  readonly marketData: MarketData
  readonly venueStates: Pick<VenueStates, 'stateOf'>
  /** The record of refusals; none without it. */
  readonly refusals?: Pick<RefusedCommands, 'keep'>
  readonly rates: Rates
  /** The listing of spreads and the history of their marks are two of them; here by default. */
  readonly jobs?: Jobs
  readonly echo?: Echo | undefined
  readonly clock: Clock
  readonly log: Log
}

/** Opens them, and adds the steps that close them to `closing`. */
export async function openTrading(
  { sql, account, engine, marketData, venueStates, venueQuotes, refusals, ids, rates, jobs = jobsHere, echo, clock, log }: TradingNeeds,
  closing: (() => Promise<unknown> | void)[],
) {
  const { now } = clock
  const { directory, book, customers } = account
  const protection = await createProtection({ sql, engine, book, rates, publishedIds, publishedNumbers, jobs, echo, now, log })
  closing.push(() => protection.close())
  const guards = createPreTradeChecks({
    settings: protection.parts.settings,
    ...{ marketData, venueStates },
    integrity: protection.parts,
    ...protection.productRates,
    now,
  })
  const flow = {
    ...{
      sql,
      marketData,
      venueQuotes,
      directory,
      guards,
      preTradeLimits: protection.parts.settings.bounds,
      refusals,
      now,
      ...(ids && { ids }),
    },
    engine: admittedOnly(engine, (sender) => mayTrade(book.accounts, sender)),
    eligibility: customers.eligibilityRefusal,
    clientOrderIds: createClientOrderIds({ sql, engine }),
  }
  const drfq = createDrfq(flow)
  const grfq = createGrfq({ ...flow, isOn: flagsFrom(book) })
  const spreads = createSpreads(flow)
  const listing = await jobs.run('listing', () => startListing({ engine, marketData, clock, log }))
  const markHistory = createMarkHistory({ sql, marketData, clock, log })
  const keeping = await jobs.run('mark_history', markHistory.keep)
  closing.push(listing.close, spreads.books.close, keeping.close)
  /** Resolves when everything that the venues have listed so far has its spreads, if this process lists them. */
  const listed = () => listing.current()?.settled() ?? Promise.resolve()
  return { protection, drfq, grfq, spreads, listed, markHistory }
}
