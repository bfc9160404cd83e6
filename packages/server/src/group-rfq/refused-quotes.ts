/** Refusals of quote commands, for `quote_status`: a client of ob reads the final decision there, whether or not it reads its reply. */
import type { BatchVerdictView, Call, GroupBase } from '@parley/contracts'
import { isRefusal, refuse, type DeskId, type Refusal } from '@parley/core'
import type { RefusedCommands } from '../market/refused-commands.ts'
import { calledAs } from '../market/called-as.ts'
import { noted as channels } from './notes.ts'

type Named = { readonly client_order_id?: string | number | null | undefined }
export type Asked = {
  readonly desk: DeskId
  readonly call: Call
  readonly params?: Readonly<Record<string, string | number>>
  readonly body?: Named
  /** Whether it may give its name to something new. */
  readonly what: 'PLACE' | 'CHANGE'
}
export type RefusedQuotes = ReturnType<typeof createRefusedQuotes>

/** grfq is synchronous: there the reply is all that is said, and a name finds what became of it. */
export function createRefusedQuotes(base: GroupBase, refusals: Pick<RefusedCommands, 'noted'> | undefined) {
  const channel = base === '/v1/ob' ? channels.quoteStatus : null
  async function tell<Answer>({ desk, call, params, body, what }: Asked, answer: Promise<Answer | Refusal>): Promise<Answer | Refusal> {
    const { client_order_id: id } = body ?? {}
    const clientOrderId = id === undefined || id === null || id === '' ? null : String(id)
    if (refusals === undefined || (channel === null && clientOrderId === null)) return answer
    return refusals.noted({ desk, call: calledAs(call, params), clientOrderId, isPlacing: what === 'PLACE', channel }, answer)
  }
  return {
    /** The answer as it was, once the desk has been told. */
    tell,

    /** Of a batch, each on its own. */
    async tellEach(
      asked: Pick<Asked, 'desk' | 'call'>,
      bodies: readonly (Named & { readonly quote_id?: number | undefined })[],
      answer: Promise<readonly BatchVerdictView[] | Refusal>,
    ): Promise<readonly BatchVerdictView[] | Refusal> {
      const verdicts = await answer
      if (isRefusal(verdicts)) return verdicts
      const refused = verdicts.flatMap(({ index, error }) => {
        if (error === null) return []
        const body = bodies[index] ?? {}
        const what = body.quote_id === undefined ? 'PLACE' : 'CHANGE'
        return [tell({ ...asked, body, what }, Promise.resolve(refuse(error.error, '', error.message)))]
      })
      await Promise.all(refused)
      return verdicts
    },
  }
}
