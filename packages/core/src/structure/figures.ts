/** Sums over a structure's legs, exact or undefined. */
import type { ProductCode } from '../catalogue/product.ts'
import { legQuantity, RATIO_DECIMALS, type Price, type Quantity } from '../decimal.ts'
import { isHedge, type Leg, type Structure } from './structure.ts'

export type StructureKind = 'OPTION' | 'FUTURE' | 'OPTION_FUTURE'

/** The kinds of its legs, including hedges: an option with its hedge is OPTION_FUTURE (rulebook 3.11). */
export function structureKind(structure: Structure): StructureKind {
  const kinds = new Set(structure.legs.map((leg) => leg.instrument.kind))
  if (kinds.size === 2) return 'OPTION_FUTURE'
  return kinds.has('FUTURE') ? 'FUTURE' : 'OPTION'
}

/** The signed sum of ratio times price over the strategy legs (rulebook 6.1). Takes one price per leg and ignores those of hedges. */
export function structurePrice(legs: readonly Leg[], legPrices: readonly Price[]): Price | undefined {
  let sum = 0
  for (let place = 0; place < legs.length; place++) {
    const leg = legs[place]!
    if (isHedge(leg)) continue
    const price = legPrices[place]
    if (price === undefined) return undefined
    const part = leg.ratio * price
    sum += leg.side === 'BUY' ? part : -part
    if (!Number.isSafeInteger(part) || !Number.isSafeInteger(sum)) return largePrice(legs, legPrices)
  }
  return sum % UNIT === 0 ? ((sum / UNIT || 0) as Price) : undefined
}

const UNIT = 10 ** RATIO_DECIMALS

/** The same for sums beyond 2^53, which a future's price times a ratio soon reaches. */
function largePrice(legs: readonly Leg[], legPrices: readonly Price[]): Price | undefined {
  let sum = 0n
  for (const [place, leg] of legs.entries()) {
    if (isHedge(leg)) continue
    const price = legPrices[place]
    if (price === undefined) return undefined
    const part = BigInt(leg.ratio) * BigInt(price)
    sum += leg.side === 'BUY' ? part : -part
  }
  if (sum % BigInt(UNIT) !== 0n) return undefined
  const result = Number(sum / BigInt(UNIT))
  return Number.isSafeInteger(result) ? (result as Price) : undefined
}

/**
 * Each leg's quantity (rulebook 3.10). The quantity of a hedge is rounded to its instrument's increment, halves away from zero, because its ratio
 * comes from a model. Undefined if a strategy leg has no exact quantity.
 */
export function legQuantities(structure: Structure, quantity: Quantity): readonly Quantity[] | undefined {
  const all = structure.legs.map((leg) => (isHedge(leg) ? hedgeQuantity(leg, quantity) : legQuantity(quantity, leg.ratio)))
  return all.every((each) => each !== undefined) ? all : undefined
}

function hedgeQuantity(leg: Leg, quantity: Quantity): Quantity | undefined {
  const step = BigInt(leg.instrument.quantityIncrement) * 10n ** BigInt(RATIO_DECIMALS)
  const steps = (2n * BigInt(quantity) * BigInt(leg.ratio) + step) / (2n * step)
  const result = Number(steps * BigInt(leg.instrument.quantityIncrement))
  return Number.isSafeInteger(result) ? (result as Quantity) : undefined
}

/** The products of its strategy legs, each once. */
export function productsOf({ legs }: Structure): readonly ProductCode[] {
  const products: ProductCode[] = []
  for (const leg of legs) if (!isHedge(leg) && !products.includes(leg.instrument.productCode)) products.push(leg.instrument.productCode)
  return products
}
