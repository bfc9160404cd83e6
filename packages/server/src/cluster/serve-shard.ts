/** The owner's side of a shard: serves the commands and reads of other processes, each command once, and publishes its decisions. */
import type { Engine, Idempotency, Present, Shard } from '../engine/engine.ts'
import { EngineUnavailable, type UnavailableReason } from '../engine/engine-unavailable.ts'
import { unpack, UnknownPortable } from '../engine/portable.ts'
import type { Log } from '../log/log.ts'
import { clusterLimits as limits } from './limits.ts'
import { packAnswer, type ShardReply, type ShardRequest, type Subjects } from './messages.ts'
import type { Network } from './network.ts'
import { publishNews } from './publish-news.ts'

type Serving<Command, Event, State, Change> = {
  readonly network: Network
  readonly subjects: Subjects
  readonly shard: Shard
  /** The engine of this shard alone. */
  readonly engine: Pick<Engine<Command, Event, State, Change>, 'submit' | 'read' | 'onDecided' | 'onNotifications' | 'positions'>
  readonly now: () => number
  readonly log: Log
}

type Submitted = Extract<ShardRequest, { kind: 'submit' }>

/** The process does not own the shard any more, or not yet. The owner answers instead, so this one must not be faster. */
const silentReasons: ReadonlySet<UnavailableReason> = new Set(['Fenced', 'Starting', 'Stopping'])

/** Resolves when commands arrive. Ends in this order: accepts nothing more, answers what has arrived, publishes. */
export async function serveShard<Command, Event, State, Change>(parts: Serving<Command, Event, State, Change>) {
  const { network, subjects, shard, engine, now, log } = parts
  const news = publishNews({ network, subject: subjects.news(shard.name), shard, engine, now })
  const ownedSince = performance.now()
  const commands = createRemembered()

  const submit = async ({ command, caller, view, refusal }: Submitted): Promise<ShardReply | undefined> => {
    const present = view && { view: unpack<AnyPresent['view']>(view), ...(refusal && { refusal: unpack<Refusing>(refusal) }) }
    const give = engine.submit as (shard: string, command: object, caller?: Idempotency, present?: AnyPresent) => Promise<object>
    return packAnswer((await give(shard.name, command, caller, present)) as never)
  }
  const read = async ({ look }: Extract<ShardRequest, { kind: 'read' }>): Promise<ShardReply> => ({
    kind: 'seen',
    seen: await engine.read(shard.name, unpack<() => unknown>(look)),
  })
  /** A repetition gets the first answer. If its first sending went to the owner before, only a key shows what was decided. */
  const once = (asked: Submitted): Promise<ShardReply | undefined> => {
    // The ledger recognises a command with a key.
    if (asked.caller !== undefined) return submit(asked).catch(unavailable)
    const known = commands.of(asked.id)
    if (known !== undefined) return known
    const ownsMs = performance.now() - ownedSince
    if (asked.sentBeforeMs !== undefined && ownsMs < asked.sentBeforeMs + limits.ownedLongerMs)
      return Promise.resolve({ kind: 'unavailable', reason: 'Unreachable', retryAfterMs: limits.answerMs })
    return commands.add(asked.id, submit(asked).catch(unavailable))
  }
  const unavailable = (error: unknown): ShardReply | undefined => {
    if (error instanceof EngineUnavailable) {
      const { reason, retryAfterMs } = error
      return silentReasons.has(reason) ? undefined : { kind: 'unavailable', reason, retryAfterMs }
    }
    if (error instanceof UnknownPortable) return otherVersion
    log.error({ error, shard: shard.name }, 'A command of another process failed unexpectedly')
    return { kind: 'failed', message: error instanceof Error ? error.message : String(error) }
  }
  const answerTo = (asked: ShardRequest): Promise<ShardReply | undefined> => {
    switch (asked.kind) {
      case 'submit':
        return once(asked)
      case 'read':
        return read(asked).catch(unavailable)
      default:
        return Promise.resolve(otherVersion)
    }
  }
  const served = await network.serve(subjects.calls(shard.name), async (text) => {
    const asked = JSON.parse(text) as ShardRequest
    const answer = await answerTo(asked)
    news.flush()
    return answer && JSON.stringify(answer)
  })
  return {
    async close(): Promise<void> {
      await served.end()
      news.close()
    },
  }
}

/** This version does not know the request, and nothing was decided. */
const otherVersion: ShardReply = { kind: 'unavailable', reason: 'OtherVersion', retryAfterMs: limits.answerMs }

type AnyPresent = Present<unknown, unknown, unknown, unknown>
type Refusing = NonNullable<AnyPresent['refusal']>

/** The answers to the newest commands, by their ids, for as long as these can be repeated. */
function createRemembered() {
  const answers = new Map<string, { readonly answer: Promise<ShardReply | undefined>; readonly until: number }>()
  return {
    of: (id: string) => answers.get(id)?.answer,
    add(id: string, answer: Promise<ShardReply | undefined>) {
      const now = performance.now()
      for (const [old, { until }] of answers) {
        if (until > now) break
        answers.delete(old)
      }
      answers.set(id, { answer, until: now + limits.commandsRememberedMs })
      // It was not decided, so a repetition is a new command.
      void answer.then((given) => given ?? answers.delete(id))
      return answer
    },
  }
}
