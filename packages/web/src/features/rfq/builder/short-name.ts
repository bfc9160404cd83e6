/** The structure as a person would say it: `27 MAR 26 100k / 120k Call Spread`, and its hedge in coin. */
import type { BuilderSummary } from './builder-summary.ts'
import type { Instruments } from './chain.ts'
import { unitsPerCoin } from './delta-hedge.ts'
import { structureText } from '../../structure/structure-text.ts'
import { withCommas } from '../../../components/number-text.ts'
import { groupedText } from '../../market-data/figure-text.ts'

export function shortName(summary: Pick<BuilderSummary, 'structure' | 'name' | 'legs'>, instruments: Instruments): string {
  const own = summary.legs.filter((leg) => leg.hedgePrice === undefined)
  if (own.length === 0 || summary.structure === undefined) return summary.name
  const named = own.map((leg) => ({ instrumentName: instruments.get(leg.instrumentId)?.name ?? '', ratio: leg.ratio, side: leg.side }))
  const kind = summary.name.replace(/ \(.*\)$/, '')
  return `${structureText(named).replace(' · ', ' ')} ${kind}`
}

/** `, hedged with 55.00 BTC of BTC-PERPETUAL at 91,482.0`; nothing without a hedge. */
export function hedgeWords(summary: Pick<BuilderSummary, 'legs'>, instruments: Instruments, quantity: number): string {
  const hedge = summary.legs.find((leg) => leg.hedgePrice !== undefined)
  const future = hedge === undefined ? undefined : instruments.get(hedge.instrumentId)
  if (hedge?.hedgePrice === undefined || future === undefined) return ''
  const coins = (Number(hedge.ratio) * (quantity || 1)) / unitsPerCoin(Number(hedge.hedgePrice), future)
  return `, hedged with ${groupedText(coins, 2)} ${future.baseCurrency} of ${future.name} at ${withCommas(hedge.hedgePrice)}`
}
