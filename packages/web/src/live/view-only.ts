import type { UserView } from '@parley/contracts'
import { entityNames, hasRight, refuseAuctions, refuseProducts, refuseWithoutAgreement, type Right } from '@parley/core'

/** Why this person cannot trade, undefined when they can; the server refuses the same. */
export const viewOnlyReason = (user: UserView): string | undefined => withoutRight(user, 'Trade')

/** The same of any right. */
export function withoutRight(user: UserView, right: Right): string | undefined {
  if (!hasRight(user.role, right)) return 'View only. Ask your desk administrator.'
  if (user.trading_desk === null) return 'You belong to no desk yet. Ask your desk administrator.'
  return undefined
}

/** As above, or because no agreement in force is accepted: nothing new can be sent, and what stands can still be taken back. */
export const newOrderReason = (user: UserView): string | undefined =>
  viewOnlyReason(user) ??
  (user.has_unaccepted_agreement ? refuseWithoutAgreement(undefined)?.message : undefined) ??
  (user.eligible_products?.length === 0 ? `No product here is offered by ${entityNames.US}, whose customer you are.` : undefined)

/** Why they bid in no auction of a vault (rulebook 2.6, 2.18). */
export const bidReason = (user: UserView): string | undefined =>
  withoutRight(user, 'Bid') ??
  (user.has_unaccepted_agreement ? refuseWithoutAgreement(undefined)?.message : undefined) ??
  (user.entity === 'US' ? refuseAuctions('us')?.message : undefined)

/** A structure's products and the kind of RFQ in which it would trade. */
export type Trading = Parameters<typeof refuseProducts>[1]

/** Why these products cannot be traded by a customer of the US entity (rulebook 2.18). */
export function productReason({ entity, eligible_products: usCleared }: UserView, asked: Trading): string | undefined {
  return entity === 'US' ? refuseProducts('us', asked, new Set(usCleared))?.message : undefined
}

/** Why they cannot ask for quotes: as above, or signed in from a restricted address with no RFQ left. */
export const newRfqReason = (user: UserView): string | undefined =>
  newOrderReason(user) ?? (user.restricted_ip_rfqs_left === 0 ? 'Restricted IP detected: no RFQs are left.' : undefined)
