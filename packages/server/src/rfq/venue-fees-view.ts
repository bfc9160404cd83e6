/** A venue's fee as the desk that paid it reads it. The member is absent until the fee is known. */
import { chargedFees, formatPrice, type ChargedLeg } from '@parley/core'
import type { VenueFeeView } from '@parley/contracts'

export const venueFeesOf = (charged: readonly ChargedLeg[]): VenueFeeView[] =>
  chargedFees(charged).map(({ currency, amount }) => ({ currency, amount: formatPrice(amount) }))

export const viewOfVenueFees = (charged: readonly ChargedLeg[] | null | undefined): { readonly venue_fees?: VenueFeeView[] } =>
  charged === undefined || charged === null ? {} : { venue_fees: venueFeesOf(charged) }
