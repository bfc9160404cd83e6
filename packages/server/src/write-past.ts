/**
 * Gives a database that is still empty a past (docs/decisions/0993): the product's own services decide and store it, on a clock that the caller sets and
 * in one transaction. Only the demo does this.
 */
import { isRefusal, type Instant, type Mark, type Rfq, type Structure, type VenueCode } from '@parley/core'
import { wireRates, type InstrumentView } from '@parley/contracts'
import type { Venue } from '@parley/venues'
import { createAccount, type Account } from './accounts/create-accounts.ts'
import { callerOf } from './accounts/key-access.ts'
import { createPasswords, passwordWork } from './accounts/sign-in/passwords.ts'
import type { DrfqService } from './api/dialects/drfq/service.ts'
import type { GrfqService } from './api/dialects/grfq/service.ts'
import type { AuctionChain } from './auctions/chain-reading.ts'
import type { AuctionServices } from './auctions/create-auctions.ts'
import type { Caller } from './calls/route.ts'
import { structureOf, type AskedLeg } from './catalogue/structures.ts'
import { presentInstrument } from './catalogue/wire.ts'
import { jobsHere } from './cluster/jobs.ts'
import { createMarket } from './create-market.ts'
import { migrate } from './database/migrate.ts'
import type { Sql, TransactionSql } from './database/sql.ts'
import { withinTransaction } from './database/within-transaction.ts'
import { makeDataFolder } from './embedded-postgres/data-folder.ts'
import { openDatabase } from './embedded-postgres/supervisor.ts'
import type { Timers } from './engine/timers.ts'
import { unhurried } from './limits/rate-names.ts'
import { silent, type Log } from './log/log.ts'
import { createPost } from './mail/mail-queue.ts'
import type { MarketData } from './market-data/market-data.ts'
import { createOperator, type Operator } from './operator/operator.ts'
import { openAuctions } from './open-auctions.ts'
import { createPastMarketData, type PastPrices } from './past-market-data.ts'
import { openTrading } from './open-trading.ts'
import { openPlatform } from './platform/platform.ts'
import { createIds } from './rfq/ids.ts'
import { createVenueKeys } from './settlement/venue-keys.ts'
import type { MarketEngine } from './shards/market-engine.ts'
import type { Spreads } from './spreads/create-spreads.ts'
import type { MarkHistory, MarksOfMinute } from './spreads/mark-history.ts'
import { openVault } from './vault/open-vault.ts'

export type PastNeeds = PastPrices & {
  readonly dataDir: string
  readonly databaseUrl?: string | undefined
  /** Trades settle there. The caller closes them. */
  readonly venues: readonly Venue[]
  /** Vaults sell there. The past does not follow it: a settlement is looked up when the vault reports it. */
  readonly auctions?: AuctionChain | undefined
  readonly publicUrl: string
  readonly now: () => number
  readonly timers: Timers
  /** For the ids of RFQs and orders, so that the same seed has the same past. */
  readonly chance: (bytes: number) => Uint8Array
  /** The past ends with a failure if it takes longer. */
  readonly withinMs: number
  readonly signal?: AbortSignal | undefined
  readonly log?: Log
}

/** The services of the product as a past is written with them. */
export type Past = {
  readonly operator: Operator
  readonly rfqs: DrfqService
  readonly orderBooks: GrfqService
  readonly spreads: Spreads
  /** Undefined without a chain. */
  readonly auctions: AuctionServices | undefined
  /** As the catalogue shows them. Those that have expired since then are still among them. */
  instruments(venue: VenueCode): readonly InstrumentView[]
  markOf(instrumentId: number): Mark | undefined
  /** Undefined if a leg is not listed now. */
  structureOf(legs: readonly AskedLeg[], venue: VenueCode): Structure | undefined
  /** A desk's first API key as a caller. */
  keyOf(desk: string): Caller
  /** A member of a desk as a caller, by email. */
  personOf(email: string): Caller
  listedSpreads(): Promise<readonly Rfq[]>
  /** Starts a call, and resolves as soon as its command is decided or it has ended without one. The decision is stored after that. */
  decided(call: () => Promise<unknown>): Promise<void>
  /** Takes in what the venues have listed since the last time, and lists the spreads of it. */
  relist(): Promise<void>
  /** Keeps the marks of this minute for the history of spreads. They are stored with those of other minutes. */
  keepMarks(): void
  /** Resolves when the settlement has nothing to do now. True if every trade is settled or rejected, false if one waits for its next attempt. */
  settled(): Promise<boolean>
}

/** Writes all of it or nothing. NOT_EMPTY: the database has desks already, and is left as it is. */
export async function writePast(needs: PastNeeds, write: (past: Past) => Promise<void>): Promise<'WRITTEN' | 'NOT_EMPTY'> {
  const { dataDir, databaseUrl, log = silent } = needs
  makeDataFolder(dataDir)
  const database = await openDatabase({ dataDir, url: databaseUrl, log })
  try {
    await migrate(database.sql, log)
    return await database.sql.begin(async (tx) => {
      if (!(await isEmpty(tx))) return 'NOT_EMPTY'
      await unlessLate(writeIn(withinTransaction(tx), needs, write), needs)
      return 'WRITTEN'
    })
  } finally {
    await database.close()
  }
}

/** Two demos that start on one database at once: the second waits here, and finds what the first has made. */
async function isEmpty(tx: TransactionSql): Promise<boolean> {
  await tx`lock table desk in share row exclusive mode`
  const [found] = await tx<{ some: boolean }[]>`select exists (select from desk) or exists (select from journal) as some`
  return found?.some === false
}

async function unlessLate(work: Promise<void>, { withinMs, signal }: Pick<PastNeeds, 'withinMs' | 'signal'>): Promise<void> {
  const { promise: ended, reject } = Promise.withResolvers<never>()
  const late = setTimeout(() => reject(new Error(`The past was not written within ${withinMs / 1_000} s.`)), withinMs)
  const stop = (): void => reject(signal?.reason)
  signal?.addEventListener('abort', stop, { once: true })
  if (signal?.aborted === true) stop()
  try {
    await Promise.race([work, ended])
  } finally {
    clearTimeout(late)
    signal?.removeEventListener('abort', stop)
    work.catch(() => undefined)
  }
}

async function writeIn(sql: Sql, needs: PastNeeds, write: (past: Past) => Promise<void>): Promise<void> {
  const closing: (() => Promise<unknown> | void)[] = []
  const past = await open(sql, needs, closing)
  await write(past)
  // Services are closed in order only after success. A failed past is rolled back, so they have nothing left to write.
  for (const step of closing.reverse()) await step()
}

/** The parts of the server that decide and store, without those that listen, send or measure. */
async function open(sql: Sql, needs: PastNeeds, closing: (() => Promise<unknown> | void)[]): Promise<Past> {
  const { dataDir, venues, publicUrl, now, timers, chance, log = silent } = needs
  const vault = await openVault({ sql, dataDir, secretKey: undefined, now: now() })
  const post = createPost(vault)
  const passwords = createPasswords(passwordWork)
  const platform = await openPlatform({ sql, now, log })
  const account = await createAccount({ sql, passwords, vault, post, publicUrl, rates: wireRates, now, log })
  closing.push(platform.close, account.close)
  const clock = { now, after: () => () => undefined }
  const marketData = await createPastMarketData({ ...needs, sql })
  const byCode = new Map(venues.map((venue) => [venue.code, venue]))
  const venueKeys = createVenueKeys(account.book, vault)
  // Nothing else writes to this list, so it has nothing to find between notifications.
  const market = await createMarket({ sql, venueKeys, venues: byCode, now, timers, looksEveryMs: FOREVER_MS, log })
  closing.push(market.close)
  const { engine, decided } = watchDecisions(market.engine)
  const rates = { ...wireRates, ...unhurried }
  const { protection, drfq, grfq, spreads, listed, markHistory } = await openTrading(
    { sql, account, engine, marketData, venueStates: { stateOf: () => 'OPEN' }, rates, clock, ids: createIds(chance), log },
    closing,
  )
  const auctions = await openAuctions(
    { auctions: unfollowed(needs.auctions) },
    {
      sql,
      vault,
      account,
      market,
      protection,
      marketData,
      clock: { now, after: (ms, wake) => timers.wakeAt((now() + ms) as Instant, wake) },
      log,
      onFenced: () => undefined,
      network: undefined,
      jobs: jobsHere,
    },
    closing,
  )
  await listed()
  const keepMarks = storeTogether(markHistory, closing)
  return {
    operator: createOperator({ sql, ...account, passwords, post, vault, platform, now }),
    rfqs: drfq.service,
    orderBooks: grfq.service,
    spreads,
    auctions: auctions.services,
    ...callersIn(account),
    ...{ decided, instruments: catalogueOf(marketData) },
    markOf: (id) => marketData.mark(id),
    structureOf: (legs, venue) => {
      const structure = structureOf(legs, venue, marketData)
      return isRefusal(structure) ? undefined : structure
    },
    listedSpreads: async () => (await spreads.store.strategies({}, { size: SPREADS_READ })).items,
    relist: async () => {
      await marketData.relist()
      await listed()
    },
    keepMarks,
    settled: async () => {
      await market.settlement.idle()
      const [open] = await sql<{ some: boolean }[]>`select exists (select from settlement where state <> 'DONE') as some`
      return open?.some === false
    },
  }
}

/** Its blocks come in real time, and the clock of the past does not. */
const unfollowed = (auctions: AuctionChain | undefined): AuctionChain | undefined =>
  auctions && { ...auctions, chain: { ...auctions.chain, watch: () => () => undefined } }

const SPREADS_READ = 1_000
const FOREVER_MS = 1e12

/** Minutes whose marks one statement stores. */
const MINUTES_TOGETHER = 100

/** The last ones are stored with the other steps that close. */
function storeTogether({ read, store }: MarkHistory, closing: (() => Promise<unknown> | void)[]): () => void {
  let waiting: MarksOfMinute[] = []
  let stored: Promise<void> = Promise.resolve()
  const storeWaiting = (): Promise<void> => {
    const minutes = waiting
    waiting = []
    return (stored = Promise.all([stored, store(minutes)]).then(() => undefined))
  }
  closing.push(storeWaiting)
  return () => {
    if (waiting.push(read()) >= MINUTES_TOGETHER) storeWaiting().catch(() => undefined)
  }
}

/** Thousands of instruments are presented once, until a venue lists others. */
function catalogueOf(marketData: MarketData): Past['instruments'] {
  let presented: ReadonlyMap<VenueCode, readonly InstrumentView[]> | undefined
  marketData.onInstruments(() => (presented = undefined))
  return (venue) => {
    presented ??= Map.groupBy(
      marketData.instruments({}).map((one) => presentInstrument(one)),
      (one) => one.venue,
    )
    return presented.get(venue) ?? []
  }
}

/** An engine decides in the step in which a command is submitted, and answers when the decision is stored. */
function watchDecisions(engine: MarketEngine): { readonly engine: MarketEngine; readonly decided: Past['decided'] } {
  let onSubmitted = (): void => undefined
  const submit = ((...command: Parameters<MarketEngine['submit']>) => {
    const answer = engine.submit(...command)
    onSubmitted()
    return answer
  }) as MarketEngine['submit']
  return {
    engine: { ...engine, submit },
    decided: async (call) => {
      const submitted = Promise.withResolvers<void>()
      onSubmitted = submitted.resolve
      await Promise.race([submitted.promise, call()])
      onSubmitted = () => undefined
    },
  }
}

const callersIn = ({ book }: Pick<Account, 'book'>): Pick<Past, 'keyOf' | 'personOf'> => ({
  keyOf: (desk) => {
    const key = [...book.accounts.keysById.values()].find((one) => one.desk === desk)
    if (key === undefined) throw new Error(`${desk} has no key`)
    return callerOf(key, book.accounts)
  },
  personOf: (email) => {
    const user = book.accounts.usersByEmail.get(email)
    const membership = user && book.accounts.memberships.get(user.id)?.[0]
    if (user === undefined || membership === undefined) throw new Error(`${email} is not a member of a desk`)
    return {
      ...{ kind: 'session', desk: membership.desk, user: user.id, name: `${user.firstName} ${user.lastName}`, via: `past ${user.id}` },
      ...{ role: membership.role, proved: undefined, isRestricted: false, alsoOffered: [] },
    }
  },
})
