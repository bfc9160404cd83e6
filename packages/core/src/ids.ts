/** One type per id, so that the compiler keeps an RFQ's id out of an order's place. Ids are made outside core and carried in commands. */
declare const brand: unique symbol
type Id<Name extends string> = string & { readonly [brand]: Name }

/** `r_` and 27 base62 characters. */
export type RfqId = Id<'RfqId'>
/** `o_` and 27 base62 characters: a maker's quote and a taker's cross are both orders. */
export type OrderId = Id<'OrderId'>
/** `t_` and 27 base62 characters: one block trade between one taker and one maker. */
export type TradeId = Id<'TradeId'>
/** The desk's ticker, 3 to 6 capitals or digits: `ORRY`. */
export type DeskId = Id<'DeskId'>
/** The signed-in person or the API key in whose name a command is given. */
export type UserId = Id<'UserId'>

/** Milliseconds since 1970-01-01T00:00Z. */
export type Instant = number & { readonly [brand]: 'Instant' }

type Count<Name extends string> = number & { readonly [brand]: Name }

/** A market of the order-book flow: a whole number, because clients of that flow read one. It ends in the number of its shard. */
export type MarketId = Count<'MarketId'>
/** A quote, or a taker's order, in a market of the order-book flow. */
export type QuoteId = Count<'QuoteId'>
/** One block trade of the order-book flow. */
export type MatchId = Count<'MatchId'>
