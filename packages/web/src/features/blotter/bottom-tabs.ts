/** The tabs of the bottom panel, in their order. */
export const bottomTabs = [
  'positions',
  'rfqs-history',
  'rfqs-drafts',
  'open-orders',
  'trade-tape',
  'order-history',
  'trade-history',
] as const
export type BottomTab = (typeof bottomTabs)[number]
export const firstTab: BottomTab = 'trade-tape'

export const bottomLabel: Readonly<Record<BottomTab, string>> = {
  positions: 'Positions',
  'rfqs-history': 'RFQ History',
  'rfqs-drafts': 'RFQ Drafts',
  'open-orders': 'Open Orders',
  'trade-tape': 'Trade Tape',
  'order-history': 'Order History',
  'trade-history': 'Trade History',
}
