/** The classes of base.css for the age of a price, and for market data that is blurred while the server is unreachable. */
export const ink = {
  /** A market price: dotted or grey with age, and blurred while the server is unreachable. */
  market: 'price of-market',
  /** The desk's own price, or one derived from a position: dotted or grey with age, and always readable. */
  own: 'price',
} as const
export type Ink = keyof typeof ink

/** Rows and charts without own data. */
export const OF_MARKET = 'of-market'
