/** Reconciliation as one part of the server: the daily comparison with the venues' records, and the fees of trades. */
import type { VenueCode } from '@parley/core'
import type { Venue } from '@parley/venues'
import type { Book } from '../accounts/accounts-snapshot.ts'
import { jobsHere, type Jobs } from '../cluster/jobs.ts'
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
import { startReconciliation } from './worker.ts'
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
  /** Reconciliation is one of them; here by default. */
  readonly jobs?: Jobs | undefined
}

export async function createReconciliation(needs: ReconciliationNeeds) {
  const { sql, book, vault, post, venues, engine, now, log, meter, jobs = jobsHere } = needs
  const store = createReconciliationStore(sql)
  const fees = createFeeStore(sql)
  const feeChannel = await openFeeChannel(sql, fees, log)
  const venueKeys = createVenueKeys(book, vault)
  const feeReader = createFeeReader({ fees, venues, venueKeys, now, log })
  const emails = { sql, book, post, store, now }
  const comparing = await jobs.run('reconciliation', () =>
    startReconciliation({
      ...{ sql, book, venues, accountKeys: createAccountKeys(vault), store, fees, feeReader, now, log, meter },
      writeEmails: () => writeEmails(emails),
    }),
  )
  // A worker elsewhere finds a comparison that is asked for in its list.
  const look = () => comparing.current()?.look() ?? Promise.resolve()
  const unsubscribe = engine.onDecided((decisions) => {
    if (decisions.some(({ events }) => events.some(({ kind }) => kind === 'TradeSettled'))) comparing.current()?.onSettled()
  })
  const service = createReconciliationService({ sql, book, venues, store, look: () => void look() })
  return {
    channel: feeChannel.channel,
    routes: reconciliationRoutes(service),
    look,
    async close() {
      unsubscribe()
      await comparing.close()
      await feeChannel.close()
    },
  }
}
