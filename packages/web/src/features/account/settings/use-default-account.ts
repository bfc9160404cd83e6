/** The account that a trade uses unless it names another one, for the ticket and the builder. */
import { defaultAccountFor, defaultAccountForAll, type ProductCode, type VenueCode } from '@parley/core'
import { useCallback, useMemo } from 'react'
import { useFlag } from '../../../live/feature-flags.ts'
import { type Preferences, usePreferences } from '../../../live/preferences.ts'
import { useVenueAccounts, type VenueAccount } from '../../../live/venue-accounts.ts'
import { NO_DEFAULT_WARNING } from './default-account-rows.ts'

export type DefaultAccounts = {
  readonly accounts: readonly VenueAccount[]
  /** The default account of all products of a trade, including hedges. */
  readonly accountOf: (codes: readonly ProductCode[]) => VenueAccount | undefined
  /** The reason why they have none. Undefined if they have one. */
  readonly whyNone: (codes: readonly ProductCode[]) => string | undefined
  /** The reason why nothing can be placed with the account of that name, as a sentence. */
  readonly settlingRefusal: (name: string | undefined) => string | undefined
}

/** A block settles in one account. */
const DIFFERENT_DEFAULTS = 'The legs have different default accounts. Choose the settlement account.'

const unchosen: Preferences = {}
const none: readonly VenueAccount[] = []

/** Without the default-account feature this is the default of the venue, or its only account. */
export function useDefaultAccounts(venue: VenueCode): DefaultAccounts {
  const loaded = useVenueAccounts(({ accounts }) => accounts)
  const chosen = usePreferences()
  const preferences = useFlag('feature_default_accounts') ? chosen : unchosen
  return useMemo(() => {
    const accounts = loaded.state === 'LOADED' ? loaded.data.filter((account) => account.venue === venue) : none
    const accountOf = (codes: readonly ProductCode[]) => defaultAccountForAll(preferences, accounts, venue, codes)
    const hasNone = (code: ProductCode) => defaultAccountFor(preferences, accounts, venue, code) === undefined
    const whyNone = (codes: readonly ProductCode[]) => {
      if (loaded.state === 'LOADING') return 'Your accounts are loading.'
      if (loaded.state === 'FAILED') return `Could not load your accounts. ${loaded.words}`
      if (accounts.length === 0) return 'Your desk has no account at this venue.'
      if (accountOf(codes) !== undefined) return undefined
      return codes.length > 0 && !codes.some(hasNone) ? DIFFERENT_DEFAULTS : NO_DEFAULT_WARNING
    }
    const settlingRefusal = (name: string | undefined) => accounts.find((account) => account.name === name)?.cannotSettle ?? undefined
    return { accounts, accountOf, whyNone, settlingRefusal }
  }, [loaded, preferences, venue])
}

/** The same for RFQs at several venues at once: the name of the account, if there is one. */
export function useAccountNames(): (venue: VenueCode, codes: readonly ProductCode[]) => string | undefined {
  const loaded = useVenueAccounts(({ accounts }) => accounts)
  const chosen = usePreferences()
  const preferences = useFlag('feature_default_accounts') ? chosen : unchosen
  return useCallback(
    (venue, codes) => defaultAccountForAll(preferences, loaded.state === 'LOADED' ? loaded.data : none, venue, codes)?.name,
    [loaded, preferences],
  )
}
