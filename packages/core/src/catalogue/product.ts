import type { Price, Quantity } from '../decimal.ts'
import type { VenueCode } from './venue.ts'

/** The group's two entities, each with an agreement of its own. */
export type Entity = 'US' | 'SINGAPORE'

/** Two capitals: `DO` is Deribit's BTC options. */
export type ProductCode = string

export type BaseCurrency = string

/** An instrument family. */
export type Product = {
  readonly code: ProductCode
  readonly venue: VenueCode
  /** The entities of the group that offer it; an operator may add the US entity (rulebook 2.18). */
  readonly entities: readonly Entity[]
  readonly kind: 'OPTION' | 'FUTURE'
  readonly currency: BaseCurrency
  readonly contractType: 'EUROPEAN' | 'INVERSE' | 'LINEAR'
  readonly marginType: 'INVERSE' | 'LINEAR'
  readonly shortName: string
  readonly longName: string
  /** In contractCurrency; `CF` is 10 USD. */
  readonly contractSize: Quantity
  readonly contractCurrency: string
  readonly quoteCurrency: string
  readonly clearingCurrency: string
  readonly minBlockSize: Quantity
  readonly minContractIncrement: Quantity
  /** The grid of block prices; a venue's instrument may be coarser. */
  readonly priceTick: Price
  readonly quantityPrecision: number
  readonly pricePrecision: number
  readonly ratioPrecision: number
  readonly strategies: 'all' | readonly ['Future']
  readonly isDisabled: boolean
  readonly isDisabledForOb: boolean
  readonly isHedgeDisabled: boolean
  readonly showUSDApproximation: boolean
}
