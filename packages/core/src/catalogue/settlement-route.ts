/** How an agreed trade settles at its venue: as a block of two parties, through the venue's own RFQ, or booked by both desks (rulebook 16.1). */
export type SettlementRoute = 'BLOCK' | 'VENUE_RFQ' | 'BOOKED_BY_BOTH'
