/** Verifies a shard's journal: no number is missing, every hash is right, and the state that it produces from the beginning matches the snapshots. */
import type { Instant } from '@parley/core'
import { canonicalJson } from '../json/canonical-json.ts'
import type { Decided, Published, Shard } from './engine.ts'
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
  /** Sentences; empty if there is no fault. */
  readonly faults: readonly string[]
}

type Kinded = { readonly kind: string }
type Readable = Pick<Journal<never>, 'newestSnapshot' | 'read'>

/** Ends at the first wrong row, because nothing after it can be trusted. `listen` receives every valid decision with its rows. */
export async function checkJournal<State, Command extends Kinded, Event extends Kinded, Change>(
  journal: Readable,
  shard: Shard,
  machine: Machine<State, Command, Event, Change>,
  listen: (decision: Published<Event, Change>, rows: readonly StoredEntry[]) => void = () => undefined,
): Promise<JournalReport<State>> {
  const snapshot = await journal.newestSnapshot(shard)
  const state = machine.initial()
  let replayed: Replayed = unread
  const hashOfState = () => sha256(canonicalJson(machine.snapshot(state)))
  const report = (faults: readonly string[]): JournalReport<State> => ({
    rows: replayed.seq,
    state,
    stateHash: hashOfState(),
    at: replayed.at as Instant,
    snapshotSeq: snapshot?.seq,
    faults,
  })
  let rows: StoredEntry[] = []
  let changes: Change[] = []
  const onDecision = () => {
    if (rows.length > 0) listen({ ...decisionOf<Event>(shard, rows), changes }, rows)
    rows = []
    changes = []
  }
  for (;;) {
    const entries = await journal.read(shard, replayed.seq, limits.rowsPerRead)
    for (const entry of entries) {
      if (entry.decision !== rows[0]?.decision) onDecision()
      const wrong = faultOf(replayed, entry)
      if (wrong !== undefined) return report([wrong])
      try {
        changes.push(machine.evolve(state, JSON.parse(entry.event) as Event))
      } catch (error) {
        return report([`Row ${entry.seq} cannot be applied (${(error as Error).message}).`])
      }
      replayed = entry
      rows.push(entry)
      const faults = entry.seq === snapshot?.seq ? compare(snapshot, hashOfState(), entry.hash) : []
      if (faults.length > 0) return report(faults)
    }
    if (entries.length < limits.rowsPerRead) break
  }
  onDecision()
  const isBehind = snapshot !== undefined && snapshot.seq > replayed.seq
  return report(isBehind ? [`The newest snapshot is of row ${snapshot.seq}, and the journal ends at row ${replayed.seq}.`] : [])
}

export type Replayed = {
  readonly seq: number
  readonly decision: number
  readonly epoch: number
  readonly at: number
  readonly hash: string
}

/** Before the first row. */
export const unread: Replayed = { seq: 0, decision: 0, epoch: 0, at: 0, hash: beginning }

/** The fault of a row as the successor of the previous row. */
export function faultOf(before: Replayed, entry: StoredEntry): string | undefined {
  if (entry.seq === before.seq + 2) return `Row ${before.seq + 1} is missing.`
  if (entry.seq !== before.seq + 1) return `Rows ${before.seq + 1} to ${entry.seq - 1} are missing.`
  if (entry.hashBefore !== before.hash) return `Row ${entry.seq} does not follow the row before it.`
  if (hashOf(entry.hashBefore, entry) !== entry.hash) return `Row ${entry.seq} has been altered.`
  if (entry.decision !== before.decision && entry.decision !== entry.seq)
    return `Row ${entry.seq} belongs to a decision whose first row does not exist.`
  if (entry.epoch < before.epoch || entry.at < before.at) return `Row ${entry.seq} is older than the row before it.`
  return undefined
}

function compare(snapshot: StoredSnapshot, stateHash: string, hash: string): readonly string[] {
  return [
    ...(snapshot.stateHash === stateHash
      ? []
      : [`The snapshot of row ${snapshot.seq} holds a different state from the one the rows before it produce.`]),
    ...(snapshot.hash === hash ? [] : [`The snapshot of row ${snapshot.seq} belongs to another journal.`]),
    ...(sha256(snapshot.state) === snapshot.stateHash ? [] : [`The snapshot of row ${snapshot.seq} has been altered.`]),
  ]
}

/** Builds a decision from its rows. */
function decisionOf<Event>(shard: Shard, rows: readonly StoredEntry[]): Decided<Event> {
  const [first, last] = [rows[0]!, rows.at(-1)!]
  const events = rows.map(({ event }) => JSON.parse(event) as Event)
  return { shard, decision: first.decision, seq: last.seq, at: first.at as Instant, events }
}
