/** The venue's checks of an RFQ's legs, and of the prices that a quote gives them. */
import { isMultiple, parsePrice, parseQuantity } from '@parley/core'
import type { Contract } from './contract.ts'
import { MAX_LEGS, NO_RFQ_BEFORE_SETTLEMENT_MS } from './limits.ts'
import { bandOf, type BybitMarket } from './market.ts'
import { listParam, oneOf, textParam, VenueError, wrong, type Params } from './protocol.ts'
import type { LegPrice, Rfq, RfqLeg } from './rfq-book.ts'

/** This venue has no RFQs in inverse contracts, and spot is not simulated. */
const CATEGORIES = ['option', 'linear'] as const

export function readLegs(params: Params, market: BybitMarket, now: number): readonly RfqLeg[] {
  const given = listParam(params, 'list')
  if (given.length === 0 || given.length > MAX_LEGS) throw wrong('list')
  const legs = given.map((leg): RfqLeg => {
    const category = oneOf(leg, 'category', CATEGORIES)
    return { category, symbol: textParam(leg, 'symbol'), side: oneOf(leg, 'side', ['Buy', 'Sell']), qty: textParam(leg, 'qty') }
  })
  const contracts = legs.map((leg) => checkLeg(leg, market, now))
  if (new Set(legs.map(({ symbol }) => symbol)).size < legs.length) throw wrong('duplicate symbol')
  for (const part of ['baseCoin', 'settleCoin'] as const)
    if (new Set(contracts.map(({ row }) => row[part])).size > 1) throw new VenueError(110311, `All legs must have the same ${part}.`)
  return legs
}

function checkLeg(leg: RfqLeg, market: BybitMarket, now: number): Contract {
  const contract = market.contract(leg.symbol)
  if (contract === undefined || contract.category !== leg.category) throw new VenueError(110321, `Symbol ${leg.symbol} is not supported.`)
  if (contract.expiresAt !== undefined && now > contract.expiresAt - NO_RFQ_BEFORE_SETTLEMENT_MS)
    throw new VenueError(110321, `Symbol ${leg.symbol} is about to settle.`)
  const { minOrderQty, maxOrderQty, qtyStep } = contract.row.lotSizeFilter
  const quantity = parseQuantity(leg.qty)
  if (quantity === undefined || !isMultiple(quantity, parseQuantity(qtyStep)!)) throw wrong('qty')
  if (quantity < parseQuantity(minOrderQty)!) throw new VenueError(110314, 'The order quantity is less than the minimum trade amount.')
  if (quantity > parseQuantity(maxOrderQty)!) throw new VenueError(110315, 'The order quantity exceeds the limit.')
  return contract
}

/** Prices for every leg of the RFQ and no other; none if the list is absent. */
export function readPrices(params: Params, name: string, { legs }: Rfq, market: BybitMarket): readonly LegPrice[] {
  if (params[name] === undefined) return []
  const prices = listParam(params, name).map((leg): LegPrice => {
    return { category: oneOf(leg, 'category', CATEGORIES), symbol: textParam(leg, 'symbol'), price: textParam(leg, 'price') }
  })
  const named = (all: readonly { readonly symbol: string }[]): string => [...all.map(({ symbol }) => symbol)].sort().join()
  if (named(prices) !== named(legs)) throw new VenueError(110306, 'The legs of the quote differ from those of the RFQ.')
  for (const leg of prices) checkPrice(leg, market)
  return prices
}

function checkPrice({ symbol, price: text }: LegPrice, market: BybitMarket): void {
  const contract = market.contract(symbol)
  if (contract === undefined) throw new VenueError(110321, `Symbol ${symbol} is not supported.`)
  const price = parsePrice(text)
  const { minPrice, tickSize } = contract.row.priceFilter
  if (price === undefined || !isMultiple(price, parsePrice(tickSize)!)) throw wrong('price')
  const value = market.value(contract)
  if (price < parsePrice(minPrice)! || Math.abs(price / 1e8 - value.price) > bandOf(contract, value))
    throw new VenueError(110003, `The price of ${symbol} exceeds the allowable range.`)
}
