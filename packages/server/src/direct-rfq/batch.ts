/** Many orders in one call: each is decided on its own, and has a verdict of its own. */
import { errors, type OrderVerdictView, type OrderView } from '@parley/contracts'
import { isRefusal, refuse, type Refusal } from '@parley/core'
import type { Idempotency } from '../engine/engine.ts'
import type { Caller } from '../http/route.ts'
import { partOf } from '../market/batch-key.ts'
import { ORDERS_AT_ONCE } from './limits.ts'
import type { CreateOrderBody, createOrderCommands, ReplaceOrderBody } from './order-commands.ts'

/** What a single order needs, and a replacement where it names one. */
export type BatchOrder = Partial<{ readonly [Member in keyof CreateOrderBody]: CreateOrderBody[Member] | undefined }> & {
  readonly order_id?: string | undefined
}

type Commands = Pick<ReturnType<typeof createOrderCommands>, 'createOrder' | 'replaceOrder'>

export function createBatchCommands({ createOrder, replaceOrder }: Commands) {
  const one = async (caller: Caller, body: BatchOrder, idempotency: Idempotency | undefined): Promise<OrderView | Refusal> => {
    const { order_id, rfq_id, side, type = 'LIMIT', time_in_force = 'GOOD_TILL_CANCELED', ...rest } = body
    if (order_id !== undefined) return replaceOrder(caller, order_id, replacementOf(body), idempotency)
    if (rfq_id === undefined) return refuse('InvalidParams', '', 'rfq_id: This field is required', 'rfq_id')
    if (side === undefined) return refuse('InvalidParams', '', 'side: This field is required', 'side')
    return createOrder(caller, { ...rest, rfq_id, side, type, time_in_force }, idempotency)
  }

  return {
    /** With a key of the caller's, each order has one of its own: a batch that was cut off goes on where it was when it is sent again. */
    async createOrders(caller: Caller, orders: readonly BatchOrder[], idempotency?: Idempotency): Promise<OrderVerdictView[]> {
      const verdicts: OrderVerdictView[] = []
      for (let first = 0; first < orders.length; first += ORDERS_AT_ONCE) {
        const some = orders.slice(first, first + ORDERS_AT_ONCE)
        const answers = await Promise.all(some.map((body, place) => one(caller, body, partOf(idempotency, first + place))))
        answers.forEach((answer, place) => verdicts.push(verdictOf(first + place, answer)))
      }
      return verdicts
    },
  }
}

const replacementOf = ({ side, quantity, amount, price, legs, label }: BatchOrder): ReplaceOrderBody => ({
  side,
  price,
  legs,
  label,
  ...(quantity === undefined ? {} : { quantity }),
  ...(amount === undefined ? {} : { amount }),
})

export function verdictOf(index: number, answer: OrderView | Refusal): OrderVerdictView {
  if (!isRefusal(answer)) return { index, order: answer, error: null }
  const { refused, message } = answer
  return { index, order: null, error: { code: errors[refused as keyof typeof errors].code, error: refused, message } }
}
