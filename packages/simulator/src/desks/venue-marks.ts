/** Marks that desks read at the venues, like makers that hedge there. Each is computed on request (decision 0043). */
import type { InstrumentView } from '@parley/contracts'
import type { Mark } from '@parley/core'
import type { MarkReader } from '../exchange/mark-reader.ts'

/** Undefined if the venue no longer lists it. */
export type VenueMarks = (instrument: Pick<InstrumentView, 'id' | 'venue' | 'venue_instrument_name'>) => Mark | undefined

/** Each mark is computed once until prices move; `walk` is a new object after that. */
export function readVenueMarks(readers: Readonly<Partial<Record<InstrumentView['venue'], MarkReader>>>, walk: () => object): VenueMarks {
  const known = new Map<number, Mark>()
  let last = walk()
  return ({ id, venue, venue_instrument_name: name }) => {
    if (last !== walk()) {
      known.clear()
      last = walk()
    }
    const mark = known.has(id) ? undefined : readers[venue]?.(name)
    if (mark !== undefined) known.set(id, { instrumentId: id, ...mark })
    return known.get(id)
  }
}
