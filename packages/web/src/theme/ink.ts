/** The classes of base.css by which a price carries its age, and by which what others quote stands behind glass while the server is out of reach. */
export const ink = {
  /** A price of the market: dotted, grey, and not to be read as if it stood. */
  market: 'price of-market',
  /** One's own, or worked out from what one holds: dotted and grey, and always to be read. */
  own: 'price',
} as const
export type Ink = keyof typeof ink

/** Rows and pictures in which nothing is one's own. */
export const OF_MARKET = 'of-market'
