/** Products of Delta-1 spreads, derived from the instruments of their legs: all pages, one product for each code. */
import { ClientError } from '@parley/client'
import { spreadCalls, type SpreadInstrumentView } from '@parley/contracts'
import { decimalsOf } from '../components/number-text.ts'
import { client } from './api.ts'
import { limits } from './limits.ts'
import type { SpreadProduct } from './spread-product.ts'

const marginText: Readonly<Record<SpreadInstrumentView['margin_type'], string>> = { INVERSE: 'inverse', LINEAR: 'linear' }

function productOf(view: SpreadInstrumentView): SpreadProduct {
  const shortName = `${view.base_currency} ${marginText[view.margin_type]}`
  return {
    code: view.product_code,
    venue: view.venue,
    kind: view.kind,
    currency: view.base_currency,
    quoteCurrency: view.quote_currency,
    marginType: view.margin_type,
    contractType: view.margin_type,
    contractSize: view.contract_size,
    minOrderSize: view.min_order_size,
    minBlockSize: view.min_block_size,
    minTickSize: view.min_tick_size,
    quantityPrecision: decimalsOf(String(view.min_order_size)),
    pricePrecision: decimalsOf(view.min_tick_size.replace(/\.?0+$/, '')),
    strategies: ['FSpd'],
    shortName,
    longName: `${view.venue} ${shortName} futures in ${view.quote_currency}`,
  }
}

/** The first instrument of a product is used. */
export function productsOf(instruments: readonly SpreadInstrumentView[]): ReadonlyMap<string, SpreadProduct> {
  const products = new Map<string, SpreadProduct>()
  for (const view of instruments) if (!products.has(view.product_code)) products.set(view.product_code, productOf(view))
  return products
}

export async function readSpreadProducts(): Promise<ReadonlyMap<string, SpreadProduct>> {
  const read: SpreadInstrumentView[] = []
  try {
    for await (const page of client.pages(spreadCalls.listInstruments, { query: { page_size: limits.pageRows } }))
      read.push(...page.results)
  } catch (error) {
    // A valid response too: users without access have no spreads.
    if (!(error instanceof ClientError && error.status === 403)) throw error
  }
  return productsOf(read)
}
