/** One contract as listed by its venue, in the form that `readInstrument` of the rules accepts. */
import type { InstrumentView } from '@parley/contracts'

export type Instrument = {
  readonly id: number
  /** The venue's own name. */
  readonly name: string
  readonly venue: InstrumentView['venue']
  readonly productCode: string
  readonly kind: 'OPTION' | 'FUTURE'
  readonly baseCurrency: string
  readonly quoteCurrency: string
  readonly clearingCurrency: string
  readonly marginKind: 'INVERSE' | 'LINEAR'
  readonly optionKind: 'CALL' | 'PUT' | undefined
  readonly strike: string | undefined
  /** Undefined for a perpetual. */
  readonly expiresAt: number | undefined
  readonly contractSize: string
  /** The price grid of blocks. */
  readonly tickSize: string
  readonly quantityIncrement: string
  readonly minBlockSize: string
  readonly state: 'ACTIVE' | 'EXPIRED'
}

export const instrumentFromView = (view: InstrumentView): Instrument => ({
  id: view.id,
  name: view.venue_instrument_name,
  venue: view.venue,
  productCode: view.product_code,
  kind: view.kind,
  baseCurrency: view.base_currency,
  quoteCurrency: view.quote_currency,
  clearingCurrency: view.clearing_currency,
  marginKind: view.margin_kind,
  optionKind: view.option_kind ?? undefined,
  strike: view.strike ?? undefined,
  expiresAt: view.expires_at ?? undefined,
  contractSize: view.contract_size,
  tickSize: view.min_tick_size,
  quantityIncrement: view.min_order_size_increment,
  minBlockSize: view.min_block_size,
  state: view.state,
})
