import type { Price, Quantity } from '../decimal.ts'
import type { SettlementRoute } from './settlement-route.ts'
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
  /** The step of the price of its listed spreads; absent where there are none (rulebook 17.9). */
  readonly spreadTick?: Price
  readonly quantityPrecision: number
  readonly pricePrecision: number
  readonly ratioPrecision: number
  readonly strategies: 'all' | readonly ['Future']
  /** How its trades settle: as blocks at the venue, or booked there by both desks themselves (rulebook 16.1). */
  readonly route: Extract<SettlementRoute, 'BLOCK' | 'BOOKED_BY_BOTH'>
  readonly isDisabled: boolean
  readonly isDisabledForOb: boolean
  readonly isHedgeDisabled: boolean
  readonly showUSDApproximation: boolean
}
