/** The profit and margin of a position at the mark that is shown with them. The venue's own figures are up to two seconds older. Pure. */
import { quantityToNumber } from '@parley/core'
import type { Position } from './model.ts'

/** Without a mark, the venue's figures remain. */
export function atMark<Held extends Position>(position: Held, mark: number | undefined): Held {
  if (mark === undefined) return position
  const size = quantityToNumber(position.quantity)
  const { leverage } = position
  return {
    ...position,
    profit: size * (mark - position.entry),
    margin: leverage === undefined || leverage <= 0 ? position.margin : (Math.abs(size) * mark) / leverage,
  }
}
