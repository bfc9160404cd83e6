/**
 * DIRECT: a taker asks chosen makers (rulebook 4 to 8). ORDER_BOOK: one structure that every desk can quote anonymously (rulebook 10). LISTED: a
 * spread of two futures that the platform lists, in a book of whole prices (rulebook 17).
 */
export type RfqKind = 'DIRECT' | 'ORDER_BOOK' | 'LISTED'
