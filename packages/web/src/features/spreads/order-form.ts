/** The state of the order entry. Every click and typed character is one action on it. Pure. */
import { formatPrice, formatQuantity, type OwnOrders, type Price, type Quantity } from '@parley/core'
import type { EnteredNumber } from '../../components/number-text.ts'
import { NO_LONGER_OPEN } from '../order-entry/use-amendment.ts'
import { type Lifetime, restingOf, type Side, sides, type SpreadOrder } from './model.ts'

export type OrderType = 'LIMIT' | 'MARKET'

/** The order that the next one replaces. */
export type Replaced = { readonly id: string; readonly side: Side; readonly price: Price; readonly amount: Quantity }

export type EnteredBy = 'PRICE' | 'YIELD'

export type OrderForm = {
  readonly type: OrderType
  /** If empty, the best price of the other side is used, and the order is IOC (rulebook 21.12). */
  readonly price: EnteredNumber
  readonly enteredBy: EnteredBy
  /** The typed yield in percent a year. Undefined if the price was set in another way. */
  readonly percent: EnteredNumber
  readonly amount: EnteredNumber
  readonly lifetime: Lifetime
  /** The lifetime of an order that expires, in minutes. */
  readonly minutes: EnteredNumber
  readonly isPostOnly: boolean
  /** Whether market maker protection covers the order. It is off until the person turns it on (rulebook 17.10). */
  readonly isMmp: boolean
  /** The self-trade prevention of the order. Undefined uses the default of the desk (rulebook 17.5). */
  readonly own: OwnOrders | undefined
  /** If empty, the user's default account is used. */
  readonly account: string
  readonly replaces: Replaced | undefined
  /** Why the amendment ended without an action of the user. */
  readonly note: string | undefined
  /** The amount before the desk's own order was loaded for editing. */
  readonly usualAmount: EnteredNumber
}

/** Both sides, or the side of the order that is being amended. */
export const sidesOf = ({ replaces }: OrderForm): readonly Side[] => (replaces === undefined ? sides : [replaces.side])

export type FormAction =
  | { readonly kind: 'typeChosen'; readonly type: OrderType }
  | { readonly kind: 'priceTyped'; readonly price: EnteredNumber }
  | { readonly kind: 'amountTyped'; readonly amount: EnteredNumber }
  | { readonly kind: 'enteredByChosen'; readonly enteredBy: EnteredBy }
  /** A yield, and the price that it has at the moment. The price is what is sent. */
  | { readonly kind: 'yieldTyped'; readonly percent: EnteredNumber; readonly price: EnteredNumber }
  | { readonly kind: 'orderLoaded'; readonly amount?: Quantity | undefined; readonly price?: Price | undefined; readonly type: OrderType }
  | { readonly kind: 'lifetimeChosen'; readonly lifetime: Lifetime }
  | { readonly kind: 'minutesTyped'; readonly minutes: EnteredNumber }
  | { readonly kind: 'postOnlySet'; readonly isOn: boolean }
  | { readonly kind: 'mmpSet'; readonly isOn: boolean }
  | { readonly kind: 'ownChosen'; readonly own: OwnOrders | undefined }
  | { readonly kind: 'accountChosen'; readonly account: string }
  | { readonly kind: 'rungPicked'; readonly price: Price }
  | { readonly kind: 'editingStarted'; readonly order: SpreadOrder }
  | { readonly kind: 'replacingStopped' }
  /** The order that is amended is no longer open. */
  | { readonly kind: 'replacedClosed' }
  /** The sent price is cleared, so that it cannot be sent a second time. Text typed during the sending belongs to the next order. */
  | { readonly kind: 'sent'; readonly form: OrderForm }

const USUAL_MINUTES = '60'

export const emptyForm = (minimum: Quantity): OrderForm => ({
  type: 'LIMIT',
  price: '',
  enteredBy: 'PRICE',
  percent: undefined,
  amount: formatQuantity(minimum),
  lifetime: 'GOOD_TILL_CANCELED',
  minutes: USUAL_MINUTES,
  isPostOnly: false,
  isMmp: false,
  own: undefined,
  account: '',
  replaces: undefined,
  note: undefined,
  usualAmount: undefined,
})

export function reduceForm(form: OrderForm, action: FormAction): OrderForm {
  switch (action.kind) {
    case 'typeChosen':
      return { ...notReplacing(form), type: action.type }
    case 'priceTyped':
      return { ...form, note: undefined, percent: undefined, price: action.price }
    case 'enteredByChosen':
      return { ...form, percent: undefined, enteredBy: action.enteredBy }
    case 'yieldTyped':
      return { ...form, note: undefined, percent: action.percent, price: action.price }
    case 'orderLoaded':
      return loaded(notReplacing(form), action)
    case 'amountTyped':
      return { ...form, amount: action.amount }
    case 'lifetimeChosen':
      return { ...form, lifetime: action.lifetime, isPostOnly: form.isPostOnly && action.lifetime !== 'IMMEDIATE_OR_CANCEL' }
    case 'minutesTyped':
      return { ...form, minutes: action.minutes }
    case 'postOnlySet':
      return { ...form, isPostOnly: action.isOn, lifetime: action.isOn ? resting(form.lifetime) : form.lifetime }
    case 'mmpSet':
      return { ...form, isMmp: action.isOn }
    case 'ownChosen':
      return { ...form, own: action.own }
    case 'accountChosen':
      return { ...form, account: action.account }
    case 'rungPicked':
      return { ...form, note: undefined, percent: undefined, type: 'LIMIT', price: formatPrice(action.price) }
    case 'editingStarted':
      return replacing(form, action.order)
    case 'replacingStopped':
      return notReplacing(form)
    case 'replacedClosed':
      return form.replaces === undefined ? form : { ...notReplacing(form), note: NO_LONGER_OPEN }
    case 'sent':
      return form === action.form ? { ...notReplacing(form), percent: undefined, price: '' } : form
  }
}

/** Rulebook 10.8: an order that never rests is not post-only. */
const resting = (lifetime: Lifetime): Lifetime => (lifetime === 'IMMEDIATE_OR_CANCEL' ? 'GOOD_TILL_CANCELED' : lifetime)

/** The resting part of the order. */
function replacing(form: OrderForm, order: SpreadOrder): OrderForm {
  if (order.price === undefined) return form
  const amount = restingOf(order)
  return {
    ...form,
    type: 'LIMIT',
    percent: undefined,
    price: formatPrice(order.price),
    amount: formatQuantity(amount),
    lifetime: order.lifetime === 'GOOD_TILL_EXPIRES' ? 'GOOD_TILL_EXPIRES' : 'GOOD_TILL_CANCELED',
    isPostOnly: order.isPostOnly,
    isMmp: order.isMmp,
    account: order.account ?? '',
    replaces: { id: order.id, side: order.side, price: order.price, amount },
    note: undefined,
    usualAmount: form.replaces === undefined ? form.amount : form.usualAmount,
  }
}

const loaded = (form: OrderForm, { amount, price, type }: Extract<FormAction, { kind: 'orderLoaded' }>): OrderForm => ({
  ...form,
  note: undefined,
  percent: undefined,
  price: price === undefined ? '' : formatPrice(price),
  type,
  amount: amount === undefined ? form.amount : formatQuantity(amount),
})

const notReplacing = (form: OrderForm): OrderForm =>
  form.replaces === undefined
    ? form
    : { ...form, price: '', amount: form.usualAmount, account: '', replaces: undefined, usualAmount: undefined }
