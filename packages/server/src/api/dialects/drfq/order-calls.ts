/** Calls that place and replace orders of direct RFQs: one, or many at once. */
import { isRefusal, refuse, type Order, type Refusal } from '@parley/core'
import type { OrderVerdictView, OrderView } from '@parley/contracts'
import type { Caller } from '../../../calls/route.ts'
import type { Idempotency } from '../../../engine/engine.ts'
import type { Rfqs } from '../../../rfq/service.ts'
import { decideBatch } from '../../../rfq/decide-batch.ts'
import type { FirstAnswer } from '../../../shards/first-answer.ts'
import { presentOrder } from './present.ts'
import { readOrder, readReplacement, type CreateOrderBody, type ReplaceOrderBody } from './read-order.ts'

/** The members of a single order, or of a replacement where it names one. */
export type BatchOrder = Partial<{ readonly [Member in keyof CreateOrderBody]: CreateOrderBody[Member] | undefined }> & {
  readonly order_id?: string | undefined
}

export const orderUnknown = refuse('OrderUnknown', '5.16', 'Your desk has no order of this id.', 'id')

export function createOrderCalls(rfqs: Pick<Rfqs, 'commands' | 'store' | 'cache' | 'facts'>, firstAnswer: FirstAnswer) {
  const { commands, store, cache, facts } = rfqs

  async function createOrder(caller: Caller, body: CreateOrderBody, idempotency?: Idempotency): Promise<OrderView | Refusal> {
    const rfq = await cache.rfq(body.rfq_id)
    if (rfq === undefined) return refuse('RfqClosed', '4.11', 'No request of this id is open.', 'rfq_id')
    const read = readOrder(rfq, caller.desk, body, facts.marketData)
    return isRefusal(read) ? read : commands.place(caller, rfq, read, { view: (order) => presentOrder(rfq, order), idempotency })
  }

  async function replaceOrder(caller: Caller, id: string, body: ReplaceOrderBody, idempotency?: Idempotency): Promise<OrderView | Refusal> {
    const known = await cache.order(id)
    if (known === undefined || known.desk !== caller.desk) return orderUnknown
    const before = async () => (await store.order(id))?.order
    const read = await readReplacement(known, body, facts.marketData, async () => (await before())!.quantity)
    if (isRefusal(read)) return read
    const { rfq, kind } = known
    const reply = { view: (order: Order) => presentOrder(rfq, order), idempotency }
    return commands.replace(caller, { rfq, orderId: known.id, kind }, read, before, reply)
  }

  function createOrReplace(caller: Caller, body: BatchOrder, idempotency: Idempotency | undefined): Promise<OrderView | Refusal> {
    const { order_id, rfq_id, side, type = 'LIMIT', time_in_force = 'GOOD_TILL_CANCELED', ...rest } = body
    if (order_id !== undefined) return replaceOrder(caller, order_id, replacementOf(body), idempotency)
    if (rfq_id === undefined) return Promise.resolve(required('rfq_id'))
    if (side === undefined) return Promise.resolve(required('side'))
    return createOrder(caller, { ...rest, rfq_id, side, type, time_in_force }, idempotency)
  }

  /** A replacement need not name the RFQ of its order. */
  const rfqOf = async ({ order_id, rfq_id }: BatchOrder): Promise<string> =>
    order_id === undefined ? (rfq_id ?? '') : ((await cache.order(order_id))?.rfq.id ?? '')

  return {
    createOrder,
    replaceOrder,

    /** Each is decided on its own, and has a verdict of its own. */
    async createOrders(caller: Caller, orders: readonly BatchOrder[], idempotency?: Idempotency): Promise<readonly OrderVerdictView[]> {
      const items = await Promise.all(orders.map(async (body) => ({ body, rfq: await rfqOf(body) })))
      const verdicts = await decideBatch({
        items,
        laneOf: ({ rfq }) => rfq,
        decide: ({ body }, part) => createOrReplace(caller, body, part),
        firstAnswer,
        idempotency,
      })
      return verdicts.map(({ index, answer, error }) => ({ index, order: answer, error }))
    },
  }
}

const required = (member: string): Refusal => refuse('InvalidParams', '', `${member}: This field is required`, member)

const replacementOf = ({ order_id: _order, quantity, amount, ...brought }: BatchOrder): ReplaceOrderBody => ({
  ...brought,
  ...(quantity === undefined ? {} : { quantity }),
  ...(amount === undefined ? {} : { amount }),
})
