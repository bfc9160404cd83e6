/** Why the venue rejected a trade, and whose account lacks what if the venue reports it. Pure. */
import type { Trade } from '@parley/client'

type Rejected = Pick<Trade, 'rejection' | 'role' | 'account' | 'counterpartyDeskName'>

const NO_FUNDS = /^not_enough_funds\b(?:: (taker|maker) lacks (\S+))?/

/** In a sentence, with the venue's own code. Any other reason is the venue's text. */
export function rejectionText({ rejection, role, account, counterpartyDeskName }: Rejected): string {
  if (rejection === undefined) return 'no reason given'
  const found = NO_FUNDS.exec(rejection)
  if (found === null) return rejection
  const [, side, what] = found
  const funds = what === undefined ? 'margin' : what
  return `${ownerOf(side, { role, account, counterpartyDeskName })} does not have enough ${funds} (not_enough_funds)`
}

function ownerOf(side: string | undefined, { role, account, counterpartyDeskName }: Omit<Rejected, 'rejection'>): string {
  if (side === undefined) return 'one of the two accounts'
  if (side.toUpperCase() === role) return account === undefined ? 'your account' : `your account ${account}`
  return counterpartyDeskName === undefined ? 'the other desk’s account' : `the account of ${counterpartyDeskName}`
}
