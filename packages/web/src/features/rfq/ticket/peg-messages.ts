/** Texts of a peg: what it does, when it stops, and why it stopped. Pure. */
import { type PegHistory, pegPrice, type PegStop, type PegTerms, priceText, type Side } from '@parley/core'
import type { PegFigures } from './peg-figures.ts'

export type PegEnd = PegStop | 'BY_HAND' | 'CHANGED' | 'REFUSED' | 'UNANSWERED'

const stops: Readonly<Record<PegEnd, string>> = {
  OFFLINE: 'the connection was lost, and the server cancels all orders from this window',
  MARKS_STALE: 'the marks are stale',
  NO_OFFSET: 'the offset is zero, or the structure has no vega',
  BAND_LEFT: 'the mark left its band',
  FILLED_BEYOND: 'a fill arrived after the mark had moved beyond the offset',
  QUOTE_GONE: 'one side of the quote is gone',
  BY_HAND: 'you switched it off',
  CHANGED: 'the quote was changed manually',
  REFUSED: 'a replacement was rejected',
  UNANSWERED: 'a replacement got no response',
}

/** A quote that the user has changed stays live when the peg ends. */
export const isPulledAtEnd = (why: PegEnd): boolean => why !== 'BY_HAND' && why !== 'CHANGED'

export function endMessage(why: PegEnd, time: string, more: string | undefined): string {
  const verb = isPulledAtEnd(why) ? 'Stopped and cancelled' : 'Stopped'
  return `${verb} ${time}: ${stops[why]}${more === undefined ? '' : ` (${more.replace(/\.$/, '')})`}.`
}

type Sides = readonly Side[]
type Prices = Partial<Readonly<Record<Side, string>>>

const both = (sides: Sides, textOf: (side: Side) => string | undefined, decimals: number): string =>
  sides
    .map((side) => {
      const text = textOf(side)
      return text === undefined ? '—' : priceText(text, decimals)
    })
    .join(' / ')

/** `0.0405–0.0413`. */
export const bandText = (startMark: number, bandTicks: number, tick: number, decimals: number): string =>
  [-1, 1].map((way) => priceText((startMark + way * bandTicks * tick).toFixed(decimals), decimals)).join('–')

type Shown = { readonly figures: PegFigures; readonly live: Prices; readonly decimals: number }

/** While it is off: what switching it on would do. Undefined if that is not known. */
export function previewMessage(terms: PegTerms, sides: Sides, { figures, live, decimals }: Shown): string | undefined {
  const { mark, tick } = figures
  const to = both(sides, (side) => pegPrice(side, terms, figures)?.toFixed(decimals), decimals)
  if (mark === undefined || to.includes('—')) return undefined
  const now = both(sides, (side) => live[side], decimals)
  const does = now === to ? `keeps ${now}` : `replaces ${now} with ${to}`
  return `When on: ${does}, stops if the mark leaves ${bandText(mark, terms.bandTicks, tick, decimals)}.`
}

/** While it is on. */
export function runningMessage(
  terms: PegTerms,
  { sides, startMark }: PegHistory,
  { figures, live, decimals }: Shown,
  doing: string,
): string {
  const stands = both(sides, (side) => live[side], decimals)
  return `${doing} ${stands}. Stops and cancels if the mark leaves ${bandText(startMark, terms.bandTicks, figures.tick, decimals)}.`
}
