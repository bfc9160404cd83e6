/** The listing as the venue has last sent it. */
import type { Instrument } from '@parley/core'

export interface Listing {
  named(name: string): Instrument | undefined
  all(): readonly Instrument[]
  /** Takes a whole new listing in; answers what was listed or has expired since the last one. */
  takeIn(rows: readonly Instrument[]): readonly Instrument[]
}

export function createListing(): Listing {
  const known = new Map<string, Instrument>()
  return {
    named: (name) => known.get(name),
    all: () => [...known.values()],
    takeIn: (rows) => {
      const names = new Set(rows.map((row) => row.name))
      const expired = [...known.values()].filter((row) => !names.has(row.name)).map((row): Instrument => ({ ...row, state: 'EXPIRED' }))
      const listed = rows.filter((row) => !known.has(row.name))
      expired.forEach((row) => known.delete(row.name))
      rows.forEach((row) => known.set(row.name, row))
      return [...expired, ...listed]
    },
  }
}
