/** The caller's side of a shard that another process owns: commands and reads by request and reply, repeated until an owner answers. */
import { randomUUID } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import { isRefusal, type Refusal } from '@parley/core'
import type { Decided, Idempotency, Seen, ShardName } from '../engine/engine.ts'
import { EngineUnavailable } from '../engine/engine-unavailable.ts'
import { pack, type Portable } from '../engine/portable.ts'
import type { PortablePresent, ShardCalls } from '../engine/shard-calls.ts'
import { clusterLimits as limits } from './limits.ts'
import { unpackAnswer, type ShardReply, type ShardRequest, type Subjects } from './messages.ts'
import { NoReply, type Network } from './network.ts'

type CallsOptions = {
  readonly network: Pick<Network, 'request'>
  readonly subjects: Subjects
  /** Resolves when this process knows the decisions of the shard up to a number. */
  readonly reached: (shard: ShardName, seq: number) => Promise<void>
}

type Calls<Command, Event, State, Change> = Pick<ShardCalls<Command, Event, State, Change>, 'submit' | 'read'>

export function createShardCalls<Command extends object, Event, State, Change>(parts: CallsOptions): Calls<Command, Event, State, Change> {
  const ask = createAsk(parts)
  async function submit<View>(
    shard: ShardName,
    command: Command,
    caller?: Idempotency,
    present?: PortablePresent<Event, State, Change, View>,
  ) {
    const made = present && { view: pack(present.view), ...(present.refusal && { refusal: pack(present.refusal) }) }
    const asked = { kind: 'submit', id: randomUUID(), command, ...(caller && { caller }), ...made } as const
    const answered = await ask(shard, asked)
    if (answered.kind !== 'decided') throw problemOf(shard, answered)
    const answer = unpackAnswer(answered)
    if (!isRefusal(answer)) await parts.reached(shard, answer.seq)
    return answer as Decided<Event> | Refusal
  }
  return {
    submit: submit as Calls<Command, Event, State, Change>['submit'],
    async read<Value>(shard: ShardName, look: Portable<(state: State, now: never) => Value>) {
      const answered = await ask(shard, { kind: 'read', look: pack(look) })
      if (answered.kind !== 'seen') throw problemOf(shard, answered)
      return answered.seen as Seen<Value>
    },
  }
}

/**
 * A request that no process has received is sent again after a moment, and one without an answer after a second. The owner recognises a command that
 * it has received before.
 */
function createAsk({ network, subjects }: CallsOptions) {
  return async (shard: ShardName, asked: ShardRequest): Promise<ShardReply> => {
    const began = performance.now()
    const passed = () => performance.now() - began
    let sentBefore: number | undefined
    for (;;) {
      const repeated = sentBefore === undefined ? {} : { sentBeforeMs: Math.ceil(passed() - sentBefore) }
      const sending = passed()
      try {
        const timeoutMs = Math.min(limits.answerMs, limits.answersWithinMs - sending)
        return JSON.parse(await network.request(subjects.calls(shard), JSON.stringify({ ...asked, ...repeated }), timeoutMs)) as ShardReply
      } catch (error) {
        if (!(error instanceof NoReply)) throw error
        if (error.reason === 'UNREAD') throw new EngineUnavailable(shard, 'OtherVersion', limits.answerMs, error)
        if (error.reason === 'SILENT') sentBefore ??= sending
        else await delay(limits.unownedPauseMs)
        if (passed() >= limits.answersWithinMs) throw new EngineUnavailable(shard, 'Unreachable', limits.answerMs, error)
      }
    }
  }
}

const problemOf = (shard: ShardName, answered: ShardReply): Error =>
  answered.kind === 'unavailable'
    ? new EngineUnavailable(shard, answered.reason, answered.retryAfterMs)
    : new Error(answered.kind === 'failed' ? answered.message : `${shard} gave the answer of another call`)
