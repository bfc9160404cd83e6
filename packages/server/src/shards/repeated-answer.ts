/**
 * The first response of a command that is repeated under its key. It is looked up before the data of the command are gathered (marks, accounts, a
 * desk's limits), because these may have changed. A refusal because of these data was not decided by a shard, so it is decided again.
 */
import { isRefusal, type Refusal } from '@parley/core'
import type { Idempotency } from '../engine/engine.ts'
import type { MarketEngine } from './market-engine.ts'

/** `answer` is undefined if its call answers only with its status. `View` is the response type of the request's call. */
export type RepeatedAnswerOf<View> = (idempotency: Idempotency) => Promise<{ readonly answer: View | Refusal | undefined } | undefined>
export type RepeatedAnswer = <View>(...request: Parameters<RepeatedAnswerOf<View>>) => ReturnType<RepeatedAnswerOf<View>>

/** It is known from memory, without a query, that no shard has decided a key. */
export const createRepeatedAnswer =
  (engine: Pick<MarketEngine, 'again'>): RepeatedAnswer =>
  async <View>(idempotency: Idempotency) => {
    const decided = await engine.again<View>(idempotency)
    if (decided === undefined) return undefined
    if (isRefusal(decided)) return { answer: decided }
    return 'answer' in decided ? { answer: decided.answer } : undefined
  }
