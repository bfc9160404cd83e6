/** The rights of each role on a desk (rulebook 2.6). This is the only copy of the table. */
export type DeskRole = 'administrator' | 'trader' | 'viewer' | 'prime_viewer' | 'dov_user'

/** `See` everything of the desk; `Trade` RFQs; `Bid` in vault auctions; `Administer` members, keys, accounts and counterparties. */
export type Right = 'See' | 'Trade' | 'Bid' | 'Administer'

const rights: Readonly<Record<DeskRole, Readonly<Record<Right, boolean>>>> = {
  administrator: { See: true, Trade: true, Bid: true, Administer: true },
  trader: { See: true, Trade: true, Bid: true, Administer: false },
  viewer: { See: true, Trade: false, Bid: false, Administer: false },
  prime_viewer: { See: true, Trade: false, Bid: false, Administer: false },
  dov_user: { See: true, Trade: false, Bid: true, Administer: false },
}

export const deskRoles = Object.keys(rights) as readonly DeskRole[]

export const hasRight = (role: DeskRole, right: Right): boolean => rights[role][right]

/** The name of a role on screens and in emails. */
export function displayRole(role: DeskRole): string {
  switch (role) {
    case 'administrator':
      return 'Administrator'
    case 'trader':
      return 'Authorized user'
    case 'viewer':
      return 'View-only user'
    case 'prime_viewer':
      return 'Prime viewer'
    case 'dov_user':
      return 'DOV user'
  }
}
