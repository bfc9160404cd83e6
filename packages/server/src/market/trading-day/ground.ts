/** What outlives every server: the journal and the list of settlements. In memory for most days; the same on PostgreSQL elsewhere. */
import { setImmediate as turn } from 'node:timers/promises'
import type { Fault, Journal } from '../../engine/journal.ts'
import { createMemoryJournal } from '../../engine/memory-journal.ts'
import type { SettlementStore } from '../../settlement/store.ts'
import type { ProjectedRow } from '../projector.ts'
import { createTableStore, type StoreFault, type Tables } from './tables.ts'

export type GroundFault = Fault | StoreFault
export type GroundNeeds = {
  readonly tables: Tables
  /** Receives the rows of every commit. */
  readonly write: (rows: readonly ProjectedRow[]) => void
  readonly strikes: (fault: GroundFault) => boolean
}
export type Ground = {
  readonly journal: Journal<ProjectedRow>
  readonly store: SettlementStore
  /** Lets everything that is under way go so many steps on. */
  readonly pass: (turns: number) => Promise<void>
}

export const inMemory = ({ tables, write, strikes }: GroundNeeds): Ground => ({
  journal: createMemoryJournal<ProjectedRow>(write, strikes),
  store: createTableStore(tables, strikes),
  async pass(turns) {
    for (let left = turns; left > 0; left--) await turn()
  },
})
