/** Refusals of the commands of one flow and base: noted where somebody may look for them, on a channel or by the name that was to be given. */
import type { BatchVerdictView, Call, OrderVerdictView } from '@parley/contracts'
import { isRefusal, refuse, type DeskId, type Refusal } from '@parley/core'
import { pathOfCall } from '../calls/named-call.ts'
import type { RefusedCommands } from './refused-commands.ts'

type Named = { readonly client_order_id?: string | number | null | undefined }
type RefusableCommand = {
  readonly desk: DeskId
  readonly call: Call
  readonly params?: Readonly<Record<string, string | number>>
  readonly body?: Named
  /** Whether it may give its name to something new. */
  readonly what: 'PLACE' | 'CHANGE'
}
type Verdict = BatchVerdictView | OrderVerdictView
type PublishedRefusalNeeds = {
  /** Nothing is noted where they are not given. */
  readonly refusals: Pick<RefusedCommands, 'noted'> | undefined
  /** The channel that publishes them; without any the reply is all that is said, and the name finds it. */
  readonly channel: string | null
}

export type PublishedRefusals = ReturnType<typeof createPublishedRefusals>

export function createPublishedRefusals({ refusals, channel }: PublishedRefusalNeeds) {
  /** The answer as it was, once a refusal is published. */
  async function publish<Answer>(
    { desk, call, params, body, what }: RefusableCommand,
    answer: Promise<Answer | Refusal>,
  ): Promise<Answer | Refusal> {
    const { client_order_id: id } = body ?? {}
    const clientOrderId = id === undefined || id === null || id === '' ? null : String(id)
    const isFound = clientOrderId !== null && what === 'PLACE'
    if (refusals === undefined || (channel === null && !isFound)) return answer
    return refusals.noted({ desk, call: pathOfCall(call, params), clientOrderId, isPlacing: what === 'PLACE', channel }, answer)
  }
  return {
    publish,

    /** Of a batch, each on its own. */
    async publishEach<Body extends Named, One extends Verdict>(
      asked: Pick<RefusableCommand, 'desk' | 'call'> & { readonly whatOf: (body: Body | undefined) => RefusableCommand['what'] },
      bodies: readonly Body[],
      answer: Promise<readonly One[] | Refusal>,
    ): Promise<readonly One[] | Refusal> {
      const { whatOf, ...common } = asked
      const verdicts = await answer
      if (isRefusal(verdicts)) return verdicts
      const refused = verdicts.flatMap(({ index, error }) => {
        if (error === null) return []
        const body = bodies[index]
        const of = { ...common, ...(body === undefined ? {} : { body }), what: whatOf(body) }
        return [publish(of, Promise.resolve(refuse(error.error, '', error.message)))]
      })
      await Promise.all(refused)
      return verdicts
    },
  }
}
