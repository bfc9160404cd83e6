/** The wire's instrument as core's, so that the screen asks the same rules as the server before anything is sent. */
import { parsePrice, parseQuantity, type Instant, type Instrument, type Price, type Quantity } from '@parley/core'
import type { InstrumentView } from '@parley/contracts'

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
    ...(view.strike === null ? {} : { strike: priceOf(view.strike) }),
    ...(view.expires_at === null ? {} : { expiresAt: view.expires_at as Instant }),
    contractSize: quantityOf(view.contract_size),
    tickSize: priceOf(view.min_tick_size),
    tickSizeSteps: [],
    quantityIncrement: quantityOf(view.min_order_size_increment),
    minBlockSize: quantityOf(view.min_block_size),
    state: view.state,
  }
}

const priceOf = (text: string): Price => exact(parsePrice(text), text)
const quantityOf = (text: string): Quantity => exact(parseQuantity(text), text)

function exact<T>(value: T | undefined, text: string): T {
  if (value === undefined) throw new Error(`the server sent ${text}, which is no exact decimal`)
  return value
}
