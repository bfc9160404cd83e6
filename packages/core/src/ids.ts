/** One type per id, so that the compiler does not accept an RFQ id in place of an order id. Ids are created outside core and passed in commands. */
declare const brand: unique symbol
type Id<Name extends string> = string & { readonly [brand]: Name }

/** `r_` and 27 base62 characters. */
export type RfqId = Id<'RfqId'>
/** `o_` and 27 base62 characters. A maker's quote and a taker's cross are both orders. */
export type OrderId = Id<'OrderId'>
/** `t_` and 27 base62 characters: one block trade between one taker and one maker. */
export type TradeId = Id<'TradeId'>
/** The desk's ticker, 3 to 6 capitals or digits: `ORRY`. */
export type DeskId = Id<'DeskId'>
/** The user or API key that gives a command. */
export type UserId = Id<'UserId'>

/** Milliseconds since 1970-01-01T00:00Z. */
export type Instant = number & { readonly [brand]: 'Instant' }
