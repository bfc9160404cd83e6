/** Market data for the ticket's parts: the RFQ as core's structure, and marks in core's format. */
import { explainMinimumBlock, formatPrice, formatQuantity, structureTick, type Instrument, type Mark, type Structure } from '@parley/core'
import type { Rfq } from '@parley/client'
import { useMemo } from 'react'
import { useInstruments } from '../../live/instruments.ts'
import { useIndex, useMarks, useNow } from '../../live/use-live.ts'
import { markFromWire } from '../market-data/mark-from-wire.ts'
import { structureOfRfq } from './structure-of-rfq.ts'

export type Sizes = { readonly tick: string; readonly minimum: string; readonly increment: string }
export type KnownStructure =
  | { readonly state: 'LOADING' }
  | { readonly state: 'FAILED'; readonly words: string }
  | { readonly state: 'KNOWN'; readonly structure: Structure; readonly sizes: Sizes }

export function useStructure(rfq: Pick<Rfq, 'venue' | 'baseCurrency' | 'legs'>): KnownStructure {
  const instruments = useInstruments(rfq.venue, rfq.baseCurrency)
  const { legs } = rfq
  return useMemo((): KnownStructure => {
    if (instruments.state === 'FAILED') return { state: 'FAILED', words: instruments.words }
    if (instruments.state === 'LOADING') return { state: 'LOADING' }
    return knownStructure({ legs }, instruments.data)
  }, [legs, instruments])
}

export function knownStructure(
  rfq: Pick<Rfq, 'legs'>,
  instruments: ReadonlyMap<number, Instrument>,
): Exclude<KnownStructure, { state: 'LOADING' }> {
  const structure = structureOfRfq(rfq, instruments)
  // An expired leg is no longer in the catalogue.
  if (structure === undefined) return { state: 'FAILED', words: 'One of the structure’s instruments is no longer listed.' }
  const block = explainMinimumBlock(structure)
  const sizes = {
    tick: formatPrice(structureTick(structure)),
    minimum: formatQuantity(block.minimum),
    increment: formatQuantity(block.increment),
  }
  return { state: 'KNOWN', structure, sizes }
}

export type MarkOf = (instrumentId: number) => Mark | undefined

export function useMarkOf(rfq: Pick<Rfq, 'baseCurrency' | 'venue'>): { readonly markOf: MarkOf; readonly now: number } {
  const marks = useMarks()
  const now = useNow(1_000)
  const index = useIndex(rfq.baseCurrency, rfq.venue)
  return useMemo(
    () => ({ markOf: (id) => markFromWire(marks.get(id), Number(index?.index_price ?? 0), now), now }),
    [marks, index?.index_price, now],
  )
}
