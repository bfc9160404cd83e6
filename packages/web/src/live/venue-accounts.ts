/** The desk's accounts at the venues, with the person's own default at each, and which of them a trade uses unless another is said. */
import { deskCalls } from '@parley/contracts'
import { accountVenues, migrateDefaultAccounts, type TradingAccount, type VenueCode } from '@parley/core'
import { create } from 'zustand'
import { client } from './api.ts'
import { isFlagOn } from './flags.ts'
import { type Loadable, wordsOf } from './loadable.ts'
import { changePreferences } from './preferences.ts'

export type VenueAccount = TradingAccount & { readonly name: string }

const credentialsOf = {
  DBT: deskCalls.listDeribitCredentials,
  BYB: deskCalls.listBybitCredentials,
  BIT: deskCalls.listBitcomCredentials,
} as const
const stateField = {
  DBT: 'default_deribit_api_credential_id',
  BYB: 'default_bybit_api_credential_id',
  BIT: 'default_bitcom_api_credential_id',
} as const satisfies Record<VenueCode, string>

export const useVenueAccounts = create<{ readonly accounts: Loadable<readonly VenueAccount[]> }>(() => ({
  accounts: { state: 'LOADING' },
}))
const become = (accounts: Loadable<readonly VenueAccount[]>): void => useVenueAccounts.setState({ accounts })

/** For the time a person is signed in; the first time ever, what they had becomes what they have chosen. */
export function followVenueAccounts(): () => void {
  let isLeft = false
  const load = async () => {
    become({ state: 'LOADING' })
    try {
      const lists = await Promise.all(accountVenues.map(accountsAt))
      if (isLeft) return
      become({ state: 'LOADED', data: lists.flat() })
      migrate(lists.flat())
    } catch (error) {
      if (!isLeft) become({ state: 'FAILED', words: wordsOf(error), retry: () => void load() })
    }
  }
  void load()
  return () => {
    isLeft = true
    become({ state: 'LOADING' })
  }
}

async function accountsAt(venue: VenueCode): Promise<readonly VenueAccount[]> {
  const { results } = await client.call(credentialsOf[venue], {})
  return results.map(({ id, name, is_default }) => ({ id, name, venue, isDefault: is_default }))
}

function migrate(accounts: readonly VenueAccount[]): void {
  if (!isFlagOn('feature_default_accounts')) return
  changePreferences((before) => migrateDefaultAccounts(before, accounts) ?? before)
}

/** The person's default at a venue, as the server knows it for trades that name no account; null is none. */
export async function chooseVenueDefault(venue: VenueCode, id: string | null): Promise<void> {
  await client.call(deskCalls.updateTradingState, { body: { [stateField[venue]]: id } })
  useVenueAccounts.setState(({ accounts }) =>
    accounts.state === 'LOADED'
      ? {
          accounts: {
            state: 'LOADED',
            data: accounts.data.map((one) => (one.venue === venue ? { ...one, isDefault: one.id === id } : one)),
          },
        }
      : { accounts },
  )
}
