/** Quotes and crosses are placed, replaced and cancelled. The reply is the final decision, because it is made before the answer is. */
import {
  evolveDirectRfq,
  isRefusal,
  parsePrice,
  parseQuantity,
  refuse,
  roleOf,
  structurePrice,
  type DirectMarketEvent,
  type DirectRfq,
  type Order,
  type OrderId,
  type Price,
  type Quantity,
  type Refusal,
  type RfqId,
  type Role,
  type Side,
} from '@parley/core'
import type { CancelReportView, OrderView } from '@parley/contracts'
import { EngineUnavailable } from '../engine/engine-unavailable.ts'
import type { Idempotency } from '../engine/engine.ts'
import type { Caller } from '../http/route.ts'
import { accountFor, bandRefusal, legPricesOf, referenceOf, tooFine } from './facts.ts'
import { createKept } from './kept.ts'
import { CANCELS_PER_CALL, KEPT_RFQS } from './limits.ts'
import type { Needs } from './needs.ts'
import { actorOf, shardOfRfq } from './rfq-commands.ts'
import { directShards, type DirectShard } from './shards.ts'
import type { OrderFilter } from './store.ts'
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
    readonly label?: string | null | undefined
  }
export type ReplaceOrderBody = Priced & Sized & { readonly side?: Side | undefined; readonly label?: string | null | undefined }

export function createOrderCommands({ engine, store, marketData, directory, ids, now }: Needs) {
  /** What of a sent request does not change: enough to read a quote by. */
  const kept = createKept<DirectRfq>(KEPT_RFQS)
  const rfqOf = async (id: string): Promise<DirectRfq | undefined> => {
    const known = kept.get(id)
    if (known !== undefined) return known
    const rfq = await store.rfq(id)
    if (rfq !== undefined && rfq.state !== 'DRAFT') kept.set(id, rfq)
    return rfq
  }

  const pricesOf = (rfq: DirectRfq, role: Role | undefined, body: Priced): Prices | Refusal => {
    const prices = role === 'MAKER' ? makerPrices(rfq, body) : takerPrice(rfq, body)
    if (isRefusal(prices) || prices.legPrices === undefined) return prices
    return bandRefusal(rfq.structure, prices.legPrices, marketData) ?? prices
  }

  const referenced = (rfq: DirectRfq) => {
    const reference = referenceOf(rfq, marketData)
    return reference === undefined ? {} : { reference }
  }

  /** Where the market cannot be reached, what it still holds is what was not cancelled. */
  const cancelMarket = async (
    { desk }: Caller,
    { name, venue, baseCurrency }: DirectShard,
    rfqId: RfqId | undefined,
  ): Promise<Canceled> => {
    const about = rfqId === undefined ? {} : { rfqId }
    try {
      const decided = await engine.submit(name, { kind: 'CancelEverything', actor: { desk }, what: 'ORDERS', ...about })
      return { canceled: isRefusal(decided) ? [] : canceledIn(decided.events), left: [] }
    } catch (error) {
      if (!(error instanceof EngineUnavailable)) throw error
      const { items } = await store.orders(desk, { venue, baseCurrency, rfqId, states: ['OPEN'] }, { size: CANCELS_PER_CALL })
      return { canceled: [], left: items.map(({ order }) => order.id) }
    }
  }

  return {
    async createOrder(caller: Caller, body: CreateOrderBody, idempotency?: Idempotency): Promise<OrderView | Refusal> {
      const rfq = await rfqOf(body.rfq_id)
      if (rfq === undefined) return refuse('RfqClosed', '4.11', 'No request of this id is open.', 'rfq_id')
      const role = roleOf(rfq, caller.desk)
      const quantity = quantityOf(body)
      if (isRefused(quantity)) return quantity
      const prices = pricesOf(rfq, role, body)
      if (isRefusal(prices)) return prices
      const needsAccount = role === 'MAKER' || (body.account_name ?? '') !== ''
      const account = needsAccount ? accountFor(caller.desk, rfq.venue, body.account_name, directory) : undefined
      if (typeof account === 'object') return account
      const orderId = ids.order(now())
      const decided = await engine.submit(
        shardOfRfq(rfq),
        {
          kind: 'PlaceOrder',
          actor: actorOf(caller),
          id: rfq.id,
          orderId,
          side: body.side,
          type: body.type,
          timeInForce: body.time_in_force,
          quantity,
          ...prices,
          ...(account === undefined ? {} : { account }),
          ...(body.label ? { label: body.label } : {}),
          ...referenced(rfq),
        },
        idempotency,
      )
      return isRefusal(decided) ? decided : presentOrder(rfq, orderAfter(rfq, decided.events))
    },

    async replaceOrder(caller: Caller, id: string, body: ReplaceOrderBody, idempotency?: Idempotency): Promise<OrderView | Refusal> {
      const found = await store.order(id)
      if (found === undefined || found.order.actor.desk !== caller.desk) return orderUnknown
      const { rfq, order } = found
      if (body.side !== undefined && body.side !== order.side)
        return refuse('TypeNotAllowed', '5.15', `The order is on the ${order.side} side; a replacement stays there.`, 'side')
      const quantity = body.quantity === undefined && body.amount === undefined ? order.quantity : quantityOf(body)
      if (isRefused(quantity)) return quantity
      const prices = pricesOf(rfq, order.role, body)
      if (isRefusal(prices)) return prices
      const decided = await engine.submit(
        shardOfRfq(rfq),
        {
          kind: 'ReplaceOrder',
          actor: actorOf(caller),
          id: rfq.id,
          orderId: order.id,
          quantity,
          ...prices,
          ...(body.label ? { label: body.label } : {}),
          ...referenced(rfq),
        },
        idempotency,
      )
      return isRefusal(decided) ? decided : presentOrder(rfq, orderAfter(rfq, decided.events))
    },

    async cancelOrder(caller: Caller, id: string, idempotency?: Idempotency): Promise<undefined | Refusal> {
      const found = await store.order(id)
      if (found === undefined || found.order.actor.desk !== caller.desk) return orderUnknown
      const { rfq, order } = found
      const decided = await engine.submit(
        shardOfRfq(rfq),
        { kind: 'CancelOrder', actor: actorOf(caller), id: rfq.id, orderId: order.id },
        idempotency,
      )
      if (!isRefusal(decided)) return undefined
      // Clients look for the order's own code: an order of a closed request is closed.
      return decided.refused === 'RfqClosed' ? orderClosed : decided
    },

    /** By market where the filter allows it, else one by one. */
    async cancelOrders(caller: Caller, filter: OrderFilter): Promise<CancelReportView> {
      if (filter.side !== undefined) return this.cancelEach(caller, filter)
      const rfq = filter.rfqId === undefined ? undefined : await store.rfq(filter.rfqId)
      if (filter.rfqId !== undefined && rfq === undefined) return report([], [])
      const markets = directShards.filter(
        ({ venue, baseCurrency }) =>
          (filter.venue ?? venue) === venue &&
          (filter.baseCurrency ?? baseCurrency) === baseCurrency &&
          (rfq === undefined || (rfq.venue === venue && rfq.baseCurrency === baseCurrency)),
      )
      const outcomes = await Promise.all(markets.map((market) => cancelMarket(caller, market, rfq?.id)))
      return report(
        outcomes.flatMap(({ canceled }) => canceled),
        outcomes.flatMap(({ left }) => left),
      )
    },

    async cancelEach(caller: Caller, filter: OrderFilter): Promise<CancelReportView> {
      const { items } = await store.orders(caller.desk, { ...filter, states: ['OPEN'] }, { size: CANCELS_PER_CALL })
      const outcomes = await Promise.all(
        items.map(async ({ rfq, order }) => {
          const decided = await engine.submit(shardOfRfq(rfq), {
            kind: 'CancelOrder',
            actor: actorOf(caller),
            id: rfq.id,
            orderId: order.id,
          })
          return { id: order.id, isCanceled: !isRefusal(decided) }
        }),
      )
      const idsWhere = (isCanceled: boolean) => outcomes.filter((one) => one.isCanceled === isCanceled).map(({ id }) => id)
      return report(idsWhere(true), idsWhere(false))
    },

    /** What one key or session has open, its requests too: all its sockets are gone. */
    async cancelEverythingOf({ desk, via }: Pick<Caller, 'desk' | 'via'>): Promise<void> {
      const command = { kind: 'CancelEverything', actor: { desk, via }, what: 'ORDERS_AND_RFQS' } as const
      await Promise.all(directShards.map(({ name }) => engine.submit(name, command)))
    },
  }
}

type Canceled = { readonly canceled: readonly OrderId[]; readonly left: readonly OrderId[] }
type Prices = { readonly price?: Price; readonly legPrices?: readonly Price[] }

const orderUnknown = refuse('OrderUnknown', '5.16', 'Your desk has no order of this id.', 'id')
const orderClosed = refuse('OrderClosed', '5.16', 'Nothing of the order rests any more; place a new one.', 'id')

function quantityOf({ quantity, amount }: Sized): Quantity | Refusal {
  const text = quantity ?? amount
  if (text === undefined) return refuse('InvalidParams', '', 'quantity: This field is required', 'quantity')
  return parseQuantity(text) ?? refuse('QuantityOffIncrement', '5.4', 'A quantity has at most 6 decimals.', 'quantity')
}

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
function orderAfter(rfq: DirectRfq, events: readonly DirectMarketEvent[]): Order {
  const placed = events.find((event) => event.kind === 'OrderOpened' || event.kind === 'OrderReplaced')
  if (placed === undefined) throw new Error('an order was placed without an event that says so')
  const { id } = placed.order
  const follows = events.filter(
    (event) =>
      (event.kind === 'OrderCanceled' && event.orderId === id) ||
      (event.kind === 'TradeAgreed' && (event.trade.takerOrder === id || event.trade.makerOrder === id)),
  )
  return follows.reduce<DirectRfq>(evolveDirectRfq, { ...rfq, orders: [placed.order], trades: [] }).orders[0]!
}

const canceledIn = (events: readonly DirectMarketEvent[]): readonly OrderId[] =>
  events.flatMap((event) => (event.kind === 'OrderCanceled' ? [event.orderId] : []))

const report = (successes: readonly string[], failures: readonly string[]): CancelReportView => ({
  successes: { count: successes.length, order_ids: [...successes] },
  failures: { count: failures.length, order_ids: [...failures] },
})
