/** A mark as a venue publishes it: figures from models, doubles on purpose, never money. */
export type Mark = {
  readonly instrumentId: number
  /** In the instrument's quote unit: coin for an inverse option, USD for a future. */
  readonly markPrice: number
  /** Fraction: 0.52 is 52 vol. Options only. */
  readonly markIv?: number
  readonly bidPrice?: number
  readonly askPrice?: number
  readonly bidAmount?: number
  readonly askAmount?: number
  readonly bidIv?: number
  readonly askIv?: number
  /** The forward of the option's expiry, or the future's own price, in USD. */
  readonly underlyingPrice: number
  readonly indexPrice: number
  readonly greeks?: { readonly delta: number; readonly gamma: number; readonly vega: number; readonly theta: number }
  /** The venue's band for a price now, in the quote unit. */
  readonly minPrice?: number
  readonly maxPrice?: number
  /** When the venue published it, ms. */
  readonly at: number
}
