import { formatPrice, formatQuantity, type Instrument, type Mark } from '@parley/core'
import type { InstrumentView } from '@parley/contracts'
import { instrumentGreeks } from '../market-data/wire.ts'

/** With Greeks if a mark is given. The price step always has a decimal point, because known clients split the text there. */
export function presentInstrument(instrument: Instrument, mark?: Mark): InstrumentView {
  return {
    id: instrument.id,
    name: instrument.name,
    venue: instrument.venue,
    venue_instrument_name: instrument.name,
    kind: instrument.kind,
    option_kind: instrument.optionKind ?? null,
    strike: instrument.strike === undefined ? null : formatPrice(instrument.strike),
    margin_kind: instrument.marginKind,
    product_code: instrument.productCode,
    base_currency: instrument.baseCurrency,
    quote_currency: instrument.quoteCurrency,
    clearing_currency: instrument.clearingCurrency,
    expires_at: instrument.expiresAt ?? null,
    contract_size: formatQuantity(instrument.contractSize),
    min_tick_size: formatPrice(instrument.tickSize, 1),
    min_order_size_increment: formatQuantity(instrument.quantityIncrement),
    min_block_size: formatQuantity(instrument.minBlockSize),
    state: instrument.state,
    greeks: mark === undefined ? null : instrumentGreeks(instrument, mark),
  }
}
