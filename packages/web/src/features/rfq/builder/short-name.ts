/** The structure's usual name, such as `27 MAR 26 100k / 120k Call Spread`, and its hedge in coin. */
import { type Instrument, quantityText, structureText, withCommas } from '@parley/core'
import type { BuilderSummary } from './builder-summary.ts'
import type { Instruments, Marks } from './chain.ts'
import { unitsPerCoin } from './delta-hedge.ts'
import { groupedText } from '../../../components/figure-text.ts'

export function shortName(summary: Pick<BuilderSummary, 'structure' | 'name' | 'legs'>, instruments: Instruments): string {
  const own = summary.legs.filter((leg) => leg.hedgePrice === undefined)
  if (own.length === 0 || summary.structure === undefined) return summary.name
  const named = own.map((leg) => ({ instrumentName: instruments.get(leg.instrumentId)?.name ?? '', ratio: leg.ratio, side: leg.side }))
  const kind = summary.name.replace(/ \(.*\)$/, '')
  return `${structureText(named).replace(' · ', ' ')} ${kind}`
}

/** `$1,009,300 (11.02 BTC)` for a future that is counted in dollars, `11.02 BTC` for a linear one. */
function futureAmount(amount: number, price: number, future: Instrument): string {
  const coins = `${groupedText(amount / unitsPerCoin(price, future), 2)} ${future.baseCurrency}`
  return future.marginKind === 'INVERSE' ? `$${groupedText(amount, 0)} (${coins})` : coins
}

/** The future whose dollars an RFQ for futures is counted in. Undefined if the quantity is in coin. */
export const dollarFuture = ({ structure }: Pick<BuilderSummary, 'structure'>): Instrument | undefined => {
  const future = structure?.legs.every(({ instrument }) => instrument.kind === 'FUTURE') ? structure.legs[0]?.instrument : undefined
  return future?.marginKind === 'INVERSE' ? future : undefined
}

/** The requested amount: `50 BTC`, or `$1,009,300 (11.02 BTC) of` for a future in dollars. */
export function sizeWords(
  summary: Pick<BuilderSummary, 'structure'>,
  marks: Marks,
  quantity: number,
  currency: string,
): readonly [string, string] {
  const future = dollarFuture(summary)
  if (future === undefined || quantity === 0) return [quantity === 0 ? '…' : quantityText(String(quantity)), currency]
  const mark = Number(marks.get(future.id)?.mark_price ?? 0)
  return [mark > 0 ? futureAmount(quantity, mark, future) : `$${groupedText(quantity, 0)}`, 'of']
}

/** `, hedged with $1,009,300 (11.02 BTC) of BTC-PERP at 91,482.0`, or an empty text without a hedge. */
export function hedgeLabel(summary: Pick<BuilderSummary, 'legs'>, instruments: Instruments, quantity: number): string {
  const hedge = summary.legs.find((leg) => leg.hedgePrice !== undefined)
  const future = hedge === undefined ? undefined : instruments.get(hedge.instrumentId)
  if (hedge?.hedgePrice === undefined || future === undefined) return ''
  const amount = futureAmount(Number(hedge.ratio) * (quantity || 1), Number(hedge.hedgePrice), future)
  return `, hedged with ${amount} of ${future.name.replace('PERPETUAL', 'PERP')} at ${withCommas(hedge.hedgePrice)}`
}
