/** What a futures deal means, leg by leg: `buy $100,000 of 26 JUN 26`. An inverse future is counted in dollars, a linear one in coin. */
import { parseInstrumentName, product } from '@parley/core'
import type { RfqLegView } from '@parley/contracts'
import { groupedText } from '../../market-data/figure-text.ts'
import { expiryText } from '../structure-text.ts'

type FutureLeg = Pick<RfqLegView, 'instrument_name' | 'product_code' | 'ratio' | 'side'>

/** At most two lines; a third leg is told by the head of the ticket. */
export function futureWords(side: 'BUY' | 'SELL', quantity: string, legs: readonly FutureLeg[]): readonly [string, string | undefined] {
  const [first = '', second] = legs
    .map((leg) => {
      const verb = (leg.side === 'BUY') === (side === 'BUY') ? 'buy' : 'sell'
      const amount = Number(quantity) * Number(leg.ratio)
      const known = product(leg.product_code)
      const words =
        known?.marginType === 'LINEAR' ? `${groupedText(amount, 2).replace(/\.00$/, '')} ${known.currency}` : `$${groupedText(amount, 0)}`
      const name = parseInstrumentName(leg.instrument_name)
      return `${verb} ${words} ${name === undefined ? leg.instrument_name : expiryText(name.expiresAt)}`
    })
    .toSorted()
  return [first, second]
}
