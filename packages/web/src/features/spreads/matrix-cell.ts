/** The texts of one matrix cell for each side, in the three display modes. Pure. */
import { withoutOwn } from '@parley/core'
import { groupedText } from '../../components/figure-text.ts'
import type { Level, LevelBook } from '../market-data/depth.ts'
import { ownResting } from './ladder.ts'
import type { Side, SpreadOrder, Strategy, Top, VenueValue } from './model.ts'
import type { MatrixMode } from './spread-screen.ts'
import { decimalsFor, rateText, ratesAt, ratesOf, shortAmount, spreadPriceText } from './strategy-text.ts'

export type CellSide = { readonly side: Side; readonly first: string; readonly second: string; readonly isOwn?: true }

/** A best price, which is the desk's own if only its own orders rest there. */
export type TouchLevel = Level & { readonly isOwn?: true }
export type Touches = { readonly bid: TouchLevel | undefined; readonly ask: TouchLevel | undefined }

/**
 * The best prices of the other desks (rulebook 21.13). The book behind the best price is known for the shown spread only. In the others, a best price at
 * which only the desk's own orders rest is marked as its own.
 */
export function touchesOf({ bid, ask }: Top, orders: readonly SpreadOrder[], book: LevelBook | undefined): Touches {
  const own = orders.map(ownResting)
  const known = book ?? { bids: bid === undefined ? [] : [bid], asks: ask === undefined ? [] : [ask] }
  const { bids, asks } = withoutOwn(known, own)
  const mine = (best: Level | undefined): TouchLevel | undefined => best && { ...best, isOwn: true }
  return { bid: bids[0] ?? mine(known.bids[0]), ask: asks[0] ?? mine(known.asks[0]) }
}

/** Whether other desks quote both sides. */
export const isTwoSided = ({ bid, ask }: Touches): boolean => bid !== undefined && ask !== undefined && !bid.isOwn && !ask.isOwn

type CellFacts = {
  readonly strategy: Strategy
  readonly top: Touches
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
  const shown = { side, ...(level.isOwn && { isOwn: level.isOwn }) }
  switch (mode) {
    case 'BOTH':
      return { ...shown, first: price, second: rateText(rate) }
    case 'RATE':
      return { ...shown, first: rateText(rate), second: rateText(basis) }
    case 'SIZE':
      return { ...shown, first: shortAmount(level.amount), second: price }
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
  const sides = shown.map(({ side, first, second, isOwn }) =>
    first === '—' ? `no ${words[side]}` : `${isOwn ? 'your ' : ''}${words[side]} ${first} ${second}`,
  )
  const rest = [
    ...(mark === undefined || mark.first === '—' ? [] : [`mark ${mark.first} ${mark.second}`]),
    ...(hasOwn ? ['with your orders'] : []),
  ]
  return `${name}: ${[...sides, ...rest].join(', ')}`
}
