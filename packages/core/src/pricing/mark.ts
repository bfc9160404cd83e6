/** A mark as published by a venue. Its figures come from models and are doubles on purpose, never money. */
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
  /** The venue's current price band, in the quote unit. */
  readonly minPrice?: number
  readonly maxPrice?: number
  /** Set for a perpetual. */
  readonly funding?: Funding
  /** When the venue published it, ms. */
  readonly at: number
}

/** The payment that keeps a perpetual close to its index. If it is positive, longs pay. */
export type Funding = {
  /** As a fraction of the position's value, for one interval. */
  readonly rate: number
  readonly everyMs: number
  /** The time of the next payment, ms; absent if the venue pays continuously. */
  readonly nextAt?: number
}
