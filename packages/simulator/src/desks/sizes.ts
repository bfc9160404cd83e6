/** Rounds sizes to the ones that traders use: a minimum block of 6.3 becomes 7.5. Pure and exact. */
import { QUANTITY_DECIMALS, type Quantity } from '@parley/core'

/** The steps of a decade, in hundredths. */
const SAID = [100, 125, 150, 200, 250, 300, 400, 500, 600, 750, 800]
/** Up to a hundred billion, which no size exceeds. */
const DECADES = Array.from({ length: QUANTITY_DECIMALS + 11 }, (_, place) => 10 ** place / 100)

/** The next usual size on the increment; if there is none, the size itself. */
export function saidSize(atLeast: number, increment: Quantity): Quantity {
  const said = DECADES.flatMap((decade) => SAID.map((hundredths) => decade * hundredths))
  return (said.find((size) => size >= atLeast && size % increment === 0) ?? atLeast) as Quantity
}
