/** Self-trade prevention: what happens if an order of a listed spread would match one of its own desk (rulebook 17.5). */

export const ownOrderPolicies = ['REFUSE', 'CANCEL_RESTING', 'CANCEL_ARRIVING'] as const

/**
 * REFUSE: the arriving order is refused, and no part of it trades. CANCEL_RESTING: the desk's own orders that it would match are cancelled first.
 * CANCEL_ARRIVING: it trades with the orders ahead of its own, and its remainder is cancelled.
 */
export type OwnOrders = (typeof ownOrderPolicies)[number]

/** The initial setting of every desk. */
export const USUAL_OWN_ORDERS: OwnOrders = 'REFUSE'

/** The order's own setting, or else the setting of its desk. */
export const ownOrdersOf = (said: OwnOrders | undefined, ofDesk: OwnOrders | undefined): OwnOrders => said ?? ofDesk ?? USUAL_OWN_ORDERS
