import { formatPrice, formatQuantity, type Instrument, type Mark } from '@parley/core'
import type { InstrumentView } from '@parley/contracts'
import { instrumentGreeks } from '../market-data/wire.ts'

type Static = Omit<InstrumentView, 'greeks'>

/** Lists of a thousand are read often, and an instrument and its mark do not change: the next mark is another object. */
const presented = new WeakMap<Instrument, Static>()
const greeks = new WeakMap<Mark, InstrumentView['greeks']>()

/** With Greeks if a mark is given. */
export const presentInstrument = (instrument: Instrument, mark?: Mark): InstrumentView => ({
  ...kept(presented, instrument, () => staticView(instrument)),
  greeks: mark === undefined ? null : kept(greeks, mark, () => instrumentGreeks(instrument, mark)),
})

function kept<Key extends object, View>(views: WeakMap<Key, View>, key: Key, present: () => View): View {
  const known = views.get(key)
  if (known !== undefined) return known
  const view = present()
  views.set(key, view)
  return view
}

/** The price step always has a decimal point, because known clients split the text there. */
function staticView(instrument: Instrument): Static {
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
  }
}
