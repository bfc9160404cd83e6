/** Proves a shard's journal: every number there, every hash right, and the state it gives from zero the one the snapshots say. */
import type { Instant } from '@parley/core'
import { canonicalJson } from './canonical-json.ts'
import type { Shard } from './engine.ts'
import { beginning, hashOf, sha256 } from './hash-chain.ts'
import type { Journal, StoredSnapshot } from './journal.ts'
import { limits } from './limits.ts'
import type { Machine } from './machine.ts'

export type JournalReport<State> = {
  readonly rows: number
  readonly state: State
  readonly stateHash: string
  readonly at: Instant
  /** The newest snapshot that the replay was compared with. */
  readonly snapshotSeq: number | undefined
  /** Sentences; none where all is well. */
  readonly faults: readonly string[]
}

type Kinded = { readonly kind: string }
type Readable = Pick<Journal<never>, 'newestSnapshot' | 'read'>

const FAULTS_TOLD = 10

export async function checkJournal<State, Command extends Kinded, Event extends Kinded>(
  journal: Readable,
  shard: Shard,
  machine: Machine<State, Command, Event>,
): Promise<JournalReport<State>> {
  const faults: string[] = []
  const snapshot = await journal.newestSnapshot(shard)
  let state = machine.initial()
  let seq = 0
  let epoch = 0
  let at = 0 as Instant
  let hash = beginning
  for (;;) {
    const entries = await journal.read(shard, seq, limits.rowsPerRead)
    for (const entry of entries) {
      if (entry.seq !== seq + 1) faults.push(`Rows ${seq + 1} to ${entry.seq - 1} are missing.`)
      if (entry.hashBefore !== hash) faults.push(`Row ${entry.seq} does not follow the row before it.`)
      if (hashOf(entry.hashBefore, entry) !== entry.hash) faults.push(`Row ${entry.seq} is not what was written.`)
      if (entry.epoch < epoch || entry.at < at) faults.push(`Row ${entry.seq} is older than the row before it.`)
      state = machine.evolve(state, JSON.parse(entry.event) as Event)
      seq = entry.seq
      epoch = entry.epoch
      at = entry.at as Instant
      hash = entry.hash
      if (seq === snapshot?.seq) faults.push(...compare(snapshot, sha256(canonicalJson(machine.snapshot(state))), hash))
      if (faults.length >= FAULTS_TOLD) break
    }
    if (entries.length < limits.rowsPerRead || faults.length >= FAULTS_TOLD) break
  }
  if (snapshot !== undefined && snapshot.seq > seq)
    faults.push(`The newest snapshot is of row ${snapshot.seq}, and the journal ends at row ${seq}.`)
  return { rows: seq, state, stateHash: sha256(canonicalJson(machine.snapshot(state))), at, snapshotSeq: snapshot?.seq, faults }
}

function compare(snapshot: StoredSnapshot, stateHash: string, hash: string): readonly string[] {
  return [
    ...(snapshot.stateHash === stateHash ? [] : [`The snapshot of row ${snapshot.seq} holds another state than the rows before it give.`]),
    ...(snapshot.hash === hash ? [] : [`The snapshot of row ${snapshot.seq} belongs to another journal.`]),
    ...(sha256(snapshot.state) === snapshot.stateHash ? [] : [`The snapshot of row ${snapshot.seq} is not what was written.`]),
  ]
}
