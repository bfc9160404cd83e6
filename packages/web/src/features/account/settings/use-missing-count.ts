import { venueCodes } from '@parley/core'
import { useMemo } from 'react'
import { usePreferences } from '../../../live/preferences.ts'
import { useVenueAccounts } from '../../../live/venue-accounts.ts'
import { missingAt } from './default-account-rows.ts'

/** How many default accounts are missing at all venues; undefined until the accounts have arrived. */
export function useMissingCount(): number | undefined {
  const accounts = useVenueAccounts((state) => state.accounts)
  const preferences = usePreferences()
  return useMemo(
    () =>
      accounts.state === 'LOADED' ? venueCodes.reduce((sum, venue) => sum + missingAt(preferences, accounts.data, venue), 0) : undefined,
    [accounts, preferences],
  )
}
