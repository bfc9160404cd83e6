/** The engine's storage: PostgreSQL, or for tests and simulations a plain object. `shard-writer.ts` waits for it. */
import type { Refusal } from '@parley/core'
import type { Audience, Idempotency, Notification, Shard, ShardName } from './engine.ts'
import type { Chained } from './hash-chain.ts'

export type Entry = Chained & { readonly hashBefore: string; readonly hash: string }

/** A row as read back. Actor and event are canonical JSON texts again. */
export type StoredEntry = Entry

/** A shard's decision under a caller's key: journal rows first to last (none if last is before first), or a refusal. */
export type DecidedRequest = {
  readonly caller: Idempotency
  readonly at: number
  readonly firstSeq: number
  readonly lastSeq: number
  readonly refusal: Refusal | undefined
  /** The response of the call as JSON, null if it has no body; undefined if no call was to be answered with it. */
  readonly given: string | null | undefined
}

/** A decided request, by name only. */
export type KnownRequest = Pick<Idempotency, 'scope' | 'key'> & { readonly at: number }

/** `data` as JSON. `place` distinguishes the notifications of one decision. */
export type NotificationRow = Omit<Notification, 'shard' | 'data' | 'text'> & { readonly place: number; readonly data: string }

export type Batch<Row> = {
  readonly entries: readonly Entry[]
  readonly rows: readonly Row[]
  readonly notifications: readonly NotificationRow[]
  readonly requests: readonly DecidedRequest[]
}

export type StoredSnapshot = {
  readonly seq: number
  readonly at: number
  /** Canonical JSON of the machine's snapshot, and its hash. */
  readonly state: string
  readonly stateHash: string
  /** Hash of journal row `seq`. */
  readonly hash: string
}

export type Keep = { readonly notificationsAfterSeq: number; readonly snapshots: number }

export interface Journal<Row> {
  /** Makes the caller the only writer of the shard and returns its epoch. */
  takeOver(shard: Shard): Promise<number>
  /** Renews the newest epoch once all transactions of the old one have ended; undefined if another server has taken over the shard. */
  renew(shard: Shard, epoch: number): Promise<number | undefined>
  /** The shards that another server has taken over. */
  lost(shards: readonly Shard[]): Promise<readonly ShardName[]>
  /** Writes all of it or nothing. Throws ShardFenced if the epoch is not the newest. `onSent` is called once only the response is outstanding. */
  append(shard: Shard, epoch: number, batch: Batch<Row>, onSent?: () => void): Promise<void>

  /** The newest one, or the newest one of a state up to a row. */
  newestSnapshot(shard: Shard, upTo?: number): Promise<StoredSnapshot | undefined>
  saveSnapshot(shard: Shard, snapshot: StoredSnapshot): Promise<void>
  last(shard: Shard): Promise<{ readonly seq: number; readonly hash: string }>
  /** In order, at most `most` at a time; empty at the end. */
  read(shard: Shard, afterSeq: number, most: number): Promise<readonly StoredEntry[]>
  /** Oldest first. */
  requests(shard: Shard, after: number, most: number): Promise<readonly KnownRequest[]>
  /** The shard that has decided under the key. */
  shardOfRequest(caller: Pick<Idempotency, 'scope' | 'key'>): Promise<ShardName | undefined>
  /** As it was decided. */
  request(shard: Shard, caller: Pick<Idempotency, 'scope' | 'key'>): Promise<DecidedRequest | undefined>
  /** The highest number given to a notification of the shard. */
  lastNotification(shard: Shard): Promise<number>
  /** The same for the decisions up to a row. */
  lastNotificationUpTo(shard: Shard, seq: number): Promise<number>
  /** All notifications of the decisions after one row and up to another, as far as they are kept. */
  notificationsBetween(group: number, after: number, upTo: number): Promise<readonly NotificationRow[]>
  /** Above one of the reader's numbers, up to a decision; undefined if some of them are no longer kept. */
  notificationsAfter(
    group: number,
    after: number,
    upTo: number,
    audiences: readonly Audience[],
    channel: string,
    most: number,
  ): Promise<readonly NotificationRow[] | undefined>
  tidy(shard: Shard, keep: Keep): Promise<void>
}

/** Named faults that a test's seed turns on. */
export type Fault = 'CommitIsSlow' | 'CommitFails' | 'AnswerOfCommitIsLost'
export type Faults = (fault: Fault, shard: Shard) => boolean
export const noFaults: Faults = () => false
