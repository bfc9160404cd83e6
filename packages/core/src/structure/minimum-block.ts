/**
 * The minimum block of a structure (rulebook 3.5 to 3.9). Parts are exact fractions of a quantity's unit, because a minimum divided by ratios or by a
 * hedge's price is seldom a whole number. Only the last step rounds, and it rounds up.
 */
import { formatQuantity, PRICE_DECIMALS, QUANTITY_DECIMALS, RATIO_DECIMALS, type Quantity } from '../decimal.ts'
import { quantityText } from './name.ts'
import { hedgeLegs, strategyLegs, type Leg, type Structure } from './structure.ts'
import { product as catalogued } from '../catalogue/products.ts'
import type { Product, ProductCode } from '../catalogue/product.ts'
import type { Venue, VenueCode } from '../catalogue/venue.ts'
import { venues } from '../catalogue/venues.ts'

export type CatalogueFacts = {
  readonly product: (code: ProductCode) => Product | undefined
  readonly venue: (code: VenueCode) => Venue
}

export const theCatalogue: CatalogueFacts = { product: catalogued, venue: (code) => venues[code] }

/** In units of a quantity: `over / under`. */
type Fraction = { readonly over: bigint; readonly under: bigint }

export type MinimumBlockPart = {
  readonly rule: '3.5' | '3.6' | '3.7' | '3.8'
  /** The name of this part on screens. */
  readonly text: string
  /** Rounded up to a quantity's last digit. */
  readonly atLeast: Quantity
}

export type MinimumBlockExplanation = {
  readonly minimum: Quantity
  readonly increment: Quantity
  readonly mode: Venue['minBlockSizeCalculation']
  readonly parts: readonly MinimumBlockPart[]
}

type Part = { readonly rule: MinimumBlockPart['rule']; readonly text: string; readonly value: Fraction }

export function explainMinimumBlock(structure: Structure, facts: CatalogueFacts = theCatalogue): MinimumBlockExplanation {
  const [first] = strategyLegs(structure)
  if (first === undefined) throw new Error('a structure without a strategy leg has no minimum block; checkStructure comes first')
  const venue = facts.venue(first.instrument.venue)
  const parts = venue.minBlockSizeCalculation === 'leg' ? legParts(structure, facts) : strategyParts(structure, first, venue, facts)
  const increment = quantityIncrement(structure, facts)
  const needed = parts.reduce((most, part) => max(most, ceiling(part.value, BigInt(increment))), 1n)
  return {
    minimum: toQuantity(needed * BigInt(increment)),
    increment,
    mode: venue.minBlockSizeCalculation,
    parts: parts.map(({ rule, text, value }) => ({ rule, text, atLeast: toQuantity(ceiling(value, 1n)) })),
  }
}

export const minimumBlock = (structure: Structure, facts: CatalogueFacts = theCatalogue): Quantity =>
  explainMinimumBlock(structure, facts).minimum

function strategyParts(structure: Structure, first: Leg, venue: Venue, facts: CatalogueFacts): readonly Part[] {
  const legs = strategyLegs(structure)
  const ratios = legs.reduce((sum, leg) => sum + BigInt(leg.ratio), 0n)
  const own = productOf(first, facts)
  return [
    {
      rule: '3.5',
      text: legs.length === 1 ? minimumText(own) : `${minimumText(own)} divided by the sum of the ratios`,
      value: { over: minimumInUnits(own) * 10n ** BigInt(RATIO_DECIMALS), under: ratios },
    },
    ...listedParts(first, own, ratios),
    ...hedgeParts(structure, facts),
    {
      rule: '3.8',
      text: `Smallest block at ${venue.name}`,
      value: { over: BigInt(venue.normalizedMinBlockSize) * 10n ** BigInt(QUANTITY_DECIMALS), under: 1n },
    },
  ]
}

/** A venue may require more than the catalogue does, and would reject a trade below its own minimum. */
function listedParts({ instrument }: Leg, own: Product, ratios: bigint): readonly Part[] {
  if (BigInt(instrument.minBlockSize) <= minimumInUnits(own)) return []
  const value = { over: BigInt(instrument.minBlockSize) * 10n ** BigInt(RATIO_DECIMALS), under: ratios }
  return [{ rule: '3.5', text: `Minimum that the venue lists for ${instrument.name}`, value }]
}

function legParts(structure: Structure, facts: CatalogueFacts): readonly Part[] {
  const products = new Set(strategyLegs(structure).map((leg) => productOf(leg, facts)))
  const own = [...products].map((one): Part => ({ rule: '3.6', text: minimumText(one), value: { over: minimumInUnits(one), under: 1n } }))
  return [...own, ...hedgeParts(structure, facts)]
}

/** The minimum of a hedge is divided by the hedge's price, which converts it into the structure's coin. */
function hedgeParts(structure: Structure, facts: CatalogueFacts): readonly Part[] {
  return hedgeLegs(structure).map((leg): Part => {
    const own = productOf(leg, facts)
    const value = { over: minimumInUnits(own) * 10n ** BigInt(PRICE_DECIMALS), under: BigInt(leg.price!) }
    return { rule: '3.7', text: `${minimumText(own)} as a hedge`, value }
  })
}

/** The catalogue counts minimums in contracts, but a quantity is in the venue's unit: dollars for an inverse future, coins for an option. */
const minimumInUnits = ({ minBlockSize, contractSize }: Product): bigint =>
  (BigInt(minBlockSize) * BigInt(contractSize)) / 10n ** BigInt(QUANTITY_DECIMALS)

/** Gives both if a contract is not one unit: `Minimum of BTC futures, 20,000 contracts of 10 USD`. */
function minimumText({ shortName, minBlockSize, contractSize, contractCurrency }: Product): string {
  const one = formatQuantity(contractSize)
  const contracts = `${quantityText(formatQuantity(minBlockSize))} contracts of ${quantityText(one)} ${contractCurrency}`
  return `Minimum of ${shortName}${one === '1' ? '' : `, ${contracts}`}`
}

/**
 * The increment of a structure's quantity: the first product's own increment, or the smallest multiple of it at which every leg is a whole number of
 * its own increments (rulebook 3.9). Hedges follow their structure and do not count.
 */
export function quantityIncrement(structure: Structure, facts: CatalogueFacts = theCatalogue): Quantity {
  const legs = strategyLegs(structure)
  const first = legs[0]
  if (first === undefined) throw new Error('a structure without a strategy leg has no increment; checkStructure comes first')
  const step = BigInt(stepOf(productOf(first, facts), facts))
  const times = legs.reduce((sofar, leg) => {
    const whole = BigInt(stepOf(productOf(leg, facts), facts)) * 10n ** BigInt(RATIO_DECIMALS)
    return lowestCommonMultiple(sofar, whole / greatestCommonDivisor(whole, step * BigInt(leg.ratio)))
  }, 1n)
  return toQuantity(step * times)
}

/** Venues that count per leg round to the precision of a quantity, the others to the product's increment. */
function stepOf(product: Product, facts: CatalogueFacts): Quantity {
  if (facts.venue(product.venue).minBlockSizeCalculation === 'strategy') return product.minContractIncrement
  return (10 ** (QUANTITY_DECIMALS - product.quantityPrecision)) as Quantity
}

function productOf(leg: Leg, facts: CatalogueFacts): Product {
  const found = facts.product(leg.instrument.productCode)
  if (found === undefined) throw new Error(`unknown product ${leg.instrument.productCode}`)
  return found
}

/** The smallest multiple of the step that is not below the value. */
const ceiling = ({ over, under }: Fraction, step: bigint): bigint => (over + under * step - 1n) / (under * step)

const max = (a: bigint, b: bigint): bigint => (a > b ? a : b)

function greatestCommonDivisor(a: bigint, b: bigint): bigint {
  while (b !== 0n) [a, b] = [b, a % b]
  return a
}

const lowestCommonMultiple = (a: bigint, b: bigint): bigint => (a / greatestCommonDivisor(a, b)) * b

function toQuantity(value: bigint): Quantity {
  const result = Number(value)
  if (!Number.isSafeInteger(result)) throw new Error(`a minimum block beyond any valid quantity: ${value}`)
  return result as Quantity
}
