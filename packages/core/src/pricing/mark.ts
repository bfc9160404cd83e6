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
  /** Of a perpetual. */
  readonly funding?: Funding
  /** When the venue published it, ms. */
  readonly at: number
}

/** The sum by which a perpetual is held at its index: above zero, whoever is long pays. */
export type Funding = {
  /** Of the position's value, for one interval. */
  readonly rate: number
  readonly everyMs: number
  /** When it is paid next, ms; absent where the venue pays all the time. */
  readonly nextAt?: number
}
