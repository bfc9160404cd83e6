/** The journal as a plain object: outlives the engines that write it, as a database would, for tests and simulations of whole days. */
import { setImmediate as turn } from 'node:timers/promises'
import type { Shard } from './engine.ts'
import { ShardFenced } from './engine-unavailable.ts'
import { beginning } from './hash-chain.ts'
import { noFaults, type Entry, type Faults, type Journal, type NoteRow, type RememberedAnswer, type StoredSnapshot } from './journal.ts'

type Kept = {
  epoch: number
  readonly entries: Entry[]
  notes: NoteRow[]
  notesAfter: number
  readonly answers: Map<string, RememberedAnswer>
  snapshots: StoredSnapshot[]
}

/** `write` receives the read model's rows of each commit. */
export function createMemoryJournal<Row>(write: (rows: readonly Row[]) => void = () => undefined, faults: Faults = noFaults): Journal<Row> {
  const shards = new Map<number, Kept>()
  const keptOf = ({ group }: Pick<Shard, 'group'>): Kept => {
    const found = shards.get(group) ?? { epoch: 0, entries: [], notes: [], notesAfter: 0, answers: new Map(), snapshots: [] }
    shards.set(group, found)
    return found
  }
  return {
    async takeOver(shard) {
      return (keptOf(shard).epoch += 1)
    },
    async renew(shard, epoch) {
      const kept = keptOf(shard)
      return kept.epoch === epoch ? (kept.epoch += 1) : undefined
    },
    async append(shard, epoch, batch, onSent) {
      onSent?.()
      await turn()
      if (faults('CommitIsSlow', shard)) for (let i = 0; i < 20; i++) await turn()
      const kept = keptOf(shard)
      if (kept.epoch !== epoch) throw new ShardFenced(shard.name, epoch)
      if (faults('CommitFails', shard)) throw new Error('the commit failed, as the test wished')
      for (const entry of batch.entries) {
        if (entry.seq !== kept.entries.length + 1) throw new Error(`sequence number ${entry.seq} does not follow`)
        kept.entries.push(entry)
      }
      kept.notes.push(...batch.notes)
      for (const answer of batch.answers) kept.answers.set(JSON.stringify([answer.caller.scope, answer.caller.key]), answer)
      write(batch.rows)
      if (faults('AnswerOfCommitIsLost', shard)) throw new Error('the connection was lost, as the test wished')
    },
    async newestSnapshot(shard) {
      return keptOf(shard).snapshots.at(-1)
    },
    async saveSnapshot(shard, snapshot) {
      keptOf(shard).snapshots.push(snapshot)
    },
    async last(shard) {
      const entry = keptOf(shard).entries.at(-1)
      return entry ?? { seq: 0, hash: beginning }
    },
    async read(shard, afterSeq, most) {
      return keptOf(shard).entries.slice(afterSeq, afterSeq + most)
    },
    async answers(shard, after, most) {
      return [...keptOf(shard).answers.values()].filter(({ at }) => at > after).slice(-most)
    },
    async notesAfter(group, after, upTo, audiences, channel, most) {
      const kept = keptOf({ group })
      if (after < kept.notesAfter) return undefined
      const wanted = kept.notes.filter(
        (note) => note.seq > after && note.seq <= upTo && note.channel === channel && audiences.includes(note.audience),
      )
      return wanted.length > most ? undefined : wanted
    },
    async tidy(shard, keep) {
      const kept = keptOf(shard)
      kept.notes = kept.notes.filter(({ seq }) => seq > keep.notesAfterSeq)
      kept.notesAfter = Math.max(kept.notesAfter, keep.notesAfterSeq)
      for (const [key, { at }] of kept.answers) if (at <= keep.answersAfter) kept.answers.delete(key)
      kept.snapshots = kept.snapshots.slice(-keep.snapshots)
    },
  }
}
