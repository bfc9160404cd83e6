/**
 * Calls to the one process that does a job at the moment, such as sending orders to a venue (decision 1037). A call is executed once. If the process ends
 * or freezes before its answer, the caller learns that the outcome is unknown, unless the call may be repeated.
 */
import { randomUUID } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import { EngineUnavailable } from '../engine/engine-unavailable.ts'
import type { Log } from '../log/log.ts'
import { clusterLimits as limits } from './limits.ts'
import { NoReply, type Network, type Served } from './network.ts'

/** An unsafe call is executed by the process that received it first, or not at all. */
export type Repetition = 'SAFE' | 'UNSAFE'

type SoleRequest = {
  readonly id: string
  readonly call: object
  readonly repetition: Repetition
  /** How long ago it was sent first; undefined if no process can have received it before. */
  readonly sentBeforeMs?: number
}
type Reply =
  /** `answer` is absent for undefined. */
  | { readonly kind: 'done'; readonly answer?: unknown }
  | { readonly kind: 'working' }
  /** The process before may have executed it. */
  | { readonly kind: 'unknown' }
  /** A bug. The log of the process has it. */
  | { readonly kind: 'failed'; readonly message: string }

export type SoleCalls = (call: object, repetition: Repetition) => Promise<unknown>

/** `name` is the job in the sentence of a refusal. */
export function createSoleCalls(parts: {
  readonly network: Pick<Network, 'request'>
  readonly subject: string
  readonly name: string
}): SoleCalls {
  const { network, subject, name } = parts
  return async (call, repetition) => {
    const id = randomUUID()
    let answeredAt = performance.now()
    let sentAt: number | undefined
    for (;;) {
      const sending = performance.now()
      const sentBefore = sentAt === undefined ? {} : { sentBeforeMs: Math.ceil(sending - sentAt) }
      try {
        const asked: SoleRequest = { id, call, repetition, ...sentBefore }
        const reply = JSON.parse(await network.request(subject, JSON.stringify(asked), limits.answerMs)) as Reply
        if (reply.kind === 'done') return reply.answer
        if (reply.kind === 'failed') throw new Error(reply.message)
        if (reply.kind === 'unknown') throw new EngineUnavailable(name, 'Unreachable', limits.answerMs)
        answeredAt = performance.now()
        sentAt ??= sending
      } catch (error) {
        if (!(error instanceof NoReply)) throw error
        if (error.reason === 'UNREAD') throw new EngineUnavailable(name, 'OtherVersion', limits.answerMs, error)
        if (error.reason === 'SILENT') sentAt ??= sending
        else await delay(limits.unownedPauseMs)
        if (performance.now() - answeredAt >= limits.answersWithinMs)
          throw new EngineUnavailable(name, 'Unreachable', limits.answerMs, error)
      }
    }
  }
}

type Serving = {
  readonly network: Pick<Network, 'serve'>
  readonly subject: string
  /** Whether the job is this process's own. One that has returned from a pause does not answer until it knows. */
  readonly isOurs: () => boolean
  readonly execute: (call: object) => Promise<unknown>
  readonly log: Log
}

/** Resolves when calls arrive. */
export async function serveSoleCalls({ network, subject, isOurs, execute, log }: Serving): Promise<Served> {
  const since = performance.now()
  const known = new Map<string, Promise<Reply>>()
  const begin = ({ id, call }: SoleRequest): Promise<Reply> => {
    const replied = execute(call).then(
      (answer): Reply => ({ kind: 'done', answer }),
      (error: unknown): Reply => {
        log.error({ error, subject }, 'A call of another process failed unexpectedly')
        return { kind: 'failed', message: error instanceof Error ? error.message : String(error) }
      },
    )
    known.set(id, replied)
    // As long as it can be repeated.
    void replied.then(() => setTimeout(() => known.delete(id), limits.commandsRememberedMs).unref())
    return replied
  }
  const mayBeExecuted = ({ repetition, sentBeforeMs }: SoleRequest): boolean =>
    repetition === 'SAFE' || sentBeforeMs === undefined || performance.now() - since >= sentBeforeMs + limits.ownedLongerMs
  return network.serve(subject, async (text) => {
    const asked = JSON.parse(text) as SoleRequest
    if (!isOurs()) return undefined
    const replied = known.get(asked.id) ?? (mayBeExecuted(asked) ? begin(asked) : ({ kind: 'unknown' } as const))
    return JSON.stringify(await Promise.race([replied, working()]))
  })
}

/** Before the caller would repeat it. */
const working = (): Promise<Reply> => delay(limits.workingMs, { kind: 'working' } as const, { ref: false })
