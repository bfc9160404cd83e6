/** Reads the prices of a quote's legs from a call (rulebook 5.5, 10.3). */
import { formatPrice, isRefusal, parsePrice, refuse, structurePrice, type Price, type Refusal, type Structure } from '@parley/core'
import { tooFine } from '../catalogue/structures.ts'

/** Finds the leg by its number, or without one by its name. */
export type QuotedLeg = { readonly instrument?: string | undefined; readonly instrument_id?: number | undefined; readonly price: string }

/** Leg prices in the structure's order. A hedge leg has its own price. Undefined if one is missing. */
export function legPricesOf({ legs }: Structure, quoted: readonly QuotedLeg[]): readonly Price[] | undefined | Refusal {
  const stranger = quoted.findIndex((one) => !legs.some((leg) => isOf(one, leg)))
  if (stranger !== -1) {
    const names = legs.map(({ instrument }) => `${instrument.id} (${instrument.name})`).join(', ')
    return refuse('OrderPriceMissing', '5.5', `This leg is not part of the structure. Its legs are ${names}.`, memberOf(quoted, stranger))
  }
  const prices: Price[] = []
  for (const leg of legs) {
    const [place = -1, again] = quoted.flatMap((one, at) => (isOf(one, leg) ? [at] : []))
    if (again !== undefined)
      return refuse('OrderPriceMissing', '5.5', 'A leg has two prices. Send one price for each leg.', memberOf(quoted, again))
    const price = place === -1 ? leg.price : parsePrice(quoted[place]!.price)
    if (price === undefined) return place === -1 ? undefined : tooFine(`legs.${place}.price`)
    prices.push(price)
  }
  return prices
}

/**
 * Refuses a total price that does not match the prices of all legs, because it is unclear which was meant. If some legs have no price, there is
 * nothing to compare.
 */
export function contradicted({ legs }: Structure, price: string | null | undefined, legPrices: readonly Price[]): Refusal | undefined {
  const exact = price === undefined || price === null ? undefined : parsePrice(price)
  const sum = structurePrice(legs, legPrices)
  if (exact === undefined || sum === undefined || exact === sum) return undefined
  return refuse(
    'PriceContradictsLegs',
    '5.5',
    `The leg prices add up to ${formatPrice(sum)}, not ${formatPrice(exact)}. Send either the price or the leg prices, or make them match.`,
    'price',
  )
}

/** For a replacement that prices only some legs: without any, it would keep its prices. */
const legsMissing = ({ legs }: Structure): Refusal =>
  refuse('OrderPriceMissing', '5.5', `Some of the ${legs.length} legs have no price. Send a price for every leg, or for none.`, 'legs')

const isOf = ({ instrument: name, instrument_id }: QuotedLeg, { instrument }: Structure['legs'][number]): boolean =>
  instrument_id === undefined ? name === instrument.name : instrument_id === instrument.id

const memberOf = (quoted: readonly QuotedLeg[], place: number): string =>
  `legs.${place}.${quoted[place]!.instrument_id === undefined ? 'instrument' : 'instrument_id'}`

type PricedBody = { readonly price?: string | null | undefined; readonly legs?: readonly object[] | null | undefined }
type Prices = { readonly price?: Price; readonly legPrices?: readonly Price[] }

/**
 * The prices of a replacement as they were parsed. Prices that were sent but are incomplete are refused. A quote with only a total price goes to the
 * rules, which know the previous price.
 */
export function pricesBrought(
  { structure }: { readonly structure: Structure },
  { price, legs }: PricedBody,
  read: Prices | Refusal,
): Prices | Refusal {
  if (isRefusal(read) || read.price !== undefined || read.legPrices !== undefined) return read
  if (legs) return legsMissing(structure)
  if (price === undefined || price === null) return read
  const alone = parsePrice(price)
  return alone === undefined ? tooFine('price') : { price: alone }
}
