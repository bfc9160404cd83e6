/** How old the readings of each venue are: that of its oldest account. Pure. */
import type { AccountReadingView } from '@parley/contracts'

export type VenueFreshness = {
  readonly venue: string
  /** Undefined where an account was never read. */
  readonly ageMs: number | undefined
  readonly isFresh: boolean
  /** The accounts that were not read the last time, with the venue's words. */
  readonly why: string | undefined
}

/** Accounts are read every five seconds while somebody looks; two readings may be slow. */
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
