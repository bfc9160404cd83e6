import { type DeskRole, deskRoles, displayRole } from '@parley/core'
import type { OptionLine } from './Options.tsx'

export const roleOptions: readonly OptionLine<DeskRole>[] = deskRoles.map((role) => ({
  value: role,
  name: displayRole(role),
  meaning: roleMeaning(role),
}))

/** The rights of each role of a desk, in one line for the person choosing. */
function roleMeaning(role: DeskRole): string {
  switch (role) {
    case 'administrator':
      return 'Trades, and manages members, keys, accounts and counterparties.'
    case 'trader':
      return 'Sends RFQs, quotes and trades. Cannot change the desk.'
    case 'viewer':
      return 'Sees everything the desk sees. Cannot trade.'
    case 'prime_viewer':
      return 'Same as a view-only user, with the prime badge.'
    case 'dov_user':
      return 'Bids in vault auctions. Sees everything else but cannot trade it.'
  }
}
