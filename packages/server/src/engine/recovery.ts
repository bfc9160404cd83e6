/** Restores a shard's state after a crash: the newest snapshot, then a replay of every row after it. */
import type { Instant } from '@parley/core'
import { canonicalJson } from '../json/canonical-json.ts'
import type { Shard } from './engine.ts'
import { beginning, sha256 } from './hash-chain.ts'
import type { Journal } from './journal.ts'
import type { Limits } from './limits.ts'
import type { Machine } from './machine.ts'

export type Recovered<State> = {
  readonly state: State
  readonly seq: number
  readonly hash: string
  readonly at: Instant
  readonly snapshotSeq: number
}

/** The state after the last row, or after an earlier one. */
export async function recover<State, Command extends { readonly kind: string }, Event extends { readonly kind: string }>(
  journal: Pick<Journal<never>, 'newestSnapshot' | 'read'>,
  shard: Shard,
  machine: Machine<State, Command, Event>,
  limits: Pick<Limits, 'rowsPerRead'>,
  upTo = Number.MAX_SAFE_INTEGER,
): Promise<Recovered<State>> {
  const snapshot = await journal.newestSnapshot(shard, upTo)
  const state = snapshot === undefined ? machine.initial() : machine.restore(JSON.parse(snapshot.state))
  let seq = snapshot?.seq ?? 0
  let hash = snapshot?.hash ?? beginning
  let at = (snapshot?.at ?? 0) as Instant
  for (;;) {
    const most = Math.min(limits.rowsPerRead, upTo - seq)
    const entries = most === 0 ? [] : await journal.read(shard, seq, most)
    for (const entry of entries) {
      if (entry.seq !== seq + 1 || entry.hashBefore !== hash)
        throw new Error(
          `The journal of ${shard.name} is broken at row ${entry.seq}: it does not follow row ${seq}. Restore a backup; npm run replay -- --check gives details.`,
        )
      machine.evolve(state, JSON.parse(entry.event) as Event)
      seq = entry.seq
      hash = entry.hash
      at = Math.max(at, entry.at) as Instant
    }
    if (entries.length < limits.rowsPerRead) return { state, seq, hash, at, snapshotSeq: snapshot?.seq ?? 0 }
  }
}

/** Two states with the same hash are the same: the same commands get the same answers from now on. */
export const stateHash = <State>(machine: Pick<Machine<State, never, never>, 'snapshot'>, state: State): string =>
  sha256(canonicalJson(machine.snapshot(state)))
