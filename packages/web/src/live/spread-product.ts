/** A product of Delta-1 spreads, with values derived from its instruments. */
import type { SpreadInstrumentView } from '@parley/contracts'

export type SpreadProduct = {
  readonly code: string
  readonly venue: string
  readonly kind: SpreadInstrumentView['kind']
  readonly currency: string
  readonly quoteCurrency: string
  readonly marginType: SpreadInstrumentView['margin_type']
  readonly contractType: SpreadInstrumentView['margin_type']
  readonly contractSize: number
  readonly minOrderSize: number
  readonly minBlockSize: number
  readonly minTickSize: string
  readonly quantityPrecision: number
  readonly pricePrecision: number
  readonly strategies: readonly ['FSpd']
  /** `BTC inverse`. */
  readonly shortName: string
  /** `DBT BTC inverse futures in USD`. */
  readonly longName: string
}
