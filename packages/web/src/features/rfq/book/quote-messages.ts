/** Texts for the outcome of a quote, before and after it is sent. Pure. */
import type { Order, Rfq } from '@parley/client'
import { quantityText } from '@parley/core'
import { futureText } from '../../structure/future-labels.ts'
import { groupedText } from '../../../components/figure-text.ts'
import { unfilledText } from '../cancel-reasons.ts'
import type { Verdict } from '../rules/check-quote.ts'

type Side = 'BUY' | 'SELL'

const sumOf = (texts: readonly string[]): number => texts.reduce((sum, text) => sum + Math.round(Number(text) * 1e6), 0) / 1e6

export const dealtOf = (verdict: Verdict): string => String(sumOf(verdict.deals.map(({ quantity }) => quantity)))

/** `pay 0.58 BTC`: the amount paid or received for what trades immediately. A negative price reverses it. */
export function costText(side: Side, deals: Verdict['deals'], rfq: Rfq): string {
  const quantity = String(sumOf(deals.map((deal) => deal.quantity)))
  if (rfq.kind === 'FUTURE') return futureText(side, quantity, rfq.legs).filter(Boolean).join(', ')
  const total = deals.reduce((sum, { price, quantity: size }) => sum + Number(price) * Number(size), 0)
  const verb = (side === 'BUY') === total >= 0 ? 'pay' : 'receive'
  return `${verb} ${groupedText(Math.abs(total), rfq.quoteCurrency === rfq.baseCurrency ? 4 : 2)} ${rfq.quoteCurrency}`
}

/** One sentence per side: the part that trades now and its money, the part that rests, and the part that is cancelled. */
export function outcomeText(side: Side, verdict: Verdict, rfq: Rfq): string {
  const { deals, rests, canceled } = verdict
  const verb = side === 'BUY' ? 'Buys' : 'Sells'
  const parts = [
    deals.length === 0
      ? undefined
      : `${verb} ${quantityText(dealtOf(verdict))} at once${deals.length > 1 ? ` in ${deals.length} blocks` : ''}: ${costText(side, deals, rfq)}`,
    Number(rests) > 0
      ? deals.length === 0
        ? `${side === 'BUY' ? 'Bid for' : 'Offer of'} ${quantityText(rests)} rests in the book`
        : `${quantityText(rests)} rests`
      : undefined,
    Number(canceled) > 0 ? `${quantityText(canceled)} ${deals.length === 0 ? 'does not fill and is' : 'is'} cancelled` : undefined,
  ].filter((part) => part !== undefined)
  return `${parts.join('; ')}.`
}

type Answered = Pick<Order, 'agreed' | 'resting' | 'canceled' | 'unfilledReason'>

/** The final result in the response. */
export function answerText({ agreed, resting, canceled, unfilledReason }: Answered): string {
  const [has, rests, gone] = [agreed, resting, canceled].map((text) => Number(text) > 0)
  const why = unfilledText({ unfilledReason })
  const cancelled = `, ${quantityText(canceled)} cancelled${why === undefined ? '' : `: ${why}`}`
  if (!has) return rests ? `Accepted, ${quantityText(resting)} rests` : `Nothing traded${cancelled}`
  return `Traded ${quantityText(agreed)}${rests ? `, ${quantityText(resting)} rests` : gone ? cancelled : ''}`
}
