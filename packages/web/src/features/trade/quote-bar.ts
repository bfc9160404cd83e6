/** The positions in the quote bar: every price on one scale, and labels that do not overlap. Pure. */
import type { RecordQuote } from '@parley/client'
import { type Deal, dealtWith } from './deal-view.ts'

export type QuoteBarMark = {
  readonly kind: 'BID' | 'ASK' | 'DEALT'
  readonly x: number
  readonly label: string
  readonly price: number
  /** The row of its label, counted from the line. Undefined if there is no room for one. */
  readonly row: number | undefined
  /** The next best price on the traded side. */
  readonly isCover: boolean
}
export type QuoteBarView = {
  readonly marks: readonly QuoteBarMark[]
  readonly mark: number | undefined
  readonly venue: { readonly bid: number; readonly ask: number } | undefined
  readonly average: number
  readonly ticks: readonly { readonly x: number; readonly price: number }[]
}

/** Follows the name of the maker with the next best price. */
export const COVER = ' · cover'
const CHARACTER_PX = 6.6
const GAP_PX = 8
const ROWS = 2
/** A share of the whole width, at both ends. */
const MARGIN = 0.06

/** `cover` names the maker whose quote on the traded side gets that word. */
export function quoteBarOf(
  deal: Deal,
  quotes: readonly RecordQuote[],
  average: number,
  width: number,
  cover?: string,
): QuoteBarView | undefined {
  const numbers = [deal.markPrice, deal.venueBid, deal.venueAsk].flatMap((price) => (price === undefined ? [] : [Number(price)]))
  const prices = [...quotes.map(({ price }) => Number(price)), ...numbers, average]
  const [low, high] = [Math.min(...prices), Math.max(...prices)]
  if (prices.length < 2 || low === high) return undefined
  const x = (price: number) => width * (MARGIN + ((price - low) / (high - low)) * (1 - 2 * MARGIN))
  const bare = quotes.map((quote) => {
    const isDealt = dealtWith(deal, quote).some(({ price }) => price === quote.price)
    const kind = isDealt ? ('DEALT' as const) : quote.side === 'BUY' ? ('BID' as const) : ('ASK' as const)
    return {
      kind,
      side: quote.side,
      x: x(Number(quote.price)),
      label: quote.deskName,
      price: Number(quote.price),
      isCover: quote.deskName === cover && kind === (deal.side === 'BUY' ? 'ASK' : 'BID'),
    }
  })
  const venue = deal.venueBid === undefined || deal.venueAsk === undefined ? undefined : { bid: x(Number(deal.venueBid)), ask: x(Number(deal.venueAsk)) } // prettier-ignore
  return {
    marks: (['BUY', 'SELL'] as const).flatMap((side) => withRows(bare.filter((one) => one.side === side))),
    mark: deal.markPrice === undefined ? undefined : x(Number(deal.markPrice)),
    venue,
    average: x(average),
    ticks: roundPrices(low, high).map((price) => ({ x: x(price), price })),
  }
}

type Bare = Omit<QuoteBarMark, 'row'>

/** Traded quotes are labelled first, then the others from the left. A quote without room for a label shows it on hover. */
function withRows(marks: readonly Bare[]): readonly QuoteBarMark[] {
  const taken: { from: number; to: number }[][] = Array.from({ length: ROWS }, () => [])
  const inOrder = marks.toSorted((a, b) => Number(b.kind === 'DEALT') - Number(a.kind === 'DEALT') || a.x - b.x)
  return inOrder.map(({ kind, x, label, price, isCover }) => {
    const characters = label.length + (isCover ? COVER.length : 0)
    const half = (characters * CHARACTER_PX + GAP_PX) / 2
    const row = taken.findIndex((row) => row.every(({ from, to }) => x + half < from || x - half > to))
    if (row >= 0) taken[row]!.push({ from: x - half, to: x + half })
    return { kind, x, label, price, isCover, row: row < 0 ? undefined : row }
  })
}

/** Three to six round prices between the two. */
export function roundPrices(low: number, high: number): readonly number[] {
  const rough = (high - low) / 5
  const power = 10 ** Math.floor(Math.log10(rough))
  const step = [1, 2, 5, 10].map((each) => each * power).find((each) => each >= rough) ?? rough
  const first = Math.ceil(low / step)
  return Array.from({ length: Math.max(0, Math.floor(high / step) - first + 1) }, (_, place) => (first + place) * step)
}
