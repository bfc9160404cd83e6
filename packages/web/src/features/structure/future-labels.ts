/** Describes a futures trade leg by leg: `buy $100,000 of 26 JUN 26`. An inverse future is counted in dollars, a linear one in coin. */
import { expiryText, parseInstrumentName, product } from '@parley/core'
import type { Leg } from '@parley/client'
import { groupedText } from '../../components/figure-text.ts'

type FutureLeg = Pick<Leg, 'instrumentName' | 'productCode' | 'ratio' | 'side'>

/** At most two lines. A third leg is shown at the top of the ticket. */
export function futureText(side: 'BUY' | 'SELL', quantity: string, legs: readonly FutureLeg[]): readonly [string, string | undefined] {
  const [first = '', second] = legs
    .map((leg) => {
      const verb = (leg.side === 'BUY') === (side === 'BUY') ? 'buy' : 'sell'
      const amount = Number(quantity) * Number(leg.ratio)
      const known = product(leg.productCode)
      const words =
        known?.marginType === 'LINEAR' ? `${groupedText(amount, 2).replace(/\.00$/, '')} ${known.currency}` : `$${groupedText(amount, 0)}`
      const name = parseInstrumentName(leg.instrumentName)
      return `${verb} ${words} ${name === undefined ? leg.instrumentName : expiryText(name.expiresAt)}`
    })
    .toSorted()
  return [first, second]
}
