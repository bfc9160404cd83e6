/** What the viewing desk has in a market: what rests, what it has dealt, and what became of it. Pure. */
import type { GroupQuoteView, GroupTradeView } from '@parley/contracts'
import { displayGroupRfq, statusOfGroupRfq } from '@parley/core'
import { quantityText } from '../direct-rfq/structure-text.ts'
import { isResting } from './book.ts'

export type OwnPart = {
  readonly bids: readonly GroupQuoteView[]
  readonly asks: readonly GroupQuoteView[]
  /** Bought less sold, agreed and settled; undefined where nothing was dealt. */
  readonly position: number | undefined
  readonly role: 'TAKER' | 'MAKER' | undefined
  /** COMPLETED is shown as Filled. Undefined where the desk has no part in it. */
  readonly status: 'Open' | 'Filled' | undefined
}

export function ownPart(quotes: readonly GroupQuoteView[] = [], trades: readonly GroupTradeView[] = []): OwnPart {
  const resting = quotes.filter(isResting)
  const dealt = trades.filter((trade) => trade.status !== 'REJECTED')
  const sum = (of: readonly { readonly amount: number }[]) => of.reduce((total, { amount }) => total + Math.round(amount * 1e6), 0) / 1e6
  const amount = (trade: GroupTradeView) => ({ amount: Number(trade.quantity) })
  const remaining = sum(resting.map((quote) => ({ amount: Number(quote.remaining_quantity) })))
  const filled = sum(dealt.map(amount))
  const completed = sum(dealt.filter((trade) => trade.status === 'COMPLETED').map(amount))
  const hasPart = resting.length > 0 || dealt.length > 0
  return {
    bids: resting.filter(({ side }) => side === 'BUY').sort((a, b) => Number(b.price) - Number(a.price)),
    asks: resting.filter(({ side }) => side === 'SELL').sort((a, b) => Number(a.price) - Number(b.price)),
    position:
      dealt.length === 0 ? undefined : sum(dealt.map(({ side, quantity }) => ({ amount: Number(quantity) * (side === 'BUY' ? 1 : -1) }))),
    role: dealt.some(({ role }) => role === 'TAKER') ? 'TAKER' : hasPart ? 'MAKER' : undefined,
    status: hasPart ? displayGroupRfq(statusOfGroupRfq({ filled, remaining, completed })) : undefined,
  }
}

/** Each resting quote's own size: they are not added up. From three on there is no room for each, and their number says more. */
export function sizesText(resting: readonly GroupQuoteView[]): string {
  const [first = '', ...rest] = resting.map((quote) => quantityText(quote.remaining_quantity))
  if (rest.length < 2) return [first, ...rest].join(' · ')
  return rest.every((size) => size === first) ? `${resting.length}×${first}` : `${resting.length} quotes`
}
