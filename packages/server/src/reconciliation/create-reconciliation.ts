/** Reconciliation as one part of the server: the daily comparison with the venues' records, and the fees of trades. */
import type { VenueCode } from '@parley/core'
import type { Venue } from '@parley/venues'
import type { Book } from '../accounts/accounts-snapshot.ts'
import type { Sql } from '../database/sql.ts'
import type { Log } from '../log/log.ts'
import type { Meter } from '../metrics/meter.ts'
import type { Post } from '../mail/mail-queue.ts'
import { createAccountKeys, createVenueKeys } from '../settlement/venue-keys.ts'
import type { MarketEngine } from '../shards/market-engine.ts'
import type { Vault } from '../vault/vault.ts'
import { openFeeChannel } from './fee-channel.ts'
import { createFeeReader } from './fee-reader.ts'
import { createFeeStore } from './fee-store.ts'
import { reconciliationRoutes } from './routes.ts'
import { createReconciliationService } from './service.ts'
import { createReconciliationStore } from './store.ts'
import { startReconciliation, type ReconciliationWorker } from './worker.ts'
import { writeEmails } from './write-emails.ts'

export type ReconciliationNeeds = {
  readonly sql: Sql
  readonly book: Book
  readonly vault: Vault
  readonly post: Post
  readonly venues: ReadonlyMap<VenueCode, Venue>
  readonly engine: Pick<MarketEngine, 'onDecided'>
  readonly now: () => number
  readonly log: Log
  readonly meter?: Meter | undefined
  /** Comparisons are made here, unless another process makes them. */
  readonly jobs?: 'HERE' | 'ELSEWHERE'
}

export async function createReconciliation({ sql, book, vault, post, venues, engine, now, log, meter, jobs }: ReconciliationNeeds) {
  const store = createReconciliationStore(sql)
  const fees = createFeeStore(sql)
  const feeChannel = await openFeeChannel(sql, fees, log)
  const venueKeys = createVenueKeys(book, vault)
  const feeReader = createFeeReader({ fees, venues, venueKeys, now, log })
  const emails = { sql, book, post, store, now }
  const worker =
    jobs === 'ELSEWHERE'
      ? noReconciliation
      : startReconciliation({
          ...{ sql, book, venues, accountKeys: createAccountKeys(vault), store, fees, feeReader, now, log, meter },
          writeEmails: () => writeEmails(emails),
        })
  const unsubscribe = engine.onDecided((decisions) => {
    if (decisions.some(({ events }) => events.some(({ kind }) => kind === 'TradeSettled'))) worker.onSettled()
  })
  const service = createReconciliationService({ sql, book, venues, store, look: () => void worker.look() })
  return {
    channel: feeChannel.channel,
    routes: reconciliationRoutes(service),
    look: worker.look,
    async close() {
      unsubscribe()
      await worker.close()
      await feeChannel.close()
    },
  }
}

/** The worker finds a comparison that is asked for in its list. */
const noReconciliation: ReconciliationWorker = {
  look: () => Promise.resolve(),
  onSettled: () => undefined,
  close: () => Promise.resolve(),
}
