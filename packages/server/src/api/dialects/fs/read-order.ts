/** Turns order bodies in the published format of /v1/fs into the form that the service takes. */
import {
  formatPrice,
  formatQuantity,
  isRefusal,
  MAX_SPREAD_ORDER_LIFETIME_MS,
  parsePrice,
  parseQuantity,
  refuse,
  restingQuantity,
  type Order,
  type OwnOrders,
  type Price,
  type Quantity,
  type Refusal,
  type Side,
} from '@parley/core'
import type { SpreadReplacement, SpreadTerms } from '../../../spreads/order-commands.ts'

export type TermsBody = {
  readonly price?: string | null | undefined
  readonly amount?: string | null | undefined
  readonly amount_decimal?: string | null | undefined
  readonly type?: 'LIMIT' | 'MARKET' | undefined
  readonly time_in_force?: 'GOOD_TILL_CANCELED' | 'IMMEDIATE_OR_CANCEL' | 'GOOD_TILL_EXPIRES' | undefined
  /** In seconds (decision 0395). */
  readonly expires_in?: number | null | undefined
  readonly post_only?: boolean | null | undefined
  readonly label?: string | null | undefined
  readonly account_name?: string | null | undefined
  readonly own_orders?: OwnOrders | undefined
  readonly not_after?: number | undefined
  readonly mmp?: boolean | null | undefined
}
export type OrderBody = TermsBody & { readonly strategy_id: string; readonly side: Side }

const SECOND_MS = 1_000
/** A larger value was probably sent in milliseconds or nanoseconds (decision 0395). */
const MOST_EXPIRES_IN = MAX_SPREAD_ORDER_LIFETIME_MS / SECOND_MS

export function readOrder(body: OrderBody): SpreadTerms | Refusal {
  const terms = termsOf(body)
  return isRefusal(terms) ? terms : { ...terms, side: body.side }
}

/** Terms that were not sent stay unchanged: the amount is then the remaining quantity, and the expiry is the remaining time (rulebook 17.7). */
export function readReplacement(body: TermsBody, old: Order, now: number): SpreadReplacement | Refusal {
  const isMarket = body.type === 'MARKET'
  const { price = isMarket ? null : formatPrice(old.price), time_in_force: word = isMarket ? undefined : WORDS[old.timeInForce] } = body
  const isAmountSaid = given(body.amount) || given(body.amount_decimal)
  const isTimeKept = old.timeInForce === 'GTD' && word === 'GOOD_TILL_EXPIRES' && !given(body.expires_in)
  const leftMs = isTimeKept && old.expiresAt !== undefined ? Math.max(1, old.expiresAt - now) : undefined
  const mayRest = word !== 'IMMEDIATE_OR_CANCEL' && !isMarket
  const amount = isAmountSaid ? {} : { amount: formatQuantity(restingQuantity(old)) }
  return termsOf({ ...body, ...amount, price, time_in_force: word, post_only: body.post_only ?? (mayRest && old.isPostOnly) }, leftMs)
}

const WORDS = { GTC: 'GOOD_TILL_CANCELED', GTD: 'GOOD_TILL_EXPIRES', IOC: 'IMMEDIATE_OR_CANCEL', FOK: 'IMMEDIATE_OR_CANCEL' } as const
const TIMES_IN_FORCE = { GOOD_TILL_CANCELED: 'GTC', GOOD_TILL_EXPIRES: 'GTD', IMMEDIATE_OR_CANCEL: 'IOC' } as const

const given = <Value>(value: Value | null | undefined): value is Value => value !== undefined && value !== null

function termsOf(body: TermsBody, restsMs?: number): SpreadReplacement | Refusal {
  const quantity = amountOf(body)
  if (typeof quantity === 'object') return quantity
  const price = priceOf(body)
  if (typeof price === 'object') return price
  const { type = 'LIMIT', time_in_force: word = type === 'MARKET' ? 'IMMEDIATE_OR_CANCEL' : 'GOOD_TILL_CANCELED' } = body
  const timeInForce = TIMES_IN_FORCE[word]
  if (type === 'MARKET' && timeInForce !== 'IOC')
    return refuse('TypeNotAllowed', '17.3', 'A market order never rests. Its time_in_force must be IMMEDIATE_OR_CANCEL.', 'time_in_force')
  // If an expiry were ignored silently, the order would rest for longer than intended.
  if (timeInForce === 'GTC' && given(body.expires_in) && body.expires_in > 0) return endsWithoutWord
  const lifetime = restsMs ?? (timeInForce === 'GTD' ? lifetimeOf(body.expires_in) : undefined)
  if (typeof lifetime === 'object') return lifetime
  return {
    quantity,
    price,
    ...(type === 'MARKET' ? { isMarket: true as const } : {}),
    timeInForce,
    isPostOnly: body.post_only ?? false,
    account: body.account_name,
    label: body.label,
    ...(lifetime === undefined ? {} : { restsMs: lifetime }),
    ...(body.own_orders === undefined ? {} : { ownOrders: body.own_orders }),
    ...(body.not_after === undefined ? {} : { notAfter: body.not_after }),
    ...(given(body.mmp) ? { isMmpProtected: body.mmp } : {}),
  }
}

const endsWithoutWord = refuse(
  'TypeNotAllowed',
  '17.3',
  'expires_in is only accepted with time_in_force GOOD_TILL_EXPIRES. A GOOD_TILL_CANCELED order rests until it is cancelled.',
  'expires_in',
)

function amountOf({ amount, amount_decimal: exact }: TermsBody): Quantity | Refusal {
  const said = exact ?? amount
  if (!given(said)) return refuse('InvalidParams', '', 'amount: This field is required', 'amount')
  const quantity = parseQuantity(said)
  if (quantity === undefined)
    return refuse('QuantityOffIncrement', '17.2', 'An amount must have at most 6 decimals and be less than 9 billion.', 'amount')
  // Some programs send the integer part in addition to the exact amount that they read.
  if (given(amount) && given(exact) && parseQuantity(amount) !== quantity && amount !== exact.split('.')[0])
    return refuse('InvalidParams', '', 'amount and amount_decimal differ. Send one of them, or the same amount in both.', 'amount')
  return quantity
}

/** A market order needs no price. If it has one, it trades only up to that price. */
function priceOf({ price, type = 'LIMIT' }: TermsBody): Price | undefined | Refusal {
  if (!given(price) && type === 'MARKET') return undefined
  if (!given(price)) return refuse('OrderPriceMissing', '17.3', 'A LIMIT order needs a price.', 'price')
  return parsePrice(price) ?? refuse('PriceOffTick', '17.2', 'A price must have at most 8 decimals and be less than 90 million.', 'price')
}

function lifetimeOf(expiresIn: number | null | undefined): number | Refusal {
  const accepted = `expires_in must be in seconds, from 1 to ${MOST_EXPIRES_IN} (30 days).`
  if (!given(expiresIn)) return refuse('TypeNotAllowed', '17.3', `GOOD_TILL_EXPIRES needs expires_in: ${accepted}`, 'expires_in')
  if (expiresIn < 1 || expiresIn > MOST_EXPIRES_IN) return refuse('TypeNotAllowed', '17.3', accepted, 'expires_in')
  return expiresIn * SECOND_MS
}
