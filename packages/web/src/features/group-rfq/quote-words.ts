/** What a quote would do and what it did, in words. Pure. */
import type { GroupQuoteView } from '@parley/contracts'
import { futureWords } from '../direct-rfq/ticket/future-words.ts'
import { groupedText } from '../market-data/figure-text.ts'
import { quantityText } from '../direct-rfq/structure-text.ts'
import type { Verdict } from './check-quote.ts'
import type { Shape } from './market-shape.ts'

type Side = 'BUY' | 'SELL'

const sumOf = (texts: readonly string[]): number => texts.reduce((sum, text) => sum + Math.round(Number(text) * 1e6), 0) / 1e6

export const dealtOf = (verdict: Verdict): string => String(sumOf(verdict.deals.map(({ quantity }) => quantity)))

/** `pay 0.58 BTC`: what leaves or reaches the account for what trades at once; a negative price turns it round. */
export function costWords(side: Side, deals: Verdict['deals'], shape: Shape): string {
  const quantity = String(sumOf(deals.map((deal) => deal.quantity)))
  if (shape.kind === 'FUTURE') return futureWords(side, quantity, shape.legs).filter(Boolean).join(', ')
  const total = deals.reduce((sum, { price, quantity: size }) => sum + Number(price) * Number(size), 0)
  const verb = (side === 'BUY') === total >= 0 ? 'pay' : 'receive'
  return `${verb} ${groupedText(Math.abs(total), isCoin(shape.quote_currency) ? 4 : 2)} ${shape.quote_currency}`
}

const isCoin = (currency: string): boolean => currency === 'BTC' || currency === 'ETH'

/** One sentence for a side: what trades now for what money, what rests, what is cancelled. */
export function outcomeWords(side: Side, verdict: Verdict, shape: Shape): string {
  const { deals, rests, canceled } = verdict
  const verb = side === 'BUY' ? 'Buys' : 'Sells'
  const parts = [
    deals.length === 0
      ? undefined
      : `${verb} ${quantityText(dealtOf(verdict))} at once${deals.length > 1 ? ` in ${deals.length} blocks` : ''}: ${costWords(side, deals, shape)}`,
    Number(rests) > 0
      ? `${quantityText(rests)} ${deals.length === 0 ? `${side === 'BUY' ? 'bid' : 'offered'}, rests in the book` : 'rests'}`
      : undefined,
    Number(canceled) > 0 ? `${quantityText(canceled)} ${deals.length === 0 ? 'finds nothing and is' : 'is'} cancelled` : undefined,
  ].filter((part) => part !== undefined)
  return `${parts.join('; ')}.`
}

/** The final decision, as the reply carries it. */
export function answerWords(quote: GroupQuoteView): string {
  const { filled, remaining, canceled } = quote.quantities
  const [has, rests, gone] = [filled, remaining, canceled].map((text) => Number(text) > 0)
  if (!has) return rests ? `Accepted, ${quantityText(remaining)} rests` : `Nothing traded, ${quantityText(canceled)} cancelled`
  const after = rests ? `, ${quantityText(remaining)} rests` : gone ? `, ${quantityText(canceled)} cancelled` : ''
  return `Dealt ${quantityText(filled)}${after}`
}
