/** The health of venue accounts as one part of accounts: the known state, the checks, and how a key is entered. */
import type { AccountVenue } from '@parley/core'
import type { VenueAccounts } from '@parley/venues'
import { jobsHere, type Jobs } from '../../cluster/jobs.ts'
import { createAccountWatch, type AccountWatch, type WatchParts } from './account-watch.ts'
import { createKeyEntry, type KeyEntry } from './enter-key.ts'
import { openHealthBook, type AccountHealthBook } from './health-book.ts'
import { createProver } from './prove-key.ts'

type AskedVenue = Pick<VenueAccounts, 'checkAccount'> & { readonly code: AccountVenue }
export type AskedVenues = {
  /** The venues that can be asked about a key. */
  readonly venues?: readonly AskedVenue[]
  /** The addresses from which venues are called. */
  readonly ourAddresses?: readonly string[] | undefined
}
export type VenueHealth = {
  readonly health: AccountHealthBook
  readonly watch: AccountWatch
  readonly keyEntry: KeyEntry
  readonly ourAddresses: readonly string[]
  close(): Promise<void>
}

export async function openVenueHealth(
  { venues = [], ourAddresses = [] }: AskedVenues,
  { jobs = jobsHere, ...parts }: Omit<WatchParts, 'health' | 'prove' | 'canAsk'> & { readonly jobs?: Jobs | undefined },
): Promise<VenueHealth> {
  const health = await openHealthBook(parts.sql, parts.log)
  const prove = createProver({ venues: new Map(venues.map((venue) => [venue.code, venue])), ourAddresses, now: parts.now })
  const canAsk = (code: AccountVenue): boolean => venues.some((venue) => venue.code === code)
  const watch = createAccountWatch({ ...parts, health, prove, canAsk })
  const sweeping = await jobs.run('account_checks', watch.sweepRegularly)
  return {
    ...{ health, watch, ourAddresses, keyEntry: createKeyEntry(health, prove) },
    async close() {
      await sweeping.close()
      await watch.close()
      await health.close()
    },
  }
}
