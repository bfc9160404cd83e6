/** The desk's own lines in the chart, and what it means to move one of them (rulebook 18.14). Pure. */
import { formatPrice, isTakeProfit, parsePrice, type Price, priceFromNumber, priceToNumber } from '@parley/core'
import type { EnteredNumber } from '../../components/number-text.ts'
import { fromMarkText, priceText, shortQuantity } from './market-text.ts'
import type { Market, Order, Position } from './model.ts'
import { canHaveExits, type FormAction, isWaiting, type OrderForm } from './order-form.ts'
import { sideWord } from './order-text.ts'

const fields = ['price', 'trigger', 'takeProfit', 'stopLoss'] as const
type Field = (typeof fields)[number]
/** A moved line changes an order, or a field of the ticket. */
export type Movable = { readonly kind: 'ORDER'; readonly order: Order } | { readonly kind: 'FIELD'; readonly field: Field }

export type OwnLine = {
  readonly id: string
  readonly price: number
  readonly words: string
  readonly tone: 'own' | 'danger' | 'draft'
  /** Undefined for the position and its liquidation, which cannot be moved. */
  readonly moves: Movable | undefined
}

/** Each own order at its price or trigger, the entry and the liquidation price of the position, and the prices in the ticket. */
export function ownLines(market: Market, orders: readonly Order[], position: Position | undefined, form: OrderForm): readonly OwnLine[] {
  return [
    ...orders.filter((order) => order.market === market.name).flatMap(orderLine),
    ...positionLines(position),
    ...fields.flatMap((field) => fieldLine(field, form)),
  ]
}

function orderLine(order: Order): readonly OwnLine[] {
  const at = order.trigger ?? order.price
  if (at === undefined) return []
  const what = order.trigger === undefined ? '' : isTakeProfit(order.kind) ? ' take profit' : ' stop'
  const words = `${sideWord(order.side)} ${shortQuantity(order.remaining)}${what}`
  return [{ id: order.id, price: priceToNumber(at), words, tone: 'own', moves: { kind: 'ORDER', order } }]
}

function positionLines(position: Position | undefined): readonly OwnLine[] {
  if (position === undefined) return []
  const { quantity, entry, liquidation } = position
  const words = `${quantity > 0 ? 'Long' : 'Short'} ${shortQuantity(quantity)}`
  return [
    { id: 'entry', price: entry, words, tone: 'own', moves: undefined },
    ...(liquidation === undefined
      ? []
      : [{ id: 'liquidation', price: liquidation, words: 'Liquidation', tone: 'danger' as const, moves: undefined }]),
  ]
}

const fieldLabels: Readonly<Record<Field, string>> = {
  price: 'Price',
  trigger: 'Trigger',
  takeProfit: 'Take profit',
  stopLoss: 'Stop loss',
}

function isUsed(field: Field, form: OrderForm): boolean {
  switch (field) {
    case 'price':
      return form.kind !== 'MARKET'
    case 'trigger':
      return isWaiting(form.kind)
    case 'takeProfit':
    case 'stopLoss':
      return form.hasExits && canHaveExits(form)
  }
}

function fieldLine(field: Field, form: OrderForm): readonly OwnLine[] {
  const price = isUsed(field, form) ? readPrice(form[field]) : undefined
  if (price === undefined) return []
  const words = `${form.amends === undefined ? 'New' : 'Amended'} ${fieldLabels[field].toLowerCase()}`
  return [{ id: `ticket-${field}`, price: priceToNumber(price), words, tone: 'draft', moves: { kind: 'FIELD', field } }]
}

const readPrice = (text: EnteredNumber): Price | undefined => (text === undefined || text === '' ? undefined : parsePrice(text))

/** The nearest price on the tick, at least one tick. */
export function onTick(price: number, { tick }: Pick<Market, 'tick'>): Price | undefined {
  const exact = priceFromNumber(price)
  return exact === undefined ? undefined : ((Math.max(1, Math.round(exact / tick)) * tick) as Price)
}

/** The order at another price. If it waits for a trigger, the trigger is moved, and a limit price keeps its distance from it. */
export function movedOrder(order: Order, to: Price): Order {
  if (order.trigger === undefined) return { ...order, price: to }
  const limit = order.price === undefined ? undefined : order.price + (to - order.trigger)
  return { ...order, trigger: to, price: limit === undefined ? undefined : (Math.max(0, limit) as Price) }
}

/** The action of typing the price into the field. */
export function fieldAction(field: Field, to: Price): FormAction {
  const text = formatPrice(to)
  switch (field) {
    case 'price':
      return { kind: 'priceTyped', price: text }
    case 'trigger':
      return { kind: 'triggerTyped', trigger: text }
    case 'takeProfit':
    case 'stopLoss':
      return { kind: 'exitTyped', of: field, price: text }
  }
}

/** `91,100.0, 0.4 % below the mark`. */
export function movedText(to: Price, market: Market): string {
  const text = priceText(to, market)
  return market.mark === undefined ? text : `${text}, ${fromMarkText(priceToNumber(to), market.mark)}`
}
