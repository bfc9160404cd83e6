/** Takes snapshots and removes old rows, separately from the processing of commands. */
import type { Log } from '../log/log.ts'
import type { Shard } from './engine.ts'
import type { Journal } from './journal.ts'
import type { Limits } from './limits.ts'
import { writeSnapshot, type TakenSnapshot } from './snapshot-text.ts'

export type HousekeepingOptions = {
  readonly shard: Shard
  readonly journal: Pick<Journal<never>, 'saveSnapshot' | 'tidy'>
  readonly limits: Limits
  readonly log: Log
}

export class Housekeeping {
  readonly #options: HousekeepingOptions
  #snapshotSeq = 0
  /** Taken from a state whose newest decisions were not written yet. Saved when they are. */
  #waiting: TakenSnapshot | undefined
  #tidiedSeq = 0
  #work: Promise<void> = Promise.resolve()
  constructor(options: HousekeepingOptions) {
    this.#options = options
  }

  startFrom(snapshotSeq: number, seq: number): void {
    this.#snapshotSeq = snapshotSeq
    this.#waiting = undefined
    this.#tidiedSeq = seq
  }

  afterCommit(committedSeq: number, decidedSeq: number, take: () => TakenSnapshot): void {
    const { limits } = this.#options
    if (this.#waiting === undefined && decidedSeq - this.#snapshotSeq >= limits.snapshotEveryEvents) this.#waiting = take()
    if (this.#waiting !== undefined && this.#waiting.seq <= committedSeq) this.#save(this.#waiting)
    if (committedSeq - this.#tidiedSeq >= limits.housekeepingEveryEvents) {
      this.#tidiedSeq = committedSeq
      this.#later(() => this.#tidy(committedSeq))
    }
  }

  /** A last snapshot, so that the next start has little to read. */
  async finish(committedSeq: number, take: () => TakenSnapshot): Promise<void> {
    if (committedSeq > this.#snapshotSeq) this.#save(take())
    await this.#work
  }

  #save(snapshot: TakenSnapshot): void {
    this.#waiting = undefined
    this.#snapshotSeq = snapshot.seq
    const { journal, shard, limits } = this.#options
    this.#later(async () => journal.saveSnapshot(shard, await writeSnapshot(snapshot, limits.snapshotCharactersAtOnce)))
  }

  #later(work: () => Promise<void>): void {
    const { log, shard } = this.#options
    this.#work = this.#work
      .then(work)
      .catch((error: unknown) => log.warn({ shard: shard.name, error }, 'Housekeeping failed; trying again later'))
  }

  async #tidy(committedSeq: number): Promise<void> {
    const { journal, shard, limits } = this.#options
    await journal.tidy(shard, {
      notificationsAfterSeq: Math.max(0, committedSeq - limits.notificationsKeptEvents),
      snapshots: limits.snapshotsKept,
    })
  }
}
