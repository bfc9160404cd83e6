/** The order that a button sends, or the reason why it would be rejected. The server applies the same rules. Pure. */
import {
  formatPrice,
  formatQuantity,
  type LadderCell,
  MAX_SPREAD_ORDER_LIFETIME_MS,
  ownOrderMet,
  type OwnOrders,
  parsePrice,
  parseQuantity,
  type Price,
  type Quantity,
} from '@parley/core'
import type { LevelBook } from '../market-data/depth.ts'
import type { Band, Lifetime, Side, Strategy } from './model.ts'
import type { OrderForm, OrderType } from './order-form.ts'
import { amountText, amountUnit, spreadPriceText } from './strategy-text.ts'

export type OrderToSend = {
  readonly strategyId: string
  readonly side: Side
  readonly type: OrderType
  /** Undefined for a market order. */
  readonly price: Price | undefined
  readonly amount: Quantity
  readonly lifetime: Lifetime
  readonly expiresInMs: number | undefined
  readonly isPostOnly: boolean
  readonly isMmp: boolean
  /** Undefined if neither the form's choice nor the desk's default is known. The server then applies the desk's default. */
  readonly own: OwnOrders | undefined
  readonly account: string | undefined
  /** The id of the order that it replaces. */
  readonly replaces: string | undefined
}

export type Draft = { readonly order: OrderToSend; readonly reason?: undefined } | { readonly order?: undefined; readonly reason: string }

/** The part of an own resting order that can still trade. */
export type OwnOrder = { readonly id: string; readonly side: Side; readonly price: Price | undefined; readonly resting: Quantity }

export type Market = {
  readonly strategy: Strategy
  /** The orders of other desks. */
  readonly book: LevelBook
  readonly band: Band | undefined
  /** The desk's own resting orders, which are not in the book (rulebook 21.13). */
  readonly own?: readonly OwnOrder[] | undefined
  /** The default of the desk. Undefined until it has loaded. */
  readonly ownOfDesk?: OwnOrders | undefined
}

const minute = 60_000
const refused = (reason: string): Draft => ({ reason })

/** Checks in the order of the server: amount, price, lifetime, post-only. */
export function draftOf(side: Side, form: OrderForm, market: Market): Draft {
  const { replaces } = form
  if (replaces !== undefined && replaces.side !== side)
    return refused(`You are amending a ${replaces.side === 'BUY' ? 'buy' : 'sell'} order. Its side cannot change.`)
  const amount = readAmount(form, market.strategy)
  if (typeof amount === 'string') return refused(amount)
  const common = {
    strategyId: market.strategy.id,
    side,
    amount,
    own: form.own ?? market.ownOfDesk,
    isMmp: form.isMmp,
    account: form.account === '' ? undefined : form.account,
    replaces: replaces?.id,
  }
  if (form.type === 'MARKET') {
    const reason = market.book[side === 'BUY' ? 'asks' : 'bids'].length === 0 ? emptySide(side) : undefined
    return reason === undefined ? unlessOwn({ ...common, ...atOnce, type: 'MARKET', price: undefined }, market) : refused(reason)
  }
  const price = readPrice(side, form, market)
  if (typeof price === 'string') return refused(price)
  // Without a price, the order only takes: what it cannot take at the best price must not rest there (rulebook 21.12).
  if (form.price === '') return unlessOwn({ ...common, ...atOnce, type: 'LIMIT', price }, market)
  const expiresInMs = form.lifetime === 'GOOD_TILL_EXPIRES' ? readMinutes(form.minutes) : undefined
  if (typeof expiresInMs === 'string') return refused(expiresInMs)
  const crossing = form.isPostOnly ? crossingRefusal(side, price, market) : undefined
  if (crossing !== undefined) return refused(crossing)
  return unlessOwn({ ...common, type: 'LIMIT', price, lifetime: form.lifetime, expiresInMs, isPostOnly: form.isPostOnly }, market)
}

const atOnce = { lifetime: 'IMMEDIATE_OR_CANCEL', expiresInMs: undefined, isPostOnly: false } as const

/** The server refuses an order that would trade with an order of its own desk, if the desk has chosen so (rulebook 17.5). */
function unlessOwn(order: OrderToSend, { strategy, book, own = [] }: Market): Draft {
  const met = order.own === 'REFUSE' ? ownMetBy(order, own, book) : undefined
  if (met?.price === undefined) return { order }
  const [word, at] = [met.side === 'BUY' ? 'bid' : 'offer', spreadPriceText(met.price, strategy)]
  return refused(`It would trade with your own ${word} at ${at}. Cancel it, or choose another self-trade prevention.`)
}

/** The own order that the order would meet, without the one that it replaces. */
export const ownMetBy = (order: Pick<OrderToSend, 'side' | 'price' | 'amount' | 'replaces'>, own: readonly OwnOrder[], book: LevelBook) =>
  ownOrderMet(
    order,
    own.filter(({ id }) => id !== order.replaces),
    book,
  )

/** The order of a click in the ladder. An order that takes is IOC, so that it does not rest if the level has just disappeared. */
export function rungDraft(side: Side, { kind, price }: LadderCell, form: OrderForm, market: Market): Draft {
  const plain: OrderForm = { ...form, type: 'LIMIT', price: formatPrice(price), replaces: undefined }
  if (kind === 'TAKE') return draftOf(side, { ...plain, lifetime: 'IMMEDIATE_OR_CANCEL', isPostOnly: false }, market)
  const lifetime = form.lifetime === 'IMMEDIATE_OR_CANCEL' ? 'GOOD_TILL_CANCELED' : form.lifetime
  return draftOf(side, { ...plain, lifetime }, market)
}

/** Rulebook 17.2. */
function readAmount({ amount }: OrderForm, strategy: Strategy): Quantity | string {
  const { minimum, increment } = strategy
  const unit = amountUnit(strategy)
  if (amount === undefined) return `Enter a valid amount in ${unit}.`
  if (amount === '') return `Enter an amount in ${unit}.`
  const value = parseQuantity(amount)
  if (value === undefined) return `${amount} has too many digits. The amount must be a multiple of ${amountText(increment)} ${unit}.`
  if (value < minimum) return `The minimum amount is ${amountText(minimum)} ${unit}.`
  if (value % increment !== 0) return `The amount must be a multiple of ${amountText(increment)} ${unit}.`
  return value
}

/** Rulebook 17.2 and 17.4. */
function readPrice(side: Side, { price, replaces, isPostOnly }: OrderForm, { strategy, book, band }: Market): Price | string {
  if (price === undefined) return 'Enter a valid price.'
  if (price === '' && replaces !== undefined) return 'Enter a price.'
  if (price === '' && isPostOnly) return 'Enter a price: without one, the order takes the best price and cannot be post-only.'
  const best = (side === 'BUY' ? book.asks : book.bids)[0]?.price
  if (price === '') return best ?? `${emptySide(side)} Enter a price.`
  const value = parsePrice(price)
  if (value === undefined || value % strategy.tick !== 0)
    return `The price must be a multiple of ${formatPrice(strategy.tick)} ${strategy.quoteCurrency}.`
  if (band !== undefined && (value < band.least || value > band.most))
    return `Enter a price within the venue’s limits: ${spreadPriceText(band.least, strategy)} to ${spreadPriceText(band.most, strategy)}.`
  return value
}

/** Rulebook 17.3. */
function readMinutes(minutes: OrderForm['minutes']): number | string {
  const most = MAX_SPREAD_ORDER_LIFETIME_MS / minute
  const value = Number(minutes)
  if (minutes === undefined || minutes === '' || !Number.isInteger(value) || value < 1 || value > most)
    return `Enter a whole number of minutes from 1 to ${most.toLocaleString('en')} (30 days).`
  return value * minute
}

/** Rulebook 10.8. */
function crossingRefusal(side: Side, price: Price, { strategy, book }: Market): string | undefined {
  const best = (side === 'BUY' ? book.asks : book.bids)[0]?.price
  if (best === undefined || (side === 'BUY' ? price < best : price > best)) return undefined
  const [word, way] = side === 'BUY' ? ['offer', 'below'] : ['bid', 'above']
  return `Post-only: the best ${word} is ${spreadPriceText(best, strategy)}. Enter a price ${way} it.`
}

const emptySide = (side: Side): string => (side === 'BUY' ? 'No offers.' : 'No bids.')

/** The figures of a request: price and amount as text, the lifetime in seconds. */
export const toWire = ({ price, amount, expiresInMs }: Pick<OrderToSend, 'price' | 'amount' | 'expiresInMs'>) => ({
  ...(price === undefined ? {} : { price: formatPrice(price) }),
  amount_decimal: formatQuantity(amount),
  ...(expiresInMs === undefined ? {} : { expires_in: expiresInMs / 1_000 }),
})
