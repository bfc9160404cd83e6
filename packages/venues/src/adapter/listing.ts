/** The instruments as the venue last listed them. */
import type { Instrument } from '@parley/core'
import type { Contract } from '../port/venue-answers.ts'

export interface Listing<Listed extends Contract = Instrument> {
  named(name: string): Listed | undefined
  all(): readonly Listed[]
  /** Replaces the whole listing and returns the instruments that were listed or have expired since the last one. */
  takeIn(rows: readonly Listed[]): readonly Listed[]
}

export function createListing<Listed extends Contract = Instrument>(): Listing<Listed> {
  const known = new Map<string, Listed>()
  return {
    named: (name) => known.get(name),
    all: () => [...known.values()],
    takeIn: (rows) => {
      const names = new Set(rows.map((row) => row.name))
      const expired = [...known.values()].filter((row) => !names.has(row.name)).map((row): Listed => ({ ...row, state: 'EXPIRED' }))
      const listed = rows.filter((row) => !known.has(row.name))
      expired.forEach((row) => known.delete(row.name))
      rows.forEach((row) => known.set(row.name, row))
      return [...expired, ...listed]
    },
  }
}
