/** Describes the meaning of a line, and finds the currency that it names. */
import {
  formatPrice,
  formatQuantity,
  isHedge,
  lifetimeText,
  type LineMeaning,
  priceText,
  product,
  quantityText,
  type Structure,
} from '@parley/core'
import { legsName } from '../structure/structure-name.ts'

/** The first currency named in the line. */
export const currencyNamed = (line: string, currencies: readonly string[]): string | undefined =>
  currencies.find((one) => new RegExp(`(?<![a-z])${one}(?![a-z])`, 'i').test(line))

/** Everything that was understood from the line. */
export function meaningText({
  structure,
  quantity,
  isHedged,
  hedgePrice,
  isAnonymous,
  isOneWay,
  goodForMs,
  side,
  limit,
}: LineMeaning): string {
  const own = structure.legs.filter((leg) => !isHedge(leg)).length
  const forTicket = [
    side === undefined || isOneWay === true ? undefined : side.toLowerCase(),
    limit === undefined ? undefined : `limit ${priceText(formatPrice(limit), decimalsOf(structure))}`,
  ]
  const later = forTicket.filter((word) => word !== undefined).join(', ')
  return [
    legsName(structure.legs),
    `${own} ${own === 1 ? 'leg' : 'legs'}`,
    ...(quantity === undefined ? [] : [quantityText(formatQuantity(quantity))]),
    ...(isHedged === undefined
      ? []
      : [isHedged ? `delta hedged${hedgePrice === undefined ? '' : ` at ${priceText(formatPrice(hedgePrice), 0)}`}` : 'no hedge']),
    ...(isAnonymous === undefined ? [] : [isAnonymous ? 'anonymous' : 'with your name']),
    ...(isOneWay === true && side !== undefined ? [`one-way: you ${side.toLowerCase()}, visible to makers`] : []),
    ...(goodForMs === undefined ? [] : [`good for ${lifetimeText(goodForMs)}`]),
    ...(later === '' ? [] : [`${later}: kept for your ticket; makers do not see it`]),
  ].join(' · ')
}

const decimalsOf = ({ legs }: Structure): number => product(legs[0]?.instrument.productCode ?? '')?.pricePrecision ?? 0
