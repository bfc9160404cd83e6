/** Clients that repeat a request under its key until it is answered, and others that send it once and never learn the outcome. */
import { isRefusal, type ShardCommand, type ShardEvent, type Refusal } from '@parley/core'
import { canonicalJson } from '../../src/json/canonical-json.ts'
import type { Decided, ShardName } from '../../src/engine/engine.ts'
import { EngineUnavailable } from '../../src/engine/engine-unavailable.ts'
import type { Server } from './server.ts'

export type SentCommand = {
  readonly shard: ShardName
  readonly command: ShardCommand
  readonly key: string | undefined
  /** The body of the call it came in: its own, or its batch. */
  readonly body: string
  /** When the API accepted it. A whole batch is accepted at once, and its items wait for each other afterwards. */
  readonly passedAt?: number
  /** Every response that arrived, as text. Equal responses have equal texts. */
  readonly answers: string[]
  readonly decided: Decided<ShardEvent>[]
  isWaiting: boolean
}

export const askedFor = (
  shard: ShardName,
  command: ShardCommand,
  key: string | undefined,
  batch?: { readonly body: string; readonly at: number },
): SentCommand => ({
  shard,
  command,
  key,
  body: batch?.body ?? JSON.stringify(command),
  ...(batch === undefined ? {} : { passedAt: batch.at }),
  answers: [],
  decided: [],
  isWaiting: false,
})

/** `isReplaced`: another server has already taken over, so nothing new can be known here. */
export function ask({ engine }: Server, asked: SentCommand, isReplaced: boolean, onBroken: (error: unknown) => void): Promise<void> {
  const { shard, command, key, body } = asked
  asked.isWaiting = true
  const caller = key === undefined ? undefined : { scope: 'desk', key, requestHash: body }
  return engine.submit(shard, command, caller).then(
    (answer) => {
      asked.isWaiting = false
      receive(asked, answer)
      if (isReplaced && key === undefined) onBroken(new Error(`a server that had lost ${shard} answered ${command.kind}`))
      if (new Set(asked.answers).size > 1) onBroken(new Error(`${key} was answered in two ways: ${asked.answers.join(' and ')}`))
    },
    (error: unknown) => {
      asked.isWaiting = false
      if (!(error instanceof EngineUnavailable)) onBroken(error)
    },
  )
}

function receive(asked: SentCommand, answer: Decided<ShardEvent> | Refusal): void {
  asked.answers.push(isRefusal(answer) ? canonicalJson(answer) : `${answer.seq} ${answer.at} ${canonicalJson(answer.events)}`)
  if (!isRefusal(answer)) asked.decided.push(answer)
}
