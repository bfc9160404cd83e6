/**
 * Turns order bodies, with their RFQ or the order they replace, into the form that the service takes: alone, in a batch, or as one side of a two-way
 * quote.
 */
import { isRefusal, readerRole, refuse, type Refusal, type Rfq } from '@parley/core'
import type { Caller } from '../../../calls/route.ts'
import type { NewOrder } from '../../../rfq/new-order.ts'
import type { Rfqs } from '../../../rfq/service.ts'
import type { TwoWaySide } from '../../../rfq/two-way.ts'
import { readOrder, readReplacement, type CreateOrderBody, type ReplaceOrderBody } from './read-order.ts'

/** The members of a single order, or of a replacement if it names an order. */
export type BatchOrder = Partial<{ readonly [Member in keyof CreateOrderBody]: CreateOrderBody[Member] | undefined }> & {
  readonly order_id?: string | undefined
}

export const orderUnknown = refuse('OrderUnknown', '5.16', 'Your desk has no order with this id.', 'id')

/** The same refusal for an RFQ that does not exist, for another desk's draft, and for an RFQ that was not sent to the desk. */
const noRequest = refuse('RfqClosed', '4.11', 'No RFQ with this id is open.', 'rfq_id')

export function createOrderBodies({ commands, store, cache, facts }: Pick<Rfqs, 'commands' | 'store' | 'cache' | 'facts'>) {
  async function readNew(caller: Caller, body: CreateOrderBody): Promise<{ readonly rfq: Rfq; readonly order: NewOrder } | Refusal> {
    const rfq = await cache.rfq(body.rfq_id)
    // Nothing is revealed about an RFQ until the caller is known to be one of its readers (rulebook 8.6).
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

/** A new order, with defaults for the members that were not sent. */
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
