import type { Price, Quantity } from '../decimal.ts'
import type { SettlementRoute } from './settlement-route.ts'
import type { VenueCode } from './venue.ts'

/** The group's two entities, each with its own agreement. */
export type Entity = 'US' | 'SINGAPORE'

/** Two capitals: `DO` is Deribit BTC options. */
export type ProductCode = string

export type BaseCurrency = string

/** An instrument family. */
export type Product = {
  readonly code: ProductCode
  readonly venue: VenueCode
  /** The entities of the group that offer it. An operator can add the US entity (rulebook 2.18). */
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
  /** The grid of block prices. The grid of an instrument may be coarser. */
  readonly priceTick: Price
  /** The price step of its listed spreads; absent if there are none (rulebook 17.9). */
  readonly spreadTick?: Price
  readonly quantityPrecision: number
  readonly pricePrecision: number
  readonly ratioPrecision: number
  readonly strategies: 'all' | readonly ['Future']
  /** How its trades settle: as blocks at the venue, or booked there by both desks (rulebook 16.1). */
  readonly route: Extract<SettlementRoute, 'BLOCK' | 'BOOKED_BY_BOTH'>
  readonly isDisabled: boolean
  readonly isDisabledForOb: boolean
  readonly isHedgeDisabled: boolean
  readonly showUSDApproximation: boolean
}
