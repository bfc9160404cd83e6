/** Calls that place, replace and cancel orders of listed spreads. */
import { isRefusal, refuse, rfqIdOf, type Order, type OrderId, type Refusal, type Rfq } from '@parley/core'
import { spreadCalls as calls, type SpreadOrderView } from '@parley/contracts'
import type { Caller } from '../../../calls/route.ts'
import type { Idempotency } from '../../../engine/engine.ts'
import { portable } from '../../../engine/portable.ts'
import { nothingOr } from '../../../rfq/answers.ts'
import type { OrderIn } from '../../../rfq/order-clauses.ts'
import type { RefusalRecorder } from '../../../rfq/refusal-recorder.ts'
import { unreachedIn } from '../../../shards/broadcast.ts'
import type { Spreads } from '../../../spreads/create-spreads.ts'
import { numberOfId } from './ids.ts'
import { notFound } from './not-found.ts'
import { presentOrder } from './present.ts'
import { readOrder, readReplacement, type OrderBody, type TermsBody } from './read-order.ts'

/** The orders that a mass cancel covers. */
export type CancelQuery = {
  readonly side?: 'BUY' | 'SELL' | undefined
  readonly label?: string | undefined
  readonly strategy_id?: string | undefined
  readonly venue?: string | undefined
}
/** The body can name the order as well. One published client sends both. */
export type ReplaceBody = TermsBody & { readonly order_id?: string | null | undefined }

const noLongerRests = refuse('OrderNoLongerRests', '17.7', 'The order is no longer open: it was filled or cancelled.', 'id')

/** The members have different names in this dialect. */
const FIELDS: Readonly<Record<string, string>> = { quantity: 'amount', account: 'account_name' }

/** In this dialect, an order that is closed has its own code, whatever closed it. Known clients check for it. */
function worded(refusal: Refusal): Refusal {
  const { refused, field } = refusal
  if (refused === 'OrderUnknown' || refused === 'OrderClosed') return noLongerRests
  return field !== undefined && FIELDS[field] !== undefined ? { ...refusal, field: FIELDS[field] } : refusal
}

const cancelRefusal = portable(
  'fs.cancelRefusal',
  () =>
    (refusal: Refusal): Refusal =>
      refusal.refused === 'RfqClosed' ? noLongerRests : worded(refusal),
)()

const orderOf = portable(
  'fs.order',
  (rfq: Rfq) =>
    (order: Order): SpreadOrderView =>
      presentOrder(rfq, order),
)

const answered = <Answer extends object>(answer: Answer | Refusal): Answer | Refusal => (isRefusal(answer) ? worded(answer) : answer)

export function createOrderCalls(
  { commands, store, cache }: Pick<Spreads, 'commands' | 'store' | 'cache'>,
  { record }: RefusalRecorder,
  now: () => number,
) {
  const strategyOf = async (id: string): Promise<Rfq | undefined> => {
    const number = numberOfId(id)
    return number === undefined ? undefined : cache.rfq(rfqIdOf(number))
  }
  const ownOrder = async ({ desk }: Caller, id: string): Promise<OrderIn | undefined> => {
    const number = numberOfId(id)
    const found = number === undefined ? undefined : await store.orderOfNumber(number)
    return found?.order.actor.desk === desk ? found : undefined
  }
  const replyOf = (rfq: Rfq, idempotency: Idempotency | undefined) => ({ view: orderOf(rfq), idempotency })

  return {
    async createOrder(caller: Caller, body: OrderBody, idempotency?: Idempotency): Promise<SpreadOrderView | Refusal> {
      const strategy = await strategyOf(body.strategy_id)
      if (strategy === undefined) return notFound('strategy', 'strategy_id')
      const terms = readOrder(body)
      if (isRefusal(terms)) return terms
      const placed = commands.place(caller, strategy, terms, replyOf(strategy, idempotency))
      return answered(await record({ caller, call: calls.createOrder, what: 'PLACE' }, placed))
    },

    async replaceOrder(caller: Caller, id: string, body: ReplaceBody, idempotency?: Idempotency): Promise<SpreadOrderView | Refusal> {
      if ((body.order_id ?? id) !== id) return refuse('InvalidParams', '', 'order_id must match the id in the path.', 'order_id')
      const found = await ownOrder(caller, id)
      if (found === undefined) return notFound('order', 'id')
      if (found.order.state === 'CLOSED') return noLongerRests
      const terms = readReplacement(body, found.order, now())
      if (isRefusal(terms)) return terms
      const replaced = commands.replace(caller, found, terms, replyOf(found.rfq, idempotency))
      return answered(await record({ caller, call: calls.replaceOrder, params: { id }, what: 'CHANGE' }, replaced))
    },

    async cancelOrder(caller: Caller, id: string, idempotency?: Idempotency): Promise<undefined | Refusal> {
      const known = await knownOrder(cache, caller, id)
      if (known === undefined) return notFound('order', 'id')
      const decided = await commands.cancelOrder(caller, known, { idempotency, present: nothingOr(cancelRefusal) })
      return isRefusal(decided) ? decided : undefined
    },

    /** Returns the markets that could not be reached, if any. */
    async cancelOrders(caller: Caller, query: CancelQuery, idempotency?: Idempotency): Promise<ReturnType<typeof unreachedIn> | Refusal> {
      const { side, label, venue, strategy_id: strategyId } = query
      const strategy = strategyId === undefined ? undefined : await strategyOf(strategyId)
      if (strategyId !== undefined && strategy === undefined) return notFound('strategy', 'strategy_id')
      const within = strategy === undefined ? undefined : { rfq: strategy }
      const done = await commands.cancelOrders(caller, { side, label, venue, within }, idempotency)
      return isRefusal(done) ? done : unreachedIn(done.covered)
    },
  }
}

type KnownOrder = { readonly rfq: Rfq; readonly id: OrderId }

async function knownOrder(cache: Spreads['cache'], { desk }: Caller, id: string): Promise<KnownOrder | undefined> {
  const number = numberOfId(id)
  const known = number === undefined ? undefined : await cache.orderOfNumber(number)
  return known?.desk === desk ? known : undefined
}
