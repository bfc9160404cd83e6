/** The texts of one matrix cell for each side, in the three display modes. Pure. */
import { groupedText } from '../../components/figure-text.ts'
import type { Side, Strategy, Top, VenueValue } from './model.ts'
import type { MatrixMode } from './spread-screen.ts'
import { decimalsFor, rateText, ratesAt, ratesOf, shortAmount, spreadPriceText } from './strategy-text.ts'

export type CellSide = { readonly side: Side; readonly first: string; readonly second: string }

type CellFacts = {
  readonly strategy: Strategy
  readonly top: Top
  readonly value: VenueValue | undefined
  readonly mode: MatrixMode
  readonly now: number
}

/** BUY is the side that can be sold into: the best bid. */
export function sideOfCell(side: Side, { strategy, top, value, mode, now }: CellFacts): CellSide {
  const level = side === 'BUY' ? top.bid : top.ask
  if (level === undefined) return { side, first: '—', second: '' }
  const price = spreadPriceText(level.price, strategy)
  const { rate, basis } = ratesAt(level.price, strategy, value?.nearMark, now)
  switch (mode) {
    case 'BOTH':
      return { side, first: price, second: rateText(rate) }
    case 'RATE':
      return { side, first: rateText(rate), second: rateText(basis) }
    case 'SIZE':
      return { side, first: shortAmount(level.amount), second: price }
  }
}

/** For a spread without quotes: the mark of its legs, and the corresponding yield. */
export function markOfCell({ strategy, value, mode, now }: Omit<CellFacts, 'top'>): Pick<CellSide, 'first' | 'second'> {
  if (value?.mark === undefined) return { first: '—', second: '' }
  const { rate, basis } = ratesOf(value.mark, strategy, value.nearMark, now)
  if (mode === 'RATE') return { first: rateText(rate), second: rateText(basis) }
  return { first: groupedText(value.mark, decimalsFor(strategy)), second: rateText(rate) }
}

const words: Readonly<Record<Side, string>> = { BUY: 'bid', SELL: 'ask' }

type CellContent = {
  readonly shown: readonly CellSide[]
  /** For a spread without quotes. */
  readonly mark: Pick<CellSide, 'first' | 'second'> | undefined
  readonly hasOwn: boolean
}

/** `26 DEC 25 / 27 MAR 26: bid 1,129.5 4.94%, ask 1,132.0 4.95%, with your orders`. */
export function cellText(name: string, { shown, mark, hasOwn }: CellContent): string {
  const sides = shown.map(({ side, first, second }) => (first === '—' ? `no ${words[side]}` : `${words[side]} ${first} ${second}`))
  const rest = [
    ...(mark === undefined || mark.first === '—' ? [] : [`mark ${mark.first} ${mark.second}`]),
    ...(hasOwn ? ['with your orders'] : []),
  ]
  return `${name}: ${[...sides, ...rest].join(', ')}`
}
