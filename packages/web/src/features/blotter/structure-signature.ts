/** Whether two structures are one. Pure. */
import type { AnyTapeTrade, Leg } from '@parley/client'
import { tradeLegs } from './trade-words.ts'

/** Legs and ratios, in whatever order and whichever way round; hedges aside. */
export function structureSignature(legs: readonly Pick<Leg, 'instrumentName' | 'ratio' | 'side' | 'price'>[]): string {
  const own = legs.filter(({ price }) => price === undefined).toSorted((a, b) => a.instrumentName.localeCompare(b.instrumentName))
  const way = own[0]?.side
  return own.map(({ instrumentName, ratio, side }) => `${instrumentName} ${Number(ratio)} ${side === way ? 'same' : 'against'}`).join()
}

export const signatureOfTrade = (trade: AnyTapeTrade): string => structureSignature(tradeLegs(trade))
