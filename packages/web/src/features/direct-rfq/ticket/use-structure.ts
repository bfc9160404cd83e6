/** What the ticket's parts know of the market: the RFQ as core's structure, and marks as core reads them. */
import { explainMinimumBlock, formatPrice, formatQuantity, structureTick, type Mark, type Structure } from '@parley/core'
import type { RfqView } from '@parley/contracts'
import { useMemo } from 'react'
import { useInstruments } from '../../../live/instruments.ts'
import { useIndex, useMarks, useNow } from '../../../live/use-live.ts'
import { markFromWire } from '../../market-data/mark-from-wire.ts'
import { structureOfRfq } from './structure-of-rfq.ts'

export type Sizes = { readonly tick: string; readonly minimum: string; readonly increment: string }
export type Known =
  | { readonly state: 'LOADING' }
  | { readonly state: 'FAILED'; readonly words: string }
  | { readonly state: 'KNOWN'; readonly structure: Structure; readonly sizes: Sizes }

export function useStructure(rfq: Pick<RfqView, 'venue' | 'base_currency' | 'legs'>): Known {
  const instruments = useInstruments(rfq.venue, rfq.base_currency)
  const listed = instruments.state === 'LOADED' ? instruments.data : undefined
  return useMemo((): Known => {
    if (instruments.state === 'FAILED') return { state: 'FAILED', words: instruments.words }
    if (instruments.state === 'LOADING') return { state: 'LOADING' }
    const structure = structureOfRfq(rfq, instruments.data)
    // An expired leg is no longer in the catalogue.
    if (structure === undefined) return { state: 'FAILED', words: 'An instrument of this structure is no longer listed.' }
    const block = explainMinimumBlock(structure)
    const sizes = {
      tick: formatPrice(structureTick(structure)),
      minimum: formatQuantity(block.minimum),
      increment: formatQuantity(block.increment),
    }
    return { state: 'KNOWN', structure, sizes }
  }, [rfq.legs, instruments.state, listed])
}

export type MarkOf = (instrumentId: number) => Mark | undefined

export function useMarkOf(rfq: Pick<RfqView, 'base_currency' | 'venue'>): { readonly markOf: MarkOf; readonly now: number } {
  const marks = useMarks()
  const now = useNow(1_000)
  const index = useIndex(rfq.base_currency, rfq.venue)
  return useMemo(
    () => ({ markOf: (id) => markFromWire(marks.get(id), Number(index?.index_price ?? 0), now), now }),
    [marks, index?.index_price, now],
  )
}
