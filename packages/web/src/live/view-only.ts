import type { UserView } from '@parley/contracts'
import { entityNames, hasRight, product, refuseCustomer, refuseWithoutAgreement, type Tradable, type Right } from '@parley/core'

/** Why this user cannot trade, or undefined. The server refuses the same. */
export const viewOnlyReason = (user: UserView): string | undefined => withoutRight(user, 'Trade')

/** The same for any right. */
export function withoutRight(user: UserView, right: Right): string | undefined {
  if (!hasRight(user.role, right)) return 'View only. Ask your desk administrator.'
  if (user.trading_desk === null) return 'You are not a member of a desk. Ask your desk administrator.'
  return undefined
}

/** As above, or because no current agreement is accepted: open orders can still be cancelled, and nothing else can be sent. */
export const closingReason = (user: UserView): string | undefined =>
  viewOnlyReason(user) ?? (user.has_unaccepted_agreement ? refuseWithoutAgreement(undefined)?.message : undefined)

/** As above, or because no product is offered to the user: positions can still be closed, and nothing new can be sent. */
export const newOrderReason = (user: UserView): string | undefined =>
  closingReason(user) ??
  (user.eligible_products?.length === 0
    ? `No products are available to customers of ${entityNames.US}, which is your contracting entity.`
    : undefined)

/** Why the user cannot bid in a vault auction (rulebook 2.6, 2.18). */
export const bidReason = (user: UserView): string | undefined =>
  withoutRight(user, 'Bid') ??
  (user.has_unaccepted_agreement ? refuseWithoutAgreement(undefined)?.message : undefined) ??
  productReason(user, { audience: 'VAULT_AUCTION' })

/** Why a customer of the US entity cannot trade this (rulebook 2.18). */
export function productReason({ entity, eligible_products: usCleared }: UserView, asked: Tradable): string | undefined {
  return entity === 'US' ? refuseCustomer('us', asked, new Set(usCleared))?.message : undefined
}

/** The sentence that tells a customer of the US entity what they can trade. Undefined for all others. */
export function customerText({ entity, eligible_products: usCleared = [] }: UserView): string | undefined {
  if (entity !== 'US') return undefined
  const names = usCleared.map((code) => product(code)?.longName ?? code)
  const others = `Order books, spreads, perpetuals and vault auctions are offered only by ${entityNames.SINGAPORE}.`
  if (names.length === 0) return `It offers no products yet, so you can see the markets but not trade. ${others}`
  const more = names.length > 3 ? ` and ${names.length - 3} more products` : ''
  return `You can trade ${names.slice(0, 3).join(', ')}${more} in direct RFQs. ${others}`
}

/** Why the user cannot create RFQs: as above, or signed in from a restricted address with no RFQs left. */
export const newRfqReason = (user: UserView): string | undefined =>
  newOrderReason(user) ??
  (user.restricted_ip_rfqs_left === 0
    ? 'No RFQs left: you signed in from a restricted IP address. Sign in from another address to send more.'
    : undefined)
