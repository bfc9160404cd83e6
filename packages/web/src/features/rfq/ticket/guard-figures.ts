/** The data with which the guard checks a structure's price. Pure. */
import {
  type GuardFigures,
  guardRefusal,
  parsePrice,
  priceToNumber,
  structureMark,
  structureTick,
  type Side,
  type Structure,
} from '@parley/core'
import type { MarkOf } from '../../structure/use-structure.ts'

export function guardFigures(structure: Structure, markOf: MarkOf): Readonly<Record<Side, GuardFigures>> {
  const whole = structureMark(structure, markOf)
  const known = { mark: whole?.markPrice, largestLegMark: whole?.largestLegMark, tick: priceToNumber(structureTick(structure)) }
  return { BUY: { ...known, venuePrice: whole?.askPrice }, SELL: { ...known, venuePrice: whole?.bidPrice } }
}

type Quoted = { readonly side: Side; readonly price: string }

/** The server's refusal of the first side that would lose too much (rulebook 11.9). Undefined if both are accepted. */
export function guardRefusalOf(
  quoted: readonly Quoted[],
  structure: Structure,
  markOf: MarkOf,
  deskPercent: number | undefined,
): string | undefined {
  const figures = guardFigures(structure, markOf)
  for (const { side, price } of quoted) {
    const read = parsePrice(price)
    const refusal = read === undefined ? undefined : guardRefusal(side, read, { ...figures[side], deskPercent })
    if (refusal !== undefined) return refusal.message
  }
  return undefined
}
