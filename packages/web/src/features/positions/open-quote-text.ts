/** The texts of an open quote in the panel of open quotes. Pure. */
import { quantityText } from '@parley/core'
import { signedText } from '../../components/figure-text.ts'
import type { OpenSide } from './open-quotes.ts'

const ofSide = (sides: readonly OpenSide[], side: 'BUY' | 'SELL'): readonly OpenSide[] => sides.filter(({ order }) => order.side === side)

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0)

function sizeOf(sides: readonly OpenSide[]): string {
  return quantityText(String(Math.round(sum(sides.map(({ order }) => Number(order.resting))) * 1e6) / 1e6))
}

/** `40`, or `40 / 25` if the sides differ. */
export function sizesText(sides: readonly OpenSide[]): string {
  const both = (['BUY', 'SELL'] as const).map((side) => ofSide(sides, side)).filter((own) => own.length > 0)
  return [...new Set(both.map(sizeOf))].join(' / ')
}

function vegaText(sides: readonly OpenSide[], none: string): string {
  if (sides.length === 0) return none
  const known = sides.flatMap(({ risk }) => risk?.total.vega ?? [])
  return known.length < sides.length ? '—' : signedText(sum(known), 0)
}

/** `+7,777 · −7,777`, `no bid · −8,481`. */
export const vegasText = (sides: readonly OpenSide[]): string =>
  `${vegaText(ofSide(sides, 'BUY'), 'no bid')} · ${vegaText(ofSide(sides, 'SELL'), 'no offer')}`
