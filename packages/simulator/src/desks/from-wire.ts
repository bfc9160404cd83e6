/** From the wire's texts to core's exact values, as far as a desk needs them. */
import type { InstrumentView, RfqLegView } from '@parley/contracts'
import { price, quantity, ratio, type Instant, type Instrument, type Leg } from '@parley/core'

export function instrumentFromWire(view: InstrumentView): Instrument {
  return {
    id: view.id,
    name: view.venue_instrument_name,
    venue: view.venue,
    productCode: view.product_code,
    kind: view.kind,
    baseCurrency: view.base_currency,
    quoteCurrency: view.quote_currency,
    clearingCurrency: view.clearing_currency,
    marginKind: view.margin_kind,
    ...(view.option_kind === null ? {} : { optionKind: view.option_kind }),
    ...(view.strike === null ? {} : { strike: price(view.strike) }),
    ...(view.expires_at === null ? {} : { expiresAt: view.expires_at as Instant }),
    contractSize: quantity(view.contract_size),
    tickSize: price(view.min_tick_size),
    // Blocks are on the one grid; the book's coarser steps are not on the wire.
    tickSizeSteps: [],
    quantityIncrement: quantity(view.min_order_size_increment),
    minBlockSize: quantity(view.min_block_size),
    state: view.state,
  }
}

/** What makes a leg, in either flow. */
export type LegTerms = Pick<RfqLegView, 'instrument_id' | 'ratio' | 'side' | 'price'>

export const legFromWire = (leg: LegTerms, instrument: Instrument): Leg => ({
  instrument,
  side: leg.side,
  ratio: ratio(leg.ratio),
  ...(leg.price === null ? {} : { price: price(leg.price) }),
})
