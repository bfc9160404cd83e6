/** The form for quoting and taking, as a reducer: each click and each typed character is an action. Pure. */
import { formatPrice, type Price } from '@parley/core'
import type { Book, BookLevel } from '@parley/client'
import type { EnteredNumber } from '../../../components/number-text.ts'
import type { TypedLegs } from './leg-prices.ts'

export type Side = 'BUY' | 'SELL'
export type Sides<T> = Readonly<Record<Side, T>>

export type QuoteForm = {
  readonly mode: 'MAKE' | 'TAKE'
  /** The two sides, resting or crossing. */
  readonly price: Sides<EnteredNumber>
  readonly quantity: Sides<EnteredNumber>
  /** Set for a side whose leg prices were typed. */
  readonly legs: Partial<Sides<TypedLegs>>
  /** The desk's own quote that a side replaces. */
  readonly replaces: Partial<Sides<string>>
  /** Set for a price that a sent quote has left in the entry and that the user has not changed since. */
  readonly isLeft: Partial<Sides<boolean>>
  /** A taker's limit and quantity. An empty limit takes the best price. */
  readonly takePrice: EnteredNumber
  readonly takeQuantity: EnteredNumber
  readonly isIoc: boolean
  readonly isPostOnly: boolean
  readonly isHidden: boolean
  /** The user has confirmed a typed price of zero. */
  readonly isZeroMeant: boolean
  /** The distance of each side from the mid, in ticks. */
  readonly ticks: EnteredNumber
  /** Empty uses the user's default. */
  readonly account: string
  /** The options for new quotes, saved while the desk's own quote is selected for replacing, which has its own options. */
  readonly forNew: HowItGoes | undefined
}

/** In place of the resting quote, or in addition to it. */
export type SendAs = 'REPLACEMENT' | 'LAYER'

/** The options that both sides of one quote share. */
export type HowItGoes = Pick<QuoteForm, 'isIoc' | 'isPostOnly' | 'isHidden' | 'account'>

export type FormAction =
  | { readonly kind: 'modeChosen'; readonly mode: QuoteForm['mode'] }
  | { readonly kind: 'priceTyped'; readonly side: Side; readonly price: EnteredNumber }
  | { readonly kind: 'quantityTyped'; readonly side: Side; readonly quantity: EnteredNumber }
  | { readonly kind: 'legsTyped'; readonly side: Side; readonly legs: TypedLegs | undefined }
  | { readonly kind: 'limitTyped'; readonly price: EnteredNumber }
  | { readonly kind: 'takeQuantityTyped'; readonly quantity: EnteredNumber }
  | { readonly kind: 'optionSet'; readonly option: 'isIoc' | 'isPostOnly' | 'isHidden'; readonly isOn: boolean }
  | { readonly kind: 'zeroMeant'; readonly isOn: boolean }
  | { readonly kind: 'ticksTyped'; readonly ticks: EnteredNumber }
  | { readonly kind: 'pricesSet'; readonly prices: Sides<string> }
  | { readonly kind: 'accountChosen'; readonly account: string }
  /**
   * Another maker's level is copied, to be taken with one more click. The desk's own quote is selected for replacing and keeps its options unless they are
   * changed.
   */
  | { readonly kind: 'levelPicked'; readonly level: BookLevel; readonly own?: Pick<HowItGoes, 'isPostOnly' | 'account'> | undefined }
  | { readonly kind: 'replacingStopped'; readonly side: Side }
  /**
   * The market has accepted it. A resting quote stays in the entry, which then replaces it. Everything else is cleared, so that a second click does
   * not send it again.
   */
  | { readonly kind: 'sent'; readonly sides: readonly Side[]; readonly as: 'REPLACEMENT' | 'LAYER' }

const USUAL_TICKS = '5'

export const emptyQuoteForm = (mode: QuoteForm['mode'], quantity: string, terms: Partial<HowItGoes> = {}): QuoteForm => ({
  mode,
  price: { BUY: '', SELL: '' },
  quantity: { BUY: quantity, SELL: quantity },
  legs: {},
  replaces: {},
  isLeft: {},
  takePrice: '',
  takeQuantity: quantity,
  isIoc: false,
  isPostOnly: false,
  isHidden: false,
  isZeroMeant: false,
  ticks: USUAL_TICKS,
  account: '',
  forNew: undefined,
  ...terms,
})

export function reduceQuote(form: QuoteForm, action: FormAction): QuoteForm {
  switch (action.kind) {
    case 'modeChosen':
      return { ...form, mode: action.mode }
    case 'priceTyped':
      return {
        ...form,
        price: { ...form.price, [action.side]: action.price },
        legs: { ...form.legs, [action.side]: undefined },
        isLeft: { ...form.isLeft, [action.side]: false },
        isZeroMeant: false,
      }
    case 'quantityTyped':
      return { ...form, quantity: { ...form.quantity, [action.side]: action.quantity } }
    case 'legsTyped':
      return { ...form, legs: { ...form.legs, [action.side]: action.legs } }
    case 'limitTyped':
      return { ...form, takePrice: action.price, legs: {} }
    case 'takeQuantityTyped':
      return { ...form, takeQuantity: action.quantity, legs: {} }
    case 'optionSet':
      return { ...form, ...optionsAfter(action.option, action.isOn) }
    case 'zeroMeant':
      return { ...form, isZeroMeant: action.isOn }
    case 'ticksTyped':
      return { ...form, ticks: action.ticks }
    case 'pricesSet':
      return { ...form, price: action.prices, legs: {}, isLeft: {} }
    case 'accountChosen':
      return { ...form, account: action.account }
    case 'levelPicked':
      return action.level.isOwn ? replacing(form, action.level, action.own) : takeLevel(form, action.level)
    case 'replacingStopped':
      return cleared({ ...form, replaces: { ...form.replaces, [action.side]: undefined } }, [action.side])
    case 'sent':
      return afterSending(form, action)
  }
}

function afterSending(form: QuoteForm, { sides, as }: Extract<FormAction, { kind: 'sent' }>): QuoteForm {
  const isAllCleared = form.mode === 'TAKE' || form.isIoc || as === 'LAYER'
  const left = isAllCleared ? [] : sides.filter((side) => form.replaces[side] === undefined)
  const after = cleared(
    form,
    sides.filter((side) => !left.includes(side)),
  )
  return { ...after, isLeft: { ...after.isLeft, ...Object.fromEntries(left.map((side) => [side, true])) } }
}

/** Rulebook 10.9: an IOC quote never rests, so it is neither post-only nor hidden. */
function optionsAfter(option: 'isIoc' | 'isPostOnly' | 'isHidden', isOn: boolean) {
  if (!isOn) return { [option]: false }
  return option === 'isIoc' ? { isIoc: true, isPostOnly: false, isHidden: false } : { [option]: true, isIoc: false }
}

const takeLevel = (form: QuoteForm, level: BookLevel): QuoteForm => ({
  ...form,
  mode: 'TAKE',
  takePrice: level.price,
  takeQuantity: level.quantity,
  legs: {},
})

/**
 * A selected quote of the other side stays selected if both have the same options: one click sends both, and must not reveal a hidden one. A price
 * that an earlier quote left on the other side is removed, because only one level was clicked.
 */
function replacing(before: QuoteForm, level: BookLevel, own: Parameters<typeof asItStands>[1]): QuoteForm {
  const { id, side, price, quantity } = level
  const other = side === 'BUY' ? 'SELL' : 'BUY'
  const { isIoc, isPostOnly, isHidden, account } = before
  const now: HowItGoes = { isIoc, isPostOnly, isHidden, account }
  const goes = asItStands(level, own, now)
  const isOtherInTheWay = before.replaces[other] !== undefined && JSON.stringify(now) !== JSON.stringify(goes)
  const form = isOtherInTheWay || before.isLeft[other] === true ? cleared({ ...before, mode: 'MAKE' }, [other]) : before
  return {
    ...form,
    ...goes,
    forNew: before.forNew ?? now,
    mode: 'MAKE',
    price: { ...form.price, [side]: price },
    quantity: { ...form.quantity, [side]: quantity },
    legs: { ...form.legs, [side]: undefined },
    replaces: { ...form.replaces, [side]: id },
    isLeft: {},
  }
}

const asItStands = (
  { isHidden }: BookLevel,
  own: Pick<HowItGoes, 'isPostOnly' | 'account'> | undefined,
  { isPostOnly, account }: HowItGoes,
): HowItGoes => ({ isIoc: false, isPostOnly: own?.isPostOnly ?? isPostOnly, isHidden, account: own?.account ?? account })

function cleared(form: QuoteForm, sides: readonly Side[]): QuoteForm {
  if (form.mode === 'TAKE') return { ...form, takePrice: '', legs: {} }
  const without = (held: Partial<Sides<unknown>>) =>
    Object.fromEntries(Object.entries(held).filter(([side]) => !sides.includes(side as Side)))
  const price = { ...form.price, ...Object.fromEntries(sides.map((side) => [side, ''])) }
  const replaces = without(form.replaces)
  const isDone = Object.values(replaces).every((id) => id === undefined)
  return { ...form, ...(isDone ? { ...form.forNew, forNew: undefined } : {}), price, legs: without(form.legs), replaces }
}

export const quantityOf = (form: QuoteForm, side: Side): EnteredNumber => (form.mode === 'TAKE' ? form.takeQuantity : form.quantity[side])

/** The price of a side. Only an empty limit means the best price. An unreadable one means nothing. */
export function priceOf(form: QuoteForm, side: Side, book: Book): EnteredNumber {
  if (form.mode === 'MAKE') return form.price[side]
  return form.takePrice === '' ? (reachingPrice(book, side, form.takeQuantity) ?? '') : form.takePrice
}

/** The limit at which the quantity is available from others, or else the best price. Undefined if the side is empty. */
export function reachingPrice(book: Book, side: Side, quantity: EnteredNumber): string | undefined {
  const levels = (side === 'BUY' ? book.asks : book.bids).filter((level) => !level.isOwn)
  let sum = 0
  for (const level of levels) {
    sum += Number(level.quantity)
    if (sum >= Number(quantity)) return level.price
  }
  return levels.at(-1)?.price
}

// A tiny amount is subtracted first, because a mid that is on the tick in decimals is rarely so in doubles.
const HAIR = 1e-6

/** This many ticks below and above the mid, on the tick and never closer than entered. Undefined if the number is not valid. */
export function aroundMiddle(middle: number, ticks: EnteredNumber, tick: Price, tickValue: number): Sides<string> | undefined {
  const half = Number(ticks)
  if (!(half > 0) || !Number.isFinite(middle)) return undefined
  const at = middle / tickValue
  return {
    BUY: formatPrice((Math.floor(at - half + HAIR) * tick) as Price),
    SELL: formatPrice((Math.ceil(at + half - HAIR) * tick) as Price),
  }
}
