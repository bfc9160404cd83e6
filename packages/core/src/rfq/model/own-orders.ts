/** An order of a listed spread that would meet one of its own desk (rulebook 17.5). */

export const ownOrderPolicies = ['REFUSE', 'CANCEL_RESTING', 'CANCEL_ARRIVING'] as const

/**
 * REFUSE: the arriving order is refused, and nothing of it trades. CANCEL_RESTING: whatever of its own it would meet is cancelled first.
 * CANCEL_ARRIVING: it trades with what stands before its own, and the rest of it is cancelled.
 */
export type OwnOrders = (typeof ownOrderPolicies)[number]

/** With which every desk begins. */
export const USUAL_OWN_ORDERS: OwnOrders = 'REFUSE'

/** The order's own word, or else what its desk has chosen. */
export const ownOrdersOf = (said: OwnOrders | undefined, ofDesk: OwnOrders | undefined): OwnOrders => said ?? ofDesk ?? USUAL_OWN_ORDERS
