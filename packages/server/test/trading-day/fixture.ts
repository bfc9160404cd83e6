/** The journal and the list of settlements, which outlive every server. In memory for most days; `on-postgres.ts` has the same on a database. */
import { setImmediate as turn } from 'node:timers/promises'
import type { Fault, Journal } from '../../src/engine/journal.ts'
import { createMemoryJournal } from '../engine/memory-journal.ts'
import type { SettlementStore } from '../../src/settlement/store.ts'
import type { ProjectedRow } from '../../src/rfq/projector.ts'
import { createTableStore, type StoreFault, type Tables } from './tables.ts'

export type FixtureFault = Fault | StoreFault
export type FixtureParts = {
  readonly tables: Tables
  /** Receives the rows of every commit. */
  readonly write: (rows: readonly ProjectedRow[]) => void
  readonly strikes: (fault: FixtureFault) => boolean
}
export type Fixture = {
  readonly journal: Journal<ProjectedRow>
  readonly store: SettlementStore
  /** Advances everything that is in progress by this many steps. */
  readonly pass: (semaphore: number) => Promise<void>
}

export const inMemory = ({ tables, write, strikes }: FixtureParts): Fixture => ({
  journal: createMemoryJournal<ProjectedRow>(write, strikes),
  store: createTableStore(tables, strikes),
  async pass(semaphore) {
    for (let left = semaphore; left > 0; left--) await turn()
  },
})
