/**
 * The first answer of a command that comes again under its key. The facts a command is made of (marks, accounts, a desk's bounds) may have
 * changed since, so that it is looked for before they are gathered; what was refused for them left no trace and is decided anew.
 */
import { isRefusal, type DeskId, type MarketEvent, type Refusal } from '@parley/core'
import type { Idempotency } from '../engine/engine.ts'
import type { MarketEngine } from './market-engine.ts'

/** What a flow says of its own events: the answer they were first given, or undefined where they are not its own. */
export type Answers = (desk: DeskId, events: readonly MarketEvent[]) => Promise<object | undefined>

/** `answer` is undefined where what was decided is answered by nothing but its status. */
export type FirstAnswer = (desk: DeskId, idempotency: Idempotency) => Promise<{ readonly answer: object | Refusal | undefined } | undefined>

export const createFirstAnswer =
  (engine: Pick<MarketEngine, 'again'>, flows: readonly Answers[]): FirstAnswer =>
  async (desk, idempotency) => {
    const decided = await engine.again(idempotency)
    if (decided === undefined) return undefined
    if (isRefusal(decided)) return { answer: decided }
    // Nothing happened, such as where a market was joined: what is there now is what it was about.
    if (decided.events.length === 0) return undefined
    for (const flow of flows) {
      const answer = await flow(desk, decided.events)
      if (answer !== undefined) return { answer }
    }
    return { answer: undefined }
  }
