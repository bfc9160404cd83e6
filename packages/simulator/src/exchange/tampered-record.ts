/** A venue's record as it is shown: what happened there, with the alterations, removals and additions of a test or the demo. */
import type { Tamper, Tampering } from './tampering.ts'

export type Alteration = Extract<Tampering, { kind: 'ALTER' }>
export type Addition = Extract<Tampering, { kind: 'ADD' }>

/** An entry is what the venue records for a block: all of it, or one party's side. */
export type RecordEntries<Entry> = {
  /** The entries before tampering, oldest first. */
  entries(): readonly Entry[]
  /** The id by which the adapter knows the entry's block. */
  blockOf(entry: Entry): string
  isExecuted(entry: Entry): boolean
  /** Undefined if the entry has no such leg. */
  alter(entry: Entry, alteration: Alteration): Entry | undefined
  /** The entries of a block that was never sent; `number` counts additions from 1. Undefined if a contract or key is unknown. */
  invent(addition: Addition, number: number): { readonly id: string; readonly entries: readonly Entry[] } | undefined
}

export interface TamperedRecord<Entry> {
  /** Oldest first. */
  shown(): readonly Entry[]
  asShown(entry: Entry): Entry
  readonly tamper: Tamper
}

export function createTamperedRecord<Entry>(record: RecordEntries<Entry>): TamperedRecord<Entry> {
  const removed = new Set<string>()
  const alterations: Alteration[] = []
  const added: Entry[] = []
  let additions = 0

  const asShown = (entry: Entry): Entry =>
    alterations
      .filter(({ block }) => block === record.blockOf(entry))
      .reduce((shown, alteration) => record.alter(shown, alteration) ?? shown, entry)
  const shown = (): readonly Entry[] => [...record.entries(), ...added].filter((entry) => !removed.has(record.blockOf(entry))).map(asShown)
  const executed = (block: string): readonly Entry[] =>
    shown().filter((entry) => record.blockOf(entry) === block && record.isExecuted(entry))

  return {
    shown,
    asShown,
    tamper: (tampering) => {
      switch (tampering.kind) {
        case 'ALTER': {
          const found = executed(tampering.block)
          if (found.length === 0 || found.some((entry) => record.alter(entry, tampering) === undefined)) return undefined
          alterations.push(tampering)
          return tampering.block
        }
        case 'REMOVE':
          if (executed(tampering.block).length === 0) return undefined
          removed.add(tampering.block)
          return tampering.block
        case 'ADD': {
          const invented = record.invent(tampering, additions + 1)
          if (invented === undefined) return undefined
          additions += 1
          added.push(...invented.entries)
          return invented.id
        }
      }
    },
  }
}
