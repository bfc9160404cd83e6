/** The figures by which the guard judges a structure's price. Pure. */
import {
  type GuardFigures,
  priceToNumber,
  ratioToNumber,
  strategyLegs,
  structureMark,
  structureTick,
  type Side,
  type Structure,
} from '@parley/core'
import type { MarkOf } from '../../structure/use-structure.ts'

export function guardFigures(structure: Structure, markOf: MarkOf): Readonly<Record<Side, GuardFigures>> {
  const whole = structureMark(structure, markOf)
  const legs = strategyLegs(structure).map(({ instrument, ratio }) =>
    Math.abs(ratioToNumber(ratio) * (markOf(instrument.id)?.markPrice ?? 0)),
  )
  const known = {
    mark: whole?.markPrice,
    largestLegMark: whole === undefined ? undefined : Math.max(...legs),
    tick: priceToNumber(structureTick(structure)),
  }
  return { BUY: { ...known, venuePrice: whole?.askPrice }, SELL: { ...known, venuePrice: whole?.bidPrice } }
}
