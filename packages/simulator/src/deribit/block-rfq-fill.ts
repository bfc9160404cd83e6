/** The quotes that fill a taker, in order of priority. Pure. */
import type { Direction, RfqQuote } from './block-rfq.ts'

export type Part = { readonly quote: RfqQuote; readonly amount: number }

/** The quotes on the other side, in the order in which they are taken: best price, all-or-none before partial ones, then the oldest. */
export function facing(quotes: readonly RfqQuote[], taker: Direction, now: number): readonly RfqQuote[] {
  const better = taker === 'buy' ? 1 : -1
  return quotes
    .filter(({ state, direction, expiresAt = Infinity }) => state === 'open' && direction !== taker && expiresAt > now)
    .sort((a, b) => (a.price - b.price) * better || rank(a) - rank(b) || a.updatedAt - b.updatedAt || a.id - b.id)
}

const rank = ({ instruction }: RfqQuote): number => (instruction === 'all_or_none' ? 0 : 1)

/** The quotes that together make up the amount, best first; undefined if there are not enough. An all-or-none quote is taken in full. */
export function fillOf(queue: readonly RfqQuote[], amount: number): readonly Part[] | undefined {
  const parts: Part[] = []
  let left = amount
  for (const quote of queue) {
    if (left <= 1e-9) break
    if (quote.instruction === 'all_or_none' && quote.amount > left + 1e-9) continue
    const taken = Math.min(left, quote.amount)
    parts.push({ quote, amount: Number(taken.toFixed(6)) })
    left -= taken
  }
  return left <= 1e-9 ? parts : undefined
}
