/** The holdings of desks at their venues: read, kept, published. */
import type { VenueCode } from '@parley/core'
import type { VenueAccounts } from '@parley/venues'
import type { Book } from '../accounts/accounts-snapshot.ts'
import type { StreamChannel } from '../calls/channel.ts'
import type { Route } from '../calls/route.ts'
import type { Sql } from '../database/sql.ts'
import type { Log } from '../log/log.ts'
import type { Clock } from '../market-data/clock.ts'
import type { MarketData } from '../market-data/market-data.ts'
import { changesByRfq } from '../rfq/changes.ts'
import type { AccountKeys } from '../settlement/venue-keys.ts'
import type { MarketEngine, PublishedDecision } from '../shards/market-engine.ts'
import { startAccountReader, type AccountReader } from './account-reader.ts'
import { positionsChannel } from './channel.ts'
import { createReadingStore } from './reading-store.ts'
import { positionRoutes } from './routes.ts'

export type PositionsNeeds = {
  readonly sql: Sql
  readonly book: Pick<Book, 'accounts' | 'onChange'>
  readonly venues: ReadonlyMap<VenueCode, Pick<VenueAccounts, 'readHoldings'>>
  readonly accountKeys: AccountKeys
  readonly marketData: MarketData
  readonly engine: Pick<MarketEngine, 'onDecided'>
  readonly clock: Clock
  readonly log: Log
}

export type Positions = { readonly routes: readonly Route[]; readonly channel: StreamChannel; close(): Promise<void> }

export async function createPositions({
  sql,
  book,
  venues,
  accountKeys,
  marketData,
  engine,
  clock,
  log,
}: PositionsNeeds): Promise<Positions> {
  const reader = await startAccountReader({
    ...{ book, venues, clock, log },
    keysOf: ({ desk, id }) => {
      const row = book.accounts.venueAccounts.get(desk)?.find((one) => one.id === id)
      return row && accountKeys(row)
    },
    store: createReadingStore(sql),
  })
  const stop = engine.onDecided((decisions) => {
    for (const decision of decisions) readSettled(decision, reader)
  })
  return {
    routes: positionRoutes(reader, marketData),
    channel: positionsChannel(reader, marketData, clock.now),
    async close() {
      stop()
      await reader.close()
    },
  }
}

/** The positions of both desks have changed. */
function readSettled(decision: PublishedDecision, reader: AccountReader): void {
  for (const { rfq, trades } of changesByRfq(decision))
    for (const { trade } of trades)
      if (trade.state === 'FILLED') for (const desk of [trade.taker, trade.maker]) reader.settledAt(desk, rfq.venue)
}
