/** A listed contract. */
export type Currency = 'BTC' | 'ETH'
export const CURRENCIES: readonly Currency[] = ['BTC', 'ETH']
export type InverseCoin = Currency | 'EOS' | 'XRP'
export type SettleCoin = 'USDC' | 'USDT'
export type Category = 'option' | 'linear' | 'inverse'

/** An `instruments-info` row. Its keys are the venue's field names. */
type InstrumentRow = {
  readonly symbol: string
  readonly symbolId: number
  readonly status: 'Trading'
  readonly baseCoin: InverseCoin
  readonly quoteCoin: string
  readonly settleCoin: SettleCoin | InverseCoin
  readonly optionsType?: 'Call' | 'Put'
  readonly contractType?: 'LinearPerpetual' | 'LinearFutures' | 'InversePerpetual' | 'InverseFutures'
  readonly launchTime: string
  /** `0` for a perpetual. */
  readonly deliveryTime: string
  readonly deliveryFeeRate: string
  readonly priceFilter: { readonly minPrice: string; readonly maxPrice: string; readonly tickSize: string }
  readonly lotSizeFilter: { readonly minOrderQty: string; readonly maxOrderQty: string; readonly qtyStep: string }
  /** The price limits as a fraction of the mark. Options have none. */
  readonly riskParameters?: { readonly priceLimitRatioX: string; readonly priceLimitRatioY: string }
  readonly displayName: string
}

/** A listed row and the terms that determine its price. */
export type Contract = {
  readonly category: Category
  readonly row: InstrumentRow
  readonly coin: InverseCoin
  readonly expiresAt?: number
  readonly strike?: number
  readonly kind?: 'CALL' | 'PUT'
}
