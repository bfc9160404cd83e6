import type { Instant } from '../ids.ts'
import type { Price, Quantity } from '../decimal.ts'
import type { BaseCurrency, ProductCode } from './product.ts'
import type { VenueCode } from './venue.ts'

export type OptionKind = 'CALL' | 'PUT'

/** One tradable contract as listed by its venue. Perpetuals are futures without an expiry. */
export type Instrument = {
  readonly id: number
  /** The venue's own name: `BTC-27MAR26-100000-C`. */
  readonly name: string
  readonly venue: VenueCode
  readonly productCode: ProductCode
  readonly kind: 'OPTION' | 'FUTURE'
  readonly baseCurrency: BaseCurrency
  readonly quoteCurrency: string
  readonly clearingCurrency: string
  readonly marginKind: 'INVERSE' | 'LINEAR'
  readonly optionKind?: OptionKind
  readonly strike?: Price
  /** Undefined for a perpetual. */
  readonly expiresAt?: Instant
  readonly contractSize: Quantity
  /** The price grid of blocks. */
  readonly tickSize: Price
  /** The order book's coarser grid above a price. Blocks do not use it. */
  readonly tickSizeSteps: readonly { readonly above: Price; readonly tick: Price }[]
  readonly quantityIncrement: Quantity
  readonly minBlockSize: Quantity
  readonly state: 'ACTIVE' | 'EXPIRED'
}
