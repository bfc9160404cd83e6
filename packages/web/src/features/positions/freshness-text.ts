/** The age of the positions of each venue, which is that of its oldest account. Pure. */
import type { AccountReadingView } from '@parley/contracts'

export type VenueFreshness = {
  readonly venue: string
  /** Undefined if an account was never read. */
  readonly ageMs: number | undefined
  readonly isFresh: boolean
  /** The accounts that could not be read the last time, with the message of the venue. */
  readonly why: string | undefined
}

/** Accounts are read every five seconds while the page is watched. This allows two slow readings. */
const FRESH_MS = 12_000

export const freshnessOf = (accounts: readonly AccountReadingView[], now: number): readonly VenueFreshness[] =>
  [...Map.groupBy(accounts, ({ venue }) => venue)].map(([venue, own]) => {
    const reads = own.map(({ read_at }) => read_at)
    const oldest = reads.includes(null) ? undefined : Math.min(...reads.map((at) => at!))
    const ageMs = oldest === undefined ? undefined : Math.max(0, now - oldest)
    const failed = own.filter(({ failure }) => failure !== null)
    return {
      venue,
      ageMs,
      isFresh: ageMs !== undefined && ageMs <= FRESH_MS && failed.length === 0,
      why: failed.length === 0 ? undefined : failed.map(({ account_name, failure }) => `${account_name}: ${failure!.message}`).join('\n'),
    }
  })
