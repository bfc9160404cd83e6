import type { Rfq } from '@parley/client'
import { useIndex, useMarks, useStructureMark } from '../../live/use-live.ts'
import { vegaMeasure, volVersusMark } from './vol-versus-mark.ts'

/** How far a price of the structure is from its mark in vol points, if there are marks. */
export function useVolVersusMark(
  rfq: Pick<Rfq, 'legs' | 'baseCurrency' | 'quoteCurrency' | 'venue'>,
): (price: string) => number | undefined {
  const mark = useStructureMark(rfq.legs)
  const vega = vegaMeasure(rfq.legs, useMarks())
  const index = useIndex(rfq.baseCurrency, rfq.venue)
  const coin = rfq.quoteCurrency === rfq.baseCurrency ? Number(index?.index_price) : 1
  return (price) => (mark === undefined || vega === undefined ? undefined : volVersusMark((Number(price) - mark) * coin, vega))
}
