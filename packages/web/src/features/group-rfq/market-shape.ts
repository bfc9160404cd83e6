/** A market as the parts of the direct ticket read an RFQ: where its structure is what counts, both flows are the same. */
import type { GroupRfqView, RfqView } from '@parley/contracts'

export type Shape = Pick<
  RfqView,
  'venue' | 'kind' | 'base_currency' | 'quote_currency' | 'product_codes' | 'strategy_code' | 'description' | 'legs'
>

const shapes = new WeakMap<GroupRfqView, Shape>()

/** The same object as long as the market is the same. */
export function shapeOf(market: GroupRfqView): Shape {
  const known = shapes.get(market)
  if (known !== undefined) return known
  const shape = makeShape(market)
  shapes.set(market, shape)
  return shape
}

const makeShape = (market: GroupRfqView): Shape => ({
  venue: market.venue,
  kind: market.kind,
  base_currency: market.base_currency,
  quote_currency: market.quote_currency,
  product_codes: market.product_codes,
  strategy_code: market.strategy_code,
  description: market.description,
  legs: market.legs.map(({ instrument, price, ...leg }) => ({
    ...leg,
    instrument_name: instrument,
    quantity: leg.ratio,
    price: price ?? null,
  })),
})

/** How people name a market to each other. */
export const marketName = (id: number): string => `g_${id}`
