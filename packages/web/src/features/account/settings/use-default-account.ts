/** The account that a trade uses unless it names another, as the ticket and the builder ask for it. */
import { defaultAccountFor, type ProductCode, type VenueCode } from '@parley/core'
import { useCallback, useMemo } from 'react'
import { useFlag } from '../../../live/flags.ts'
import { type Preferences, usePreferences } from '../../../live/preferences.ts'
import { useVenueAccounts, type VenueAccount } from '../../../live/venue-accounts.ts'
import { NO_DEFAULT_WARNING } from './default-account-rows.ts'

export type DefaultAccounts = {
  readonly accounts: readonly VenueAccount[]
  readonly accountOf: (product: ProductCode | undefined) => VenueAccount | undefined
  /** Why a product has none; undefined where it has one. */
  readonly whyNone: (product: ProductCode | undefined) => string | undefined
}

const unchosen: Preferences = {}
const none: readonly VenueAccount[] = []

/** Without the feature of default accounts it is the venue's default, or the only account there is. */
export function useDefaultAccounts(venue: VenueCode): DefaultAccounts {
  const loaded = useVenueAccounts(({ accounts }) => accounts)
  const chosen = usePreferences()
  const preferences = useFlag('feature_default_accounts') ? chosen : unchosen
  return useMemo(() => {
    const accounts = loaded.state === 'LOADED' ? loaded.data.filter((account) => account.venue === venue) : none
    const accountOf = (product: ProductCode | undefined) => defaultAccountFor(preferences, accounts, venue, product)
    const whyNone = (product: ProductCode | undefined) => {
      if (loaded.state === 'LOADING') return 'Your accounts are on their way.'
      if (loaded.state === 'FAILED') return `Could not load your accounts. ${loaded.words}`
      if (accounts.length === 0) return 'Your desk has no account at this venue.'
      return accountOf(product) === undefined ? NO_DEFAULT_WARNING : undefined
    }
    return { accounts, accountOf, whyNone }
  }, [loaded, preferences, venue])
}

/** The same for requests of several venues at once: the name of the account, where there is one. */
export function useAccountNames(): (venue: VenueCode, product: ProductCode | undefined) => string | undefined {
  const loaded = useVenueAccounts(({ accounts }) => accounts)
  const chosen = usePreferences()
  const preferences = useFlag('feature_default_accounts') ? chosen : unchosen
  return useCallback(
    (venue, product) => defaultAccountFor(preferences, loaded.state === 'LOADED' ? loaded.data : none, venue, product)?.name,
    [loaded, preferences],
  )
}
