/**
 * The shard currently accepts no commands. The submitted command was not executed, unless its key shows that it was. Unreachable: the process that owns
 * the shard did not answer. OtherVersion: it has another version, which does not read the request.
 */
export type UnavailableReason = 'Starting' | 'Stopping' | 'Overloaded' | 'Fenced' | 'CommitFailed' | 'Unreachable' | 'OtherVersion'

export type Life = 'starting' | 'serving' | 'stopping' | 'fenced'

export const reasonOf: Readonly<Record<Exclude<Life, 'serving'>, UnavailableReason>> = {
  starting: 'Starting',
  stopping: 'Stopping',
  fenced: 'Fenced',
}

const sentences: Readonly<Record<UnavailableReason, string>> = {
  Starting: 'is reading its journal',
  Stopping: 'is stopping',
  Overloaded: 'has too many commands waiting',
  Fenced: 'has been taken over by another server',
  CommitFailed: 'could not write its journal',
  Unreachable: 'did not answer',
  OtherVersion: 'is being upgraded',
}

export const unavailableSentence = (shard: string, reason: UnavailableReason): string => `${shard} ${sentences[reason]}`

export class EngineUnavailable extends Error {
  readonly reason: UnavailableReason
  readonly retryAfterMs: number
  constructor(shard: string, reason: UnavailableReason, retryAfterMs: number, cause?: unknown) {
    super(
      `${unavailableSentence(shard, reason)}; try again in ${retryAfterMs} ms, with the same Idempotency-Key.`,
      cause === undefined ? undefined : { cause },
    )
    this.name = 'EngineUnavailable'
    this.reason = reason
    this.retryAfterMs = retryAfterMs
  }
}

/** The errors of shards that could not be reached; any other error is thrown. */
export function unavailableAmong(outcomes: readonly PromiseSettledResult<unknown>[]): readonly EngineUnavailable[] {
  const failures = outcomes.flatMap((outcome): unknown[] => (outcome.status === 'rejected' ? [outcome.reason] : []))
  const away = failures.filter((failure) => failure instanceof EngineUnavailable)
  if (away.length < failures.length) throw failures.find((failure) => !(failure instanceof EngineUnavailable)) as Error
  return away
}

/** Another server has a newer epoch, so this one must not write to the shard any more. */
export class ShardFenced extends Error {
  constructor(shard: string, epoch: number) {
    super(`${shard} has been taken over: epoch ${epoch} is not the newest`)
    this.name = 'ShardFenced'
  }
}
