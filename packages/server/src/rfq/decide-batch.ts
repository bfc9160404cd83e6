/**
 * Many commands of one call, each decided on its own: those of one RFQ or market one after the other in the given order, those of different ones in
 * parallel. Results come in the given order.
 */
import { errors } from '@parley/contracts'
import { isRefusal, refuse, type Refusal } from '@parley/core'
import type { Idempotency } from '../engine/engine.ts'
import { EngineUnavailable } from '../engine/engine-unavailable.ts'
import { partOf } from '../calls/batch-key.ts'
import type { RepeatedAnswerOf } from '../shards/repeated-answer.ts'

/** RFQs or markets that are processed at the same time. */
const LANES_AT_ONCE = 20

export type Batch<Item, Answer> = {
  readonly items: readonly Item[]
  /** Items of the same lane are decided in their order. */
  readonly laneOf: (item: Item) => string
  readonly decide: (item: Item, idempotency: Idempotency | undefined) => Promise<Answer | Refusal>
  readonly repeatedAnswer: RepeatedAnswerOf<NoInfer<Answer>>
  readonly idempotency: Idempotency | undefined
}
export type Verdict<Answer> = {
  readonly index: number
  readonly answer: Answer | null
  readonly error: VerdictError | null
  /** The refusal that the error stands for. */
  readonly refusal?: Refusal
}
type VerdictError = { readonly code: number; readonly error: string; readonly message: string }

/** With a key of the caller, each item gets its own key: an interrupted batch continues where it was when it is sent again. */
export async function decideBatch<Item, Answer extends object>(batch: Batch<Item, Answer>): Promise<readonly Verdict<Answer>[]> {
  const { items, laneOf } = batch
  const lanes = [...Map.groupBy(items.keys(), (place) => laneOf(items[place]!)).values()]
  const verdicts: Verdict<Answer>[] = []
  const work = async () => {
    for (let lane = lanes.shift(); lane !== undefined; lane = lanes.shift())
      for (const place of lane) verdicts[place] = verdictOf(place, await decideOne(batch, place))
  }
  await Promise.all(Array.from({ length: LANES_AT_ONCE }, work))
  return verdicts
}

async function decideOne<Item, Answer>(batch: Batch<Item, Answer>, place: number): Promise<Answer | Refusal> {
  const part = partOf(batch.idempotency, place)
  return decideOnce(part, batch.repeatedAnswer, () => batch.decide(batch.items[place]!, part))
}

/** The first response under the key, or a new one. Only this shard may be unavailable; the others continue. */
export async function decideOnce<Answer>(
  part: Idempotency | undefined,
  repeatedAnswer: RepeatedAnswerOf<NoInfer<Answer>>,
  decide: () => Promise<Answer | Refusal>,
): Promise<Answer | Refusal> {
  try {
    const first = part === undefined ? undefined : await repeatedAnswer(part)
    return first?.answer === undefined ? await decide() : first.answer
  } catch (error) {
    if (error instanceof EngineUnavailable) return refuse('Unavailable', '', error.message)
    throw error
  }
}

export function verdictOf<Answer extends object>(index: number, answer: Answer | Refusal): Verdict<Answer> {
  if (!isRefusal(answer)) return { index, answer, error: null }
  const { refused, message } = answer
  return { index, answer: null, error: { code: errors[refused as keyof typeof errors].code, error: refused, message }, refusal: answer }
}
