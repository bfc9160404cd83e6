/** Prices of structures and their legs (rulebook 5.5 to 5.7). */
import { formatPrice, multiplyExact, RATIO_DECIMALS, type Price } from '../../decimal.ts'
import { refuse } from '../../refusal.ts'
import { structurePrice } from '../../structure/figures.ts'
import { isHedge, type Leg, type Structure } from '../../structure/structure.ts'
import type { RfqRefusal } from '../model/refusal-codes.ts'

type PriceRefusal = RfqRefusal
const RATIO_ONE = 10 ** RATIO_DECIMALS

/** The tick of a structure's price: the largest step of which every leg's ratio x tick is a whole multiple. */
export function structureTick(structure: Structure): Price {
  let step = 0
  for (const leg of structure.legs) {
    if (isHedge(leg)) continue
    step = greatestDivisor(step, multiplyExact(leg.instrument.tickSize, leg.ratio, RATIO_ONE) ?? 1)
  }
  return (step === 0 ? 1 : step) as Price
}

/** With as many decimals as the tick: `0.0330`. */
export const structurePriceText = (structure: Structure, price: Price): string =>
  formatPrice(price, formatPrice(structureTick(structure)).split('.')[1]?.length ?? 0)

function greatestDivisor(a: number, b: number): number {
  while (b !== 0) [a, b] = [b, a % b]
  return a
}

const isSingle = (structure: Structure): boolean => structure.legs.reduce((count, leg) => (isHedge(leg) ? count : count + 1), 0) === 1

/** A quote's price from its leg prices, or the refusal of those. */
export function quotePrice(structure: Structure, legPrices: readonly Price[] | undefined): Price | PriceRefusal {
  const { legs } = structure
  if (legPrices === undefined || legPrices.length !== legs.length)
    return refuse('OrderPriceMissing', '5.5', `A quote needs one price for each of the ${legs.length} legs, in their order.`, 'legs')
  for (let i = 0; i < legs.length; i++) {
    const refusal = legRefusal(legs[i]!, legPrices[i]!, i + 1)
    if (refusal !== undefined) return refusal
  }
  const price = structurePrice(legs, legPrices)
  if (price === undefined)
    return refuse('PriceOffTick', '5.6', 'The leg prices times their ratios must add up to a price with at most 8 decimals.', 'legs')
  return price <= 0 && isSingle(structure) ? notPositive('legs') : price
}

function legRefusal(leg: Leg, price: Price, position: number): PriceRefusal | undefined {
  const { tickSize, name } = leg.instrument
  const refuseLeg = (code: 'HedgePriceDiffers' | 'PriceOffTick' | 'PriceOutsideBand', what: string) =>
    refuse(code, '5.5', `Leg ${position} (${name}) ${what}.`, `legs.${position - 1}.price`)
  if (leg.price !== undefined && price !== leg.price)
    return refuseLeg('HedgePriceDiffers', `is a hedge and must trade at ${formatPrice(leg.price)}`)
  if (leg.price === undefined && price % tickSize !== 0)
    return refuseLeg('PriceOffTick', `must be priced at a multiple of ${formatPrice(tickSize)}`)
  if (price < 0) return refuseLeg('PriceOutsideBand', 'must have a price of zero or more')
  return undefined
}

/** A cross's limit, or its refusal. */
export function limitPrice(structure: Structure, price: Price | undefined): Price | PriceRefusal {
  if (price === undefined) return refuse('OrderPriceMissing', '5.7', "A taker's order needs a price for the structure.", 'price')
  const tick = structureTick(structure)
  if (price % tick !== 0) return refuse('PriceOffTick', '5.7', `The price must be a multiple of ${formatPrice(tick)}.`, 'price')
  return price <= 0 && isSingle(structure) ? notPositive('price') : price
}

const notPositive = (field: string): PriceRefusal =>
  refuse('PriceOutsideBand', '5.6', 'The price of a single contract must be above zero.', field)
