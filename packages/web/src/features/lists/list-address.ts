/** The address of a list, of all lists, or of the builder. The address alone decides what is shown. */
export const NEW_LIST = 'new'
export const ALL_LISTS = 'all'
export const listAddress = (of: string): string => `/rfqs?list=${encodeURIComponent(of)}`
/** A line is an RFQ with a ticket of its own. */
export const lineAddress = (rfqId: string): string => `/rfqs?rfq=${encodeURIComponent(rfqId)}`
