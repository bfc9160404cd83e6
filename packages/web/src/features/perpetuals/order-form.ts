/** The state of the order entry. Every click and typed character is one action on it. Pure. */
import { formatPrice, formatQuantity, isStop, type Price } from '@parley/core'
import type { EnteredNumber } from '../../components/number-text.ts'
import { NO_LONGER_OPEN } from '../order-entry/use-amendment.ts'
import type { Order, Side } from './model.ts'
import type { SizeUnit } from './order-size.ts'

export type FormKind = 'LIMIT' | 'MARKET' | 'STOP' | 'TAKE_PROFIT'
/** The order waits for its trigger. */
export const isWaiting = (kind: FormKind): kind is 'STOP' | 'TAKE_PROFIT' => kind === 'STOP' || kind === 'TAKE_PROFIT'
export type How = 'REST' | 'IOC' | 'POST_ONLY'

export type OrderForm = {
  readonly kind: FormKind
  /** The limit price. If it is empty in an order with a trigger, the trigger sends a market order. */
  readonly price: EnteredNumber
  readonly trigger: EnteredNumber
  readonly size: EnteredNumber
  readonly unit: SizeUnit
  readonly how: How
  readonly isReduceOnly: boolean
  /** Whether a take profit and a stop loss are placed with it. */
  readonly hasExits: boolean
  readonly takeProfit: EnteredNumber
  readonly stopLoss: EnteredNumber
  /** The order that is being amended. It keeps its id. */
  readonly amends: Order | undefined
  /** Why the amendment ended without an action of the user. */
  readonly note: string | undefined
  /** The size before the desk's own order was loaded for editing. */
  readonly usual: { readonly size: EnteredNumber; readonly unit: SizeUnit } | undefined
}

export type FormAction =
  | { readonly kind: 'kindChosen'; readonly to: FormKind }
  | { readonly kind: 'priceTyped'; readonly price: EnteredNumber }
  | { readonly kind: 'triggerTyped'; readonly trigger: EnteredNumber }
  | { readonly kind: 'sizeTyped'; readonly size: EnteredNumber }
  | { readonly kind: 'shareChosen'; readonly percent: number }
  | { readonly kind: 'unitChosen'; readonly unit: SizeUnit }
  | { readonly kind: 'howChosen'; readonly how: How }
  | { readonly kind: 'reduceOnlySet'; readonly isOn: boolean }
  | { readonly kind: 'exitsSet'; readonly isOn: boolean }
  | { readonly kind: 'exitTyped'; readonly of: 'takeProfit' | 'stopLoss'; readonly price: EnteredNumber }
  | { readonly kind: 'pricePicked'; readonly price: Price }
  | { readonly kind: 'editingStarted'; readonly order: Order }
  | { readonly kind: 'amendingStopped' }
  /** The order that is amended is no longer open. */
  | { readonly kind: 'amendedClosed' }
  /** The sent price is cleared, so that it cannot be sent a second time. Text typed during the sending belongs to the next order. */
  | { readonly kind: 'sent'; readonly form: OrderForm }

export const emptyForm: OrderForm = {
  kind: 'LIMIT',
  price: '',
  trigger: '',
  size: '',
  unit: 'COIN',
  how: 'REST',
  isReduceOnly: false,
  hasExits: false,
  takeProfit: '',
  stopLoss: '',
  amends: undefined,
  note: undefined,
  usual: undefined,
}

/** Only an order that can open a position has exits. */
export const canHaveExits = ({ kind, isReduceOnly, amends }: OrderForm): boolean =>
  !isWaiting(kind) && !isReduceOnly && amends === undefined

export function reduceForm(form: OrderForm, action: FormAction): OrderForm {
  switch (action.kind) {
    case 'kindChosen':
      return { ...notAmending(form), kind: action.to }
    case 'priceTyped':
      return { ...form, note: undefined, price: action.price }
    case 'triggerTyped':
      return { ...form, note: undefined, trigger: action.trigger }
    case 'sizeTyped':
      return { ...form, note: undefined, size: action.size }
    case 'shareChosen':
      return { ...form, unit: 'MARGIN', size: String(action.percent) }
    case 'unitChosen':
      // The size is cleared, because the same number in another unit would be another size.
      return action.unit === form.unit ? form : { ...form, unit: action.unit, size: '' }
    case 'howChosen':
      return { ...form, how: action.how }
    case 'reduceOnlySet':
      return { ...form, isReduceOnly: action.isOn }
    case 'exitsSet':
      return { ...form, hasExits: action.isOn }
    case 'exitTyped':
      return { ...form, [action.of]: action.price }
    case 'pricePicked':
      return { ...form, kind: isWaiting(form.kind) ? form.kind : 'LIMIT', price: formatPrice(action.price) }
    case 'editingStarted':
      return amending(form, action.order)
    case 'amendingStopped':
      return notAmending(form)
    case 'amendedClosed':
      return form.amends === undefined ? form : { ...notAmending(form), note: NO_LONGER_OPEN }
    case 'sent':
      return form === action.form
        ? { ...notAmending(form), price: '', trigger: '', size: '', hasExits: false, takeProfit: '', stopLoss: '' }
        : form
  }
}

const hows: Readonly<Record<Order['instruction'], How>> = { GOOD_TILL_CANCELED: 'REST', IMMEDIATE_OR_CANCEL: 'IOC', POST_ONLY: 'POST_ONLY' }

function amending(form: OrderForm, order: Order): OrderForm {
  return {
    kind: order.kind === 'MARKET' || order.kind === 'LIMIT' ? order.kind : isStop(order.kind) ? 'STOP' : 'TAKE_PROFIT',
    price: order.price === undefined ? '' : formatPrice(order.price),
    trigger: order.trigger === undefined ? '' : formatPrice(order.trigger),
    size: formatQuantity(order.quantity),
    unit: 'COIN',
    how: hows[order.instruction],
    isReduceOnly: order.isReduceOnly,
    ...{ hasExits: false, takeProfit: '', stopLoss: '' },
    amends: order,
    note: undefined,
    usual: form.usual ?? { size: form.size, unit: form.unit },
  }
}

const notAmending = (form: OrderForm): OrderForm =>
  form.amends === undefined
    ? form
    : {
        ...form,
        price: '',
        trigger: '',
        ...(form.usual ?? { size: '', unit: 'COIN' }),
        isReduceOnly: false,
        how: 'REST',
        amends: undefined,
        usual: undefined,
      }

/** The sides that the entry offers: both, or the side of the order that is being amended. */
export const sidesOf = ({ amends }: OrderForm): readonly Side[] => (amends === undefined ? ['BUY', 'SELL'] : [amends.side])
