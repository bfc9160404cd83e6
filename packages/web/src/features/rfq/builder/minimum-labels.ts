/** The calculation of a minimum block, shown after the figure: `= 25 ÷ 2 (|+1| + |−1|)`. Pure; the rules are rulebook 3.5 to 3.9. */
import {
  explainMinimumBlock,
  formatQuantity,
  formatRatio,
  isHedge,
  product,
  quantityText,
  strategyLegs,
  type MinimumBlockExplanation,
  type Structure,
} from '@parley/core'
import { MINUS } from '../../../components/figure-text.ts'

/** A longer sum is named instead. */
const MOST_TERMS = 6

/** The rule that determines the minimum, as a calculation. The other rules give smaller values. */
export function minimumText(structure: Structure, explained: MinimumBlockExplanation = explainMinimumBlock(structure)): string {
  const [most] = explained.parts.toSorted((a, b) => b.atLeast - a.atLeast)
  const legs = strategyLegs(structure)
  switch (most?.rule) {
    case '3.6':
      return legs.length === 1 ? 'for the leg' : 'for each leg'
    case '3.7':
      return 'so that the hedge is a block too'
    case '3.8':
      return '= the venue’s minimum'
    case '3.5':
    case undefined: {
      const ratios = legs.map(({ side, ratio }) => `|${side === 'BUY' ? '+' : MINUS}${formatRatio(ratio)}|`)
      const own = product(legs[0]!.instrument.productCode)
      const listed = legs[0]!.instrument.minBlockSize
      const units = own === undefined ? listed : Math.max(Number(formatQuantity(own.minBlockSize)) * Number(formatQuantity(own.contractSize)), Number(formatQuantity(listed))) // prettier-ignore
      if (ratios.length === 1) return '= the smallest block of its product'
      const sum = legs.reduce((total, { ratio }) => total + ratio, 0) as (typeof legs)[number]['ratio']
      const terms = ratios.length > MOST_TERMS ? `the ratios of ${ratios.length} legs` : ratios.join(' + ')
      return `= ${quantityText(String(units))} ÷ ${formatRatio(sum)} (${terms})`
    }
  }
}

/** The units of quantity, price and settlement at the venue, in full sentences. */
export function unitText(structure: Structure): string | undefined {
  const legs = strategyLegs(structure)
  const first = legs[0]?.instrument
  const own = first && product(first.productCode)
  if (first === undefined || own === undefined) return undefined
  const { currency, quoteCurrency, clearingCurrency, contractSize, contractCurrency, kind, marginType } = own
  const size = formatQuantity(contractSize)
  const counted = kind === 'FUTURE' && marginType === 'INVERSE' ? 'dollars' : currency
  const contract = size === '1' && contractCurrency === currency ? '' : `, in contracts of ${quantityText(size)} ${contractCurrency}`
  const hedges = structure.legs.some(isHedge) ? ' The hedge trades at its own price.' : ''
  return `Quantity in ${counted}${contract}. Price in ${quoteCurrency} per ${currency}. Settles in ${clearingCurrency}.${hedges}`
}
