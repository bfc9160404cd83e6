/**
 * The first answer of a command that is repeated under its key. The facts a command is made of (marks, accounts, a desk's limits) may have
 * changed since, so that it is looked for before they are gathered; what was refused for them was decided by no shard and is decided anew.
 */
import { isRefusal, type Refusal } from '@parley/core'
import type { Idempotency } from '../engine/engine.ts'
import type { MarketEngine } from './market-engine.ts'

/** `answer` is undefined if its call answers by the status alone. `View` is the answer of the call that the request is of. */
export type FirstAnswerOf<View> = (idempotency: Idempotency) => Promise<{ readonly answer: View | Refusal | undefined } | undefined>
export type FirstAnswer = <View>(...request: Parameters<FirstAnswerOf<View>>) => ReturnType<FirstAnswerOf<View>>

/** A key that no shard has decided is known from memory, without a query. */
export const createFirstAnswer =
  (engine: Pick<MarketEngine, 'again'>): FirstAnswer =>
  async <View>(idempotency: Idempotency) => {
    const decided = await engine.again<View>(idempotency)
    if (decided === undefined) return undefined
    if (isRefusal(decided)) return { answer: decided }
    return 'answer' in decided ? { answer: decided.answer } : undefined
  }
