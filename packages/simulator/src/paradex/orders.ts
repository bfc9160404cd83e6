/** An order: how the venue stores it, parses it from a request, and shows it. */
import { formatPrice, formatQuantity, hasLimitPrice, hasTrigger, type Price, type Quantity, type Side } from '@parley/core'
import type { SignedOrder } from '@parley/venues'
import type { Contract } from './chain.ts'
import { averageOf, type Fill } from './ledger.ts'
import * as limits from './limits.ts'
import { formatMoney } from './money.ts'
import { integerParam, invalid, oneOf, priceParam, sizeParam, textParam, VenueRefusal, type Params } from './refusal.ts'

export const ORDER_TYPES = ['MARKET', 'LIMIT', 'STOP_LIMIT', 'STOP_MARKET', 'TAKE_PROFIT_LIMIT', 'TAKE_PROFIT_MARKET'] as const
export type OrderType = (typeof ORDER_TYPES)[number]
const INSTRUCTIONS = ['GTC', 'POST_ONLY', 'IOC'] as const

export type OrderTerms = {
  readonly market: string
  readonly side: Side
  readonly type: OrderType
  readonly size: Quantity
  /** 0 for a market order. */
  readonly price: Price
  /** 0 for orders without a trigger. */
  readonly trigger: Price
}

export type Order = {
  readonly id: string
  readonly account: string
  readonly clientId: string
  readonly instruction: (typeof INSTRUCTIONS)[number]
  readonly reduceOnly: boolean
  readonly createdAt: number
  terms: OrderTerms
  remaining: Quantity
  /** The amount paid or received for the fills, and the filled quantity. */
  paid: bigint
  status: 'NEW' | 'UNTRIGGERED' | 'OPEN' | 'CLOSED'
  reason: string
  changedAt: number
  sequence: number
}

export function readTerms(body: Params, contractOf: (symbol: string) => Contract | undefined): OrderTerms {
  const market = textParam(body, 'market')
  const contract = contractOf(market)
  if (contract === undefined) throw new VenueRefusal('MARKET_NOT_FOUND', `market ${market} not found`, 404)
  const [side, type, size] = [oneOf(body, 'side', ['BUY', 'SELL']), oneOf(body, 'type', ORDER_TYPES), sizeParam(body, 'size')]
  const price = priceParam(body, 'price')
  const trigger = hasTrigger(type) ? priceParam(body, 'trigger_price') : (0 as Price)
  if (size % contract.increment !== 0) throw new VenueRefusal('INVALID_ORDER_SIZE', 'size is not a multiple of order_size_increment')
  if (size > contract.largest) throw new VenueRefusal('INVALID_ORDER_SIZE', 'size exceeds max_order_size')
  if (hasLimitPrice(type) ? price === 0 : price !== 0)
    throw invalid(hasLimitPrice(type) ? 'price is required' : 'price of a market order is 0')
  if (hasTrigger(type) && trigger === 0) throw invalid('trigger_price is required')
  if (price % contract.tick !== 0 || trigger % contract.tick !== 0) throw invalid('price is not a multiple of price_tick_size')
  return { market, side, type, size, price, trigger }
}

export type NewOrder = Pick<Order, 'clientId' | 'instruction' | 'reduceOnly'>

const CLIENT_ID = new RegExp(`^[\\w-]{0,${limits.MAX_CLIENT_ID_LENGTH}}$`)

export function readNew(body: Params, { type }: OrderTerms): NewOrder {
  const instruction = oneOf(body, 'instruction', INSTRUCTIONS)
  const flags: readonly unknown[] = Array.isArray(body['flags']) ? body['flags'] : []
  const clientId = String(body['client_id'] ?? '')
  if (!CLIENT_ID.test(clientId)) throw invalid('client_id is too long')
  if (instruction === 'POST_ONLY' && !hasLimitPrice(type)) throw invalid('POST_ONLY is for limit orders')
  return { instruction, reduceOnly: flags.includes('REDUCE_ONLY'), clientId }
}

/** The order as its owner must have signed it, and the time of the signature. */
export function readSigned(
  body: Params,
  { market, side, type, size, price }: OrderTerms,
  now: number,
): { readonly order: SignedOrder; readonly signature: string } {
  const timestamp = integerParam(body, 'signature_timestamp')
  if (Math.abs(timestamp - now) > limits.SIGNATURE_SLACK_MS)
    throw new VenueRefusal('INVALID_TIMESTAMP', 'signature_timestamp is out of range')
  const order = { timestamp, market, side, type, size: String(BigInt(size) * 100n), price: String(price) }
  return { order, signature: textParam(body, 'signature') }
}

/** Keys are the venue's field names. */
export function viewOrder(order: Order, at: number): object {
  const { terms, remaining, paid } = order
  const filled = BigInt(terms.size - remaining)
  return {
    id: order.id,
    account: order.account,
    market: terms.market,
    side: terms.side,
    type: terms.type,
    size: formatQuantity(terms.size),
    remaining_size: formatQuantity(remaining),
    price: formatPrice(terms.price),
    trigger_price: formatPrice(terms.trigger),
    status: order.status,
    cancel_reason: order.reason,
    client_id: order.clientId,
    instruction: order.instruction,
    flags: order.reduceOnly ? ['REDUCE_ONLY'] : [],
    avg_fill_price: filled === 0n ? '' : averageOf({ quantity: filled, cost: paid }),
    stp: 'EXPIRE_TAKER',
    seq_no: order.sequence,
    created_at: order.createdAt,
    last_updated_at: order.changedAt,
    received_at: order.createdAt,
    published_at: at,
    timestamp: order.createdAt,
  }
}

export const viewFill = (fill: Fill): object => ({
  id: fill.id,
  account: fill.account,
  order_id: fill.orderId,
  client_id: fill.clientId,
  market: fill.market,
  side: fill.side,
  size: formatQuantity(fill.size),
  price: formatPrice(fill.price),
  fee: formatMoney(fill.fee),
  fee_currency: 'USDC',
  liquidity: fill.liquidity,
  fill_type: fill.kind,
  flags: [],
  remaining_size: formatQuantity(fill.remaining),
  realized_pnl: formatMoney(fill.realized),
  realized_funding: formatMoney(fill.funding),
  underlying_price: '0',
  created_at: fill.at,
})
