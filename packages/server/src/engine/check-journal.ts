/** Proves a shard's journal: every number there, every hash right, and the state it gives from zero the one the snapshots say. */
import type { Instant } from '@parley/core'
import { canonicalJson } from './canonical-json.ts'
import type { Shard } from './engine.ts'
import { beginning, hashOf, sha256 } from './hash-chain.ts'
import type { Journal, StoredEntry, StoredSnapshot } from './journal.ts'
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

/** Ends at the first row that is wrong: what would follow from it says nothing. `hear` is told of each row that is right, and of the state after it. */
export async function checkJournal<State, Command extends Kinded, Event extends Kinded>(
  journal: Readable,
  shard: Shard,
  machine: Machine<State, Command, Event>,
  hear: (entry: StoredEntry, state: State) => void = () => undefined,
): Promise<JournalReport<State>> {
  const snapshot = await journal.newestSnapshot(shard)
  let replayed: Replayed<State> = { state: machine.initial(), seq: 0, epoch: 0, at: 0 as Instant, hash: beginning }
  const hashOfState = () => sha256(canonicalJson(machine.snapshot(replayed.state)))
  const report = (faults: readonly string[]): JournalReport<State> => ({
    rows: replayed.seq,
    state: replayed.state,
    stateHash: hashOfState(),
    at: replayed.at,
    snapshotSeq: snapshot?.seq,
    faults,
  })
  for (;;) {
    const entries = await journal.read(shard, replayed.seq, limits.rowsPerRead)
    for (const entry of entries) {
      const next = follow(replayed, entry, machine)
      if (typeof next === 'string') return report([next])
      replayed = next
      hear(entry, next.state)
      const faults = entry.seq === snapshot?.seq ? compare(snapshot, hashOfState(), entry.hash) : []
      if (faults.length > 0) return report(faults)
    }
    if (entries.length < limits.rowsPerRead) break
  }
  const isBehind = snapshot !== undefined && snapshot.seq > replayed.seq
  return report(isBehind ? [`The newest snapshot is of row ${snapshot.seq}, and the journal ends at row ${replayed.seq}.`] : [])
}

type Replayed<State> = { readonly state: State; readonly seq: number; readonly epoch: number; readonly at: Instant; readonly hash: string }

/** The state after the row, or what is wrong with the row. */
function follow<State, Event extends Kinded>(
  before: Replayed<State>,
  entry: StoredEntry,
  machine: Pick<Machine<State, never, Event>, 'evolve'>,
): Replayed<State> | string {
  if (entry.seq === before.seq + 2) return `Row ${before.seq + 1} is missing.`
  if (entry.seq !== before.seq + 1) return `Rows ${before.seq + 1} to ${entry.seq - 1} are missing.`
  if (entry.hashBefore !== before.hash) return `Row ${entry.seq} does not follow the row before it.`
  if (hashOf(entry.hashBefore, entry) !== entry.hash) return `Row ${entry.seq} is not what was written.`
  if (entry.epoch < before.epoch || entry.at < before.at) return `Row ${entry.seq} is older than the row before it.`
  try {
    const state = machine.evolve(before.state, JSON.parse(entry.event) as Event)
    return { state, seq: entry.seq, epoch: entry.epoch, at: entry.at as Instant, hash: entry.hash }
  } catch (error) {
    return `Row ${entry.seq} cannot have happened (${(error as Error).message}).`
  }
}

function compare(snapshot: StoredSnapshot, stateHash: string, hash: string): readonly string[] {
  return [
    ...(snapshot.stateHash === stateHash ? [] : [`The snapshot of row ${snapshot.seq} holds another state than the rows before it give.`]),
    ...(snapshot.hash === hash ? [] : [`The snapshot of row ${snapshot.seq} belongs to another journal.`]),
    ...(sha256(snapshot.state) === snapshot.stateHash ? [] : [`The snapshot of row ${snapshot.seq} is not what was written.`]),
  ]
}
