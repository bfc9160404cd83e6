/** The line that reads back as the same structure. */
import { type LineMeaning, parseQuantity, printLine, RFQ_LIFETIME_MS } from '@parley/core'
import type { Rfq } from '@parley/client'
import { structureOfRfq } from './structure-of-rfq.ts'

/** Undefined if one of its instruments is not listed. */
export function lineOfLegs(
  {
    baseCurrency,
    legs,
    quantity,
    isAnonymous,
    takerSide,
    goodForMs,
  }: Pick<Rfq, 'baseCurrency' | 'legs' | 'quantity' | 'takerSide'> & {
    readonly isAnonymous: boolean
    readonly goodForMs: number | undefined
  },
  instruments: Parameters<typeof structureOfRfq>[1],
): string | undefined {
  const structure = structureOfRfq({ legs }, instruments)
  if (structure === undefined) return undefined
  const meaning: LineMeaning = {
    baseCurrency,
    structure,
    quantity: quantity === undefined ? undefined : parseQuantity(quantity),
    isAnonymous: isAnonymous ? true : undefined,
    ...(takerSide === undefined ? {} : { side: takerSide, isOneWay: true }),
    goodForMs: goodForMs === RFQ_LIFETIME_MS ? undefined : goodForMs,
  }
  return printLine(meaning)
}

/** Only the taker can disclose its name and side, so they are not part of other desks' lines. */
export function lineOfRfq(rfq: Rfq, instruments: Parameters<typeof structureOfRfq>[1]): string | undefined {
  const isOwn = rfq.audience === 'DIRECT' && rfq.role === 'TAKER'
  const own = { takerSide: isOwn ? rfq.takerSide : undefined, isAnonymous: isOwn && rfq.isTakerAnonymous, goodForMs: rfq.goodForMs }
  return lineOfLegs({ ...rfq, ...own }, instruments)
}
