/** Bodies of orders with the request or the order they are for, as the service takes them: alone, in a batch, or as a side of a two-way quote. */
import { isRefusal, readerRole, refuse, type Refusal, type Rfq } from '@parley/core'
import type { Caller } from '../../../calls/route.ts'
import type { NewOrder } from '../../../rfq/new-order.ts'
import type { Rfqs } from '../../../rfq/service.ts'
import type { TwoWaySide } from '../../../rfq/two-way.ts'
import { readOrder, readReplacement, type CreateOrderBody, type ReplaceOrderBody } from './read-order.ts'

/** The members of a single order, or of a replacement where it names one. */
export type BatchOrder = Partial<{ readonly [Member in keyof CreateOrderBody]: CreateOrderBody[Member] | undefined }> & {
  readonly order_id?: string | undefined
}

export const orderUnknown = refuse('OrderUnknown', '5.16', 'Your desk has no order of this id.', 'id')

/** The same for one that is not there, a draft of others, and one that the desk was not asked in. */
const noRequest = refuse('RfqClosed', '4.11', 'No request of this id is open.', 'rfq_id')

export function createOrderBodies({ commands, store, cache, facts }: Pick<Rfqs, 'commands' | 'store' | 'cache' | 'facts'>) {
  async function readNew(caller: Caller, body: CreateOrderBody): Promise<{ readonly rfq: Rfq; readonly order: NewOrder } | Refusal> {
    const rfq = await cache.rfq(body.rfq_id)
    // Nothing of a request is read before its reader is known to be one (rulebook 8.6).
    if (rfq === undefined || readerRole(rfq, caller.desk) === undefined) return noRequest
    const order = readOrder(rfq, caller.desk, body, facts.marketData)
    return isRefusal(order) ? order : { rfq, order }
  }

  async function readReplaced(caller: Caller, id: string, body: ReplaceOrderBody) {
    const known = await cache.order(id)
    if (known === undefined || known.desk !== caller.desk) return orderUnknown
    const before = async () => (await store.order(id))?.order
    const read = await readReplacement(known, body, facts.marketData, async () => (await before())!.quantity)
    return isRefusal(read) ? read : { replaced: { rfq: known.rfq, orderId: known.id, kind: known.kind }, replacement: read, before }
  }

  async function sideOf(caller: Caller, body: BatchOrder): Promise<TwoWaySide | Refusal> {
    if (body.order_id !== undefined) {
      const read = await readReplaced(caller, body.order_id, replacementOf(body))
      return isRefusal(read) ? read : commands.sideOfReplaced(caller, read.replaced, read.replacement, read.before)
    }
    const created = creationOf(body)
    const read = isRefusal(created) ? created : await readNew(caller, created)
    return isRefusal(read) ? read : commands.sideOfNew(caller, read.rfq, read.order)
  }

  return { readNew, readReplaced, sideOf }
}

/** A new order, with what is meant where nothing is said. */
export function creationOf(body: BatchOrder): CreateOrderBody | Refusal {
  const { order_id: _order, rfq_id, side, type = 'LIMIT', time_in_force = 'GOOD_TILL_CANCELED', ...rest } = body
  if (rfq_id === undefined) return required('rfq_id')
  return side === undefined ? required('side') : { ...rest, rfq_id, side, type, time_in_force }
}

const required = (member: string): Refusal => refuse('InvalidParams', '', `${member}: This field is required`, member)

export const replacementOf = ({ order_id: _order, quantity, amount, ...brought }: BatchOrder): ReplaceOrderBody => ({
  ...brought,
  ...(quantity === undefined ? {} : { quantity }),
  ...(amount === undefined ? {} : { amount }),
})
