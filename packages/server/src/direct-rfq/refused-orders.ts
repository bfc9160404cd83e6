/** Refusals of new orders that have a name of their desk's own: by it their fate is found when the reply was not heard. */
import type { Call, OrderVerdictView } from '@parley/contracts'
import { isRefusal, refuse, type DeskId, type Refusal } from '@parley/core'
import { calledAs } from '../market/called-as.ts'
import type { RefusedCommands } from '../market/refused-commands.ts'

type Named = { readonly client_order_id?: string | number | null | undefined; readonly order_id?: string | undefined }
type Asked = { readonly desk: DeskId; readonly call: Call }

export function createRefusedOrders(refusals: Pick<RefusedCommands, 'noted'> | undefined) {
  async function tell<Answer>({ desk, call }: Asked, body: Named, answer: Promise<Answer | Refusal>): Promise<Answer | Refusal> {
    const { client_order_id: id, order_id } = body
    if (refusals === undefined || order_id !== undefined || id === undefined || id === null || id === '') return answer
    return refusals.noted({ desk, call: calledAs(call), clientOrderId: String(id), isPlacing: true, channel: null }, answer)
  }
  return {
    tell,
    async tellEach(asked: Asked, bodies: readonly Named[], answer: Promise<readonly OrderVerdictView[] | Refusal>) {
      const verdicts = await answer
      if (isRefusal(verdicts)) return verdicts
      const refused = verdicts.flatMap(({ index, error }) =>
        error === null ? [] : [tell(asked, bodies[index] ?? {}, Promise.resolve(refuse(error.error, '', error.message)))],
      )
      await Promise.all(refused)
      return verdicts
    },
  }
}
