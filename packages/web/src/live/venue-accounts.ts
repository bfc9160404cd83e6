/** The desk's accounts at the venues, the user's default at each, and the account that a trade uses by default. */
import { credentialCalls } from '@parley/contracts'
import { migrateDefaultAccounts, venueCodes, type TradingAccount, type VenueCode } from '@parley/core'
import { create } from 'zustand'
import { client } from './api.ts'
import { createFirstReading } from './first-reading.ts'
import { isFlagOn } from './feature-flags.ts'
import type { Loadable } from './loadable.ts'
import { changePreferences } from './preferences.ts'
import { checkSession } from './session.ts'

export type VenueAccount = TradingAccount & {
  readonly name: string
  /** Why it cannot be used at the moment, as last read. */
  readonly cannotSettle?: string | null
  /** Why the venue's own makers cannot be asked from it. */
  readonly cannotAskMakers?: string | null
}

const credentialsOf = {
  DBT: credentialCalls.listDeribitCredentials,
  BYB: credentialCalls.listBybitCredentials,
  BIT: credentialCalls.listBitcomCredentials,
  PRDX: credentialCalls.listParadexCredentials,
} as const
/** The published call has no default for Paradex: that choice is stored only with the user's preferences. */
const stateField = {
  DBT: 'default_deribit_api_credential_id',
  BYB: 'default_bybit_api_credential_id',
  BIT: 'default_bitcom_api_credential_id',
  PRDX: undefined,
} as const satisfies Record<VenueCode, string | undefined>

export const useVenueAccounts = create<{ readonly accounts: Loadable<readonly VenueAccount[]> }>(() => ({
  accounts: { state: 'LOADING' },
}))
/** A key may start to fail, or be fixed, at any time. The server refuses with the same message. */
const AGAIN_MS = 60_000

const setAccounts = (accounts: Loadable<readonly VenueAccount[]>): void => useVenueAccounts.setState({ accounts })

/** While a user is signed in. On the first run the existing defaults become the user's choice. Lists that could not be loaded are retried. */
export function followVenueAccounts(): () => void {
  let isLeft = false
  /** The list stays on the screen while it is reloaded. */
  const readAgain = async () => {
    const { accounts } = useVenueAccounts.getState()
    if (document.visibilityState !== 'visible' || accounts.state !== 'LOADED') return
    const data = await readAccounts().catch(() => undefined)
    if (isLeft || data === undefined) return
    setAccounts({ state: 'LOADED', data })
    // The visible venues depend on the venues of the desk's accounts.
    if (venuesOf(data) !== venuesOf(accounts.data)) checkSession()
  }
  const again = setInterval(() => void readAgain(), AGAIN_MS)
  const onVisible = (): void => void readAgain()
  // Accounts are connected on the dashboard, in another window. They appear when the user returns.
  document.addEventListener('visibilitychange', onVisible)
  const stop = createFirstReading(readAccounts, ({ data, failed }) => {
    if (failed !== undefined) setAccounts({ state: 'FAILED', ...failed })
    else if (data === undefined) setAccounts({ state: 'LOADING' })
    else {
      setAccounts({ state: 'LOADED', data })
      migrate(data)
    }
  })
  return () => {
    isLeft = true
    clearInterval(again)
    document.removeEventListener('visibilitychange', onVisible)
    stop()
  }
}

const venuesOf = (accounts: readonly VenueAccount[]): string => [...new Set(accounts.map(({ venue }) => venue))].sort().join()

const readAccounts = async (): Promise<readonly VenueAccount[]> => (await Promise.all(venueCodes.map(accountsAt))).flat()

async function accountsAt(venue: VenueCode): Promise<readonly VenueAccount[]> {
  const { results } = await client.call(credentialsOf[venue], {})
  return results.map(({ id, name, is_default, cannot_settle, cannot_ask_makers }) => ({
    ...{ id, name, venue, isDefault: is_default, cannotSettle: cannot_settle, cannotAskMakers: cannot_ask_makers },
  }))
}

function migrate(accounts: readonly VenueAccount[]): void {
  if (!isFlagOn('feature_default_accounts')) return
  changePreferences((before) => migrateDefaultAccounts(before, accounts) ?? before)
}

/** The user's default at a venue, which the server uses for trades without an account. Null means none. */
export async function chooseVenueDefault(venue: VenueCode, id: string | null): Promise<void> {
  const field = stateField[venue]
  if (field !== undefined) await client.call(credentialCalls.updateTradingState, { body: { [field]: id } })
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
