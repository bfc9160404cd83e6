/** Calls that place and replace orders of direct RFQs: one, or many at once. */
import { isRefusal, type Order, type Refusal, type Rfq } from '@parley/core'
import type { OrderVerdictView, OrderView } from '@parley/contracts'
import type { Caller } from '../../../calls/route.ts'
import type { Idempotency } from '../../../engine/engine.ts'
import { portable } from '../../../engine/portable.ts'
import type { Rfqs } from '../../../rfq/service.ts'
import { decideBatch, type Verdict } from '../../../rfq/decide-batch.ts'
import { createTwoWay } from '../../../rfq/two-way.ts'
import type { RepeatedAnswer } from '../../../shards/repeated-answer.ts'
import { createOrderBodies, creationOf, replacementOf, type BatchOrder } from './order-bodies.ts'
import { presentOrder } from './present.ts'
import type { CreateOrderBody, ReplaceOrderBody } from './read-order.ts'

/** The order as its sender reads it. */
export const orderOf = portable(
  'drfq.order',
  (rfq: Rfq) =>
    (order: Order): OrderView =>
      presentOrder(rfq, order),
)

export function createOrderCalls(rfqs: Pick<Rfqs, 'commands' | 'store' | 'cache' | 'facts'>, repeatedAnswer: RepeatedAnswer) {
  const { commands, cache } = rfqs
  const { readNew, readReplaced, sideOf } = createOrderBodies(rfqs)
  const twoWay = createTwoWay({ sideOf, view: orderOf, submit: commands.quoteTwoWay, repeatedAnswer })

  async function createOrder(caller: Caller, body: CreateOrderBody, idempotency?: Idempotency): Promise<OrderView | Refusal> {
    const read = await readNew(caller, body)
    if (isRefusal(read)) return read
    const { rfq, order } = read
    return commands.place(caller, rfq, order, { view: orderOf(rfq), idempotency })
  }

  async function replaceOrder(caller: Caller, id: string, body: ReplaceOrderBody, idempotency?: Idempotency): Promise<OrderView | Refusal> {
    const read = await readReplaced(caller, id, body)
    if (isRefusal(read)) return read
    const { replaced, replacement, before } = read
    const reply = { view: orderOf(replaced.rfq), idempotency }
    return commands.replace(caller, replaced, replacement, before, reply)
  }

  function createOrReplace(caller: Caller, body: BatchOrder, idempotency: Idempotency | undefined): Promise<OrderView | Refusal> {
    if (body.order_id !== undefined) return replaceOrder(caller, body.order_id, replacementOf(body), idempotency)
    const created = creationOf(body)
    return isRefusal(created) ? Promise.resolve(created) : createOrder(caller, created, idempotency)
  }

  /** A replacement does not have to name the RFQ of its order. */
  const rfqOf = async ({ order_id, rfq_id }: BatchOrder): Promise<string> =>
    order_id === undefined ? (rfq_id ?? '') : ((await cache.order(order_id))?.rfq.id ?? '')

  return {
    createOrder,
    replaceOrder,

    /** Each order is decided on its own and has its own result. */
    async createOrders(caller: Caller, orders: readonly BatchOrder[], idempotency?: Idempotency): Promise<readonly Verdict<OrderView>[]> {
      const items = await Promise.all(orders.map(async (body) => ({ body, rfq: await rfqOf(body) })))
      return decideBatch({
        items,
        laneOf: ({ rfq }) => rfq,
        decide: ({ body }, part) => createOrReplace(caller, body, part),
        repeatedAnswer,
        idempotency,
      })
    },

    /** Both sides are decided together (rulebook 5.23). */
    async quoteTwoWay(caller: Caller, orders: readonly BatchOrder[], idempotency?: Idempotency): Promise<readonly Verdict<OrderView>[]> {
      return twoWay(caller, orders, idempotency)
    },
  }
}

export const presentVerdict = ({ index, answer, error }: Verdict<OrderView>): OrderVerdictView => ({ index, order: answer, error })
