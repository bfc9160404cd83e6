/** The volatilities of a trade's option legs in words, and whether two structures are one. Pure. */
import type { Leg, TapeTrade } from '@parley/client'
import { tradeLegs } from './trade-words.ts'

/** `40.4 / 39.4` in the order of the legs; undefined while one of them is not known. */
export function ivText(trade: TapeTrade): string | undefined {
  const options = trade.legs.filter(({ instrumentName }) => /-[CP]$/.test(instrumentName))
  const known = options.flatMap(({ iv }) => (iv === undefined ? [] : [Number(iv).toFixed(1)]))
  return options.length === 0 || known.length < options.length ? undefined : known.join(' / ')
}

/** Legs and ratios, in whatever order and whichever way round; hedges aside. */
export function structureSignature(legs: readonly Pick<Leg, 'instrumentName' | 'ratio' | 'side' | 'price'>[]): string {
  const own = legs.filter(({ price }) => price === undefined).toSorted((a, b) => a.instrumentName.localeCompare(b.instrumentName))
  const way = own[0]?.side
  return own.map(({ instrumentName, ratio, side }) => `${instrumentName} ${Number(ratio)} ${side === way ? 'same' : 'against'}`).join()
}

export const signatureOfTrade = (trade: TapeTrade): string => structureSignature(tradeLegs(trade))
