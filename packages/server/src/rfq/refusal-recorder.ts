/** Records the refused commands of one flow, so that a desk finds them on its channel, by client order ID and in its history. */
import type { Call } from '@parley/contracts'
import { isRefusal, type Refusal } from '@parley/core'
import { pathOfCall } from '../calls/named-call.ts'
import type { Caller } from '../calls/route.ts'
import type { Verdict } from './decide-batch.ts'
import { isRefusedOrder } from './refused-order.ts'
import type { RefusedCommands } from './refused-commands.ts'

type Named = { readonly client_order_id?: string | number | null | undefined }
type RefusableCommand = {
  readonly caller: Caller
  readonly call: Call
  readonly params?: Readonly<Record<string, string | number>>
  readonly body?: Named
  /** PLACE: the command would have given the client order ID to a new order, so that the ID finds its refusal. */
  readonly what: 'PLACE' | 'CHANGE'
}
type RefusalRecorderNeeds = {
  /** Without it, nothing is recorded. */
  readonly refusals: Pick<RefusedCommands, 'keep'> | undefined
  /** The channel that publishes the refusals, if the flow has one. */
  readonly channel: string | null
}

export type RefusalRecorder = ReturnType<typeof createRefusalRecorder>

export function createRefusalRecorder({ refusals, channel }: RefusalRecorderNeeds) {
  /** Waits until a refusal that clients can find is durable and published. A refusal that only the history lists is written after the response. */
  async function keep({ caller, call, params, body, what }: RefusableCommand, refused: Refusal): Promise<Refusal> {
    const { terms, ...refusal } = isRefusedOrder(refused) ? refused : { ...refused, terms: undefined }
    const { client_order_id: id } = body ?? {}
    const clientOrderId = id === undefined || id === null || id === '' ? null : String(id)
    const isFound = channel !== null || (clientOrderId !== null && what === 'PLACE')
    if (refusals === undefined || (!isFound && terms === undefined)) return refusal
    const names = { channel, clientOrderId: isFound ? clientOrderId : null, isPlacing: what === 'PLACE' }
    const { desk, name: sender } = caller
    const written = refusals.keep({ desk, sender, call: pathOfCall(call, params), ...names, terms, refusal })
    if (isFound) await written
    return refusal
  }

  return {
    /** Returns the response once a refusal is recorded. */
    async record<Answer extends object | undefined>(
      command: RefusableCommand,
      answer: Promise<Answer | Refusal>,
    ): Promise<Answer | Refusal> {
      const decided = await answer
      return decided !== undefined && isRefusal(decided) ? keep(command, decided) : decided
    },

    /** The same for each command of a batch. */
    async recordEach<Body extends Named, View>(
      asked: Pick<RefusableCommand, 'caller' | 'call'> & { readonly whatOf: (body: Body | undefined) => RefusableCommand['what'] },
      bodies: readonly Body[],
      answer: Promise<readonly Verdict<View>[]>,
    ): Promise<readonly Verdict<View>[]> {
      const { whatOf, ...common } = asked
      const verdicts = await answer
      const kept = verdicts.map(({ index, refusal }) => {
        const body = bodies[index]
        return refusal && keep({ ...common, ...(body === undefined ? {} : { body }), what: whatOf(body) }, refusal)
      })
      await Promise.all(kept)
      return verdicts
    },
  }
}
