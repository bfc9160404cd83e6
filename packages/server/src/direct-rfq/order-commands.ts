/** Quotes and crosses are placed and replaced. The reply is the final decision, because it is made before the answer is. */
import {
  evolveDirectRfq,
  isRefusal,
  parsePrice,
  parseQuantity,
  refuse,
  roleOf,
  structurePrice,
  type DirectRfqEvent,
  type DirectRfq,
  type MarketEvent,
  type Order,
  type Price,
  type Quantity,
  type Refusal,
  type Role,
  type Side,
} from '@parley/core'
import type { OrderView } from '@parley/contracts'
import type { Idempotency } from '../engine/engine.ts'
import { unitOf } from '../group-rfq/facts.ts'
import type { Caller } from '../http/route.ts'
import { clientOrderIdOf, type Place } from '../market/client-order-ids.ts'
import { legPricesOf } from '../market/leg-prices.ts'
import { marketShardOf } from '../market/shards.ts'
import { accountFor, allocationsOf, bandRefusal, bothGiven, type AskedPart, referenceOf, tooFine } from './facts.ts'
import type { Needs } from './needs.ts'
import type { Recall } from './recall.ts'
import { broughtBy, pricesBrought, type BroughtBody } from './replacing.ts'
import { actorOf } from './rfq-commands.ts'
import { presentOrder } from './wire.ts'

type Priced = {
  readonly price?: string | null | undefined
  readonly legs?: readonly { readonly instrument_id: number; readonly price: string }[] | null | undefined
}
type Sized = { readonly quantity?: string | undefined; readonly amount?: string | undefined }
export type CreateOrderBody = Priced &
  Sized & {
    readonly rfq_id: string
    readonly side: Side
    readonly type: Order['type']
    readonly time_in_force: Order['timeInForce']
    readonly account_name?: string | null | undefined
    readonly allocations?: readonly AskedPart[] | null | undefined
    readonly label?: string | null | undefined
    readonly client_order_id?: string | number | null | undefined
  }
export type ReplaceOrderBody = Priced & Sized & BroughtBody

export function createOrderCommands({ engine, store, marketData, directory, guards, clientOrderIds, ids, now }: Needs, recall: Recall) {
  const pricesOf = (rfq: DirectRfq, role: Role | undefined, body: Priced): Prices | Refusal => {
    const prices = role === 'MAKER' ? makerPrices(rfq, body) : takerPrice(rfq, body)
    if (isRefusal(prices) || prices.legPrices === undefined) return prices
    return bandRefusal(rfq.structure, prices.legPrices, marketData) ?? prices
  }

  const referenced = (rfq: DirectRfq) => {
    const reference = referenceOf(rfq, marketData)
    return { unit: unitOf(rfq, marketData), ...(reference === undefined ? {} : { reference }) }
  }

  return {
    async createOrder(caller: Caller, body: CreateOrderBody, idempotency?: Idempotency): Promise<OrderView | Refusal> {
      const rfq = await recall.rfq(body.rfq_id)
      if (rfq === undefined) return refuse('RfqClosed', '4.11', 'No request of this id is open.', 'rfq_id')
      const role = roleOf(rfq, caller.desk)
      const quantity = quantityOf(body)
      if (isRefused(quantity)) return quantity
      const prices = pricesOf(rfq, role, body)
      if (isRefusal(prices)) return prices
      const both = bothGiven(body.allocations, body.account_name)
      if (both !== undefined) return both
      const needsAccount = role === 'MAKER' || (body.account_name ?? '') !== ''
      const account = needsAccount ? accountFor(caller.desk, rfq.venue, body.account_name, directory) : undefined
      if (typeof account === 'object') return account
      const allocations = allocationsOf({ desk: caller.desk, venue: rfq.venue }, body.allocations, directory)
      if (isRefusedList(allocations)) return allocations
      const clientOrderId = clientOrderIdOf(body.client_order_id, 'DIRECT')
      if (typeof clientOrderId === 'object') return clientOrderId
      const unbounded = guards.bounded(caller.desk, rfq, { quantity, ...prices })
      if (unbounded !== undefined) return unbounded
      const command = {
        kind: 'PlaceOrder',
        actor: actorOf(caller),
        id: rfq.id,
        orderId: ids.order(now()),
        side: body.side,
        type: body.type,
        timeInForce: body.time_in_force,
        quantity,
        ...prices,
        ...(account === undefined ? {} : { account }),
        ...(allocations === undefined ? {} : { allocations }),
        ...(clientOrderId === undefined ? {} : { clientOrderId }),
        ...(body.label ? { label: body.label } : {}),
        ...referenced(rfq),
      } as const
      const submit = () => engine.submit(marketShardOf(rfq).name, command, idempotency)
      const decide = () => (role === 'TAKER' ? guards.taking(caller.desk, rfq.structure, submit) : submit())
      const decided = await clientOrderIds.using(caller.desk, clientOrderId, placeOf(rfq), decide)
      if (isRefusal(decided)) return decided
      const placed = orderAfter(rfq, decided.events)
      recall.remember(rfq, placed)
      return presentOrder(rfq, placed)
    },

    async replaceOrder(caller: Caller, id: string, body: ReplaceOrderBody, idempotency?: Idempotency): Promise<OrderView | Refusal> {
      const order = await recall.order(id)
      if (order === undefined || order.desk !== caller.desk) return orderUnknown
      const { rfq } = order
      const quantity = (body.quantity ?? body.amount) === undefined ? (await store.order(id))!.order.quantity : quantityOf(body)
      if (isRefused(quantity)) return quantity
      const prices = pricesBrought(rfq, body, pricesOf(rfq, order.role, body))
      if (isRefusal(prices)) return prices
      const brought = await broughtBy({ store, directory }, caller, order, body)
      if (isRefusal(brought)) return brought
      const unbounded = guards.bounded(caller.desk, rfq, { quantity, ...prices })
      if (unbounded !== undefined) return unbounded
      const command = {
        kind: 'ReplaceOrder',
        actor: actorOf(caller),
        id: rfq.id,
        orderId: order.id,
        quantity,
        ...prices,
        ...brought,
        ...referenced(rfq),
      } as const
      const submit = () => engine.submit(marketShardOf(rfq).name, command, idempotency)
      const decide = () => (order.role === 'TAKER' ? guards.taking(caller.desk, rfq.structure, submit) : submit())
      const decided = await clientOrderIds.using(caller.desk, brought.clientOrderId, placeOf(rfq), decide)
      return isRefusal(decided) ? decided : presentOrder(rfq, orderAfter(rfq, decided.events))
    },
  }
}

const placeOf = (rfq: DirectRfq): Place => ({ flow: 'DIRECT', group: marketShardOf(rfq).group })

type Prices = { readonly price?: Price; readonly legPrices?: readonly Price[] }

export const orderUnknown = refuse('OrderUnknown', '5.16', 'Your desk has no order of this id.', 'id')

function quantityOf({ quantity, amount }: Sized): Quantity | Refusal {
  const text = quantity ?? amount
  if (text === undefined) return refuse('InvalidParams', '', 'quantity: This field is required', 'quantity')
  return (
    parseQuantity(text) ??
    refuse('QuantityOffIncrement', '5.4', 'A quantity has at most 6 decimals and is below 9 thousand million.', 'quantity')
  )
}

const isRefusedList = <T>(value: readonly T[] | undefined | Refusal): value is Refusal => value !== undefined && 'refused' in value
const isRefused = (value: number | Refusal): value is Refusal => typeof value === 'object'

/** Legs, or for a single leg the price alone. What is missing is for the rules to say. */
function makerPrices({ structure }: DirectRfq, { price, legs }: Priced): Prices | Refusal {
  const lone = structure.legs.length === 1 && price !== undefined && price !== null
  const quoted = legs ?? (lone ? [{ instrument_id: structure.legs[0]!.instrument.id, price }] : undefined)
  if (quoted === undefined) return {}
  const legPrices = legPricesOf(structure, quoted)
  if (legPrices === undefined) return {}
  return 'refused' in legPrices ? legPrices : { legPrices }
}

/** The price, or legs that add up to it. */
function takerPrice({ structure }: DirectRfq, { price, legs }: Priced): Prices | Refusal {
  if (price !== undefined && price !== null) {
    const exact = parsePrice(price)
    return exact === undefined ? tooFine('price') : { price: exact }
  }
  if (legs === undefined || legs === null) return {}
  const legPrices = legPricesOf(structure, legs)
  if (legPrices === undefined || 'refused' in legPrices) return legPrices ?? {}
  const sum = structurePrice(structure.legs, legPrices)
  return sum === undefined ? {} : { price: sum }
}

/** The order that the decision placed or replaced, with all that followed from it at once. */
export function orderAfter(rfq: DirectRfq, events: readonly MarketEvent[]): Order {
  const placed = events.find((event) => event.kind === 'OrderOpened' || event.kind === 'OrderReplaced')
  if (placed === undefined) throw new Error('an order was placed without an event that says so')
  const { id } = placed.order
  const follows = events.filter(
    (event): event is DirectRfqEvent =>
      (event.kind === 'OrderCanceled' && event.orderId === id) ||
      (event.kind === 'TradeAgreed' && (event.trade.takerOrder === id || event.trade.makerOrder === id)),
  )
  return follows.reduce<DirectRfq>(evolveDirectRfq, { ...rfq, orders: [placed.order], trades: [] }).orders[0]!
}
