/** Many orders in one call: each is decided on its own, and has a verdict of its own. */
import type { OrderVerdictView, OrderView } from '@parley/contracts'
import { isRefusal, refuse, type Refusal } from '@parley/core'
import type { Idempotency } from '../engine/engine.ts'
import type { Caller } from '../http/route.ts'
import { decideBatch } from '../market/decide-batch.ts'
import type { FirstAnswer } from '../market/first-answer.ts'
import type { CreateOrderBody, createOrderCommands, ReplaceOrderBody } from './order-commands.ts'
import type { Recall } from './recall.ts'

/** What a single order needs, and a replacement where it names one. */
export type BatchOrder = Partial<{ readonly [Member in keyof CreateOrderBody]: CreateOrderBody[Member] | undefined }> & {
  readonly order_id?: string | undefined
}

type Commands = Pick<ReturnType<typeof createOrderCommands>, 'createOrder' | 'replaceOrder'>

export function createBatchCommands({ createOrder, replaceOrder }: Commands, recall: Recall, firstAnswer: FirstAnswer) {
  const decide = async (caller: Caller, body: BatchOrder, idempotency: Idempotency | undefined): Promise<OrderView | Refusal> => {
    const { order_id, rfq_id, side, type = 'LIMIT', time_in_force = 'GOOD_TILL_CANCELED', ...rest } = body
    if (order_id !== undefined) return replaceOrder(caller, order_id, replacementOf(body), idempotency)
    if (rfq_id === undefined) return refuse('InvalidParams', '', 'rfq_id: This field is required', 'rfq_id')
    if (side === undefined) return refuse('InvalidParams', '', 'side: This field is required', 'side')
    return createOrder(caller, { ...rest, rfq_id, side, type, time_in_force }, idempotency)
  }
  /** A replacement need not name the request of its order. */
  const rfqOf = async ({ order_id, rfq_id }: BatchOrder): Promise<string> =>
    order_id === undefined ? (rfq_id ?? '') : ((await recall.order(order_id))?.rfq.id ?? '')

  return {
    async createOrders(
      caller: Caller,
      orders: readonly BatchOrder[],
      idempotency?: Idempotency,
    ): Promise<readonly OrderVerdictView[] | Refusal> {
      const items = await Promise.all(orders.map(async (body) => ({ body, rfq: await rfqOf(body) })))
      const verdicts = await decideBatch({
        items,
        laneOf: ({ rfq }) => rfq,
        decide: ({ body }, part) => decide(caller, body, part),
        firstAnswer,
        desk: caller.desk,
        idempotency,
      })
      return isRefusal(verdicts) ? verdicts : verdicts.map(({ index, answer, error }) => ({ index, order: answer, error }))
    },
  }
}

const replacementOf = ({ order_id: _order, quantity, amount, ...brought }: BatchOrder): ReplaceOrderBody => ({
  ...brought,
  ...(quantity === undefined ? {} : { quantity }),
  ...(amount === undefined ? {} : { amount }),
})
