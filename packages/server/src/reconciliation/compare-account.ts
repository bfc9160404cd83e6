/** Compares one account for one day: reads both records, compares them, and stores the result. */
import { CLOCKS_APART_MS, compareBlocks, countOf, joinBlocks, ofPeriod, type VenueCode } from '@parley/core'
import type { VenueAccounts } from '@parley/venues'
import type { Book } from '../accounts/accounts-snapshot.ts'
import type { TradingAccountRow } from '../accounts/rows.ts'
import type { Sql } from '../database/sql.ts'
import type { AccountKeys } from '../settlement/venue-keys.ts'
import { accountOf } from './compared-accounts.ts'
import { spanOf } from './days.ts'
import type { FeeStore, TradeFee } from './fee-store.ts'
import { ownBlocks } from './own-blocks.ts'
import type { FoundBlock, ReconciliationStore, Run } from './store.ts'

export type ComparingParts = {
  readonly sql: Sql
  readonly book: Pick<Book, 'accounts'>
  readonly venues: ReadonlyMap<VenueCode, Pick<VenueAccounts, 'readBlocks'>>
  readonly accountKeys: AccountKeys
  readonly store: ReconciliationStore
  readonly fees: Pick<FeeStore, 'keep'>
  readonly now: () => number
}

/** Returns the reason if it failed, otherwise undefined. */
export async function compareAccount(run: Run, parts: ComparingParts): Promise<string | undefined> {
  const account = accountOf(parts.book, run.desk, run.accountId)
  const venue = account && parts.venues.get(account.venue)
  if (account === undefined || venue === undefined) return 'This server is not connected to the venue of the account.'
  const { from, to: end } = spanOf(run.day)
  const readAt = parts.now()
  const to = Math.min(end, readAt)
  const settled = await ownBlocks(parts.sql, account, { from, to })
  // A block that settled here after midnight may have been executed before it.
  const readFrom = Math.min(from, ...settled.map(({ agreedAt }) => agreedAt)) - CLOCKS_APART_MS
  const record = await venue.readBlocks(parts.accountKeys(account), readFrom, to + CLOCKS_APART_MS)
  if (record.outcome !== 'DONE') return record.message
  const ids = record.value.map(({ venueTradeId }) => venueTradeId)
  const ours = await ownBlocks(parts.sql, account, { from, to, ids })
  const all = compareBlocks(
    ours,
    joinBlocks(
      ours.map(({ venueTradeId }) => venueTradeId),
      record.value,
    ),
  )
  const compared = ofPeriod(all, { from, to: end }, readAt)
  const found = compared.filter((one): one is FoundBlock => one.outcome !== 'MATCHED')
  await parts.store.compared(run, countOf(compared), found, parts.now())
  await parts.fees.keep(feesIn(all, account), parts.now())
  return undefined
}

const feesIn = (compared: ReturnType<typeof compareBlocks>, { desk }: TradingAccountRow): readonly TradeFee[] =>
  compared.flatMap((one) =>
    one.outcome === 'MATCHED' || one.outcome === 'DIFFERS' ? [{ tradeId: one.ours.tradeId, desk, legs: one.theirs.legs }] : [],
  )
