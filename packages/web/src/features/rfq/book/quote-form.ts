/** The form for quoting and taking: every press and every typed character as one action on one value. Pure. */
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
  /** Set where the legs of a side have been priced by hand. */
  readonly legs: Partial<Sides<TypedLegs>>
  /** The own quote that a side takes the place of. */
  readonly replaces: Partial<Sides<string>>
  /** Set where a price was left by a quote that was sent, and nobody has touched it since. */
  readonly isLeft: Partial<Sides<boolean>>
  /** A taker's limit and quantity; an empty limit takes what is best. */
  readonly takePrice: EnteredNumber
  readonly takeQuantity: EnteredNumber
  readonly isIoc: boolean
  readonly isPostOnly: boolean
  readonly isHidden: boolean
  /** A zero that was typed is a price. */
  readonly isZeroMeant: boolean
  /** How far each side stands from the middle, in ticks. */
  readonly ticks: EnteredNumber
  /** Empty takes the person's default. */
  readonly account: string
  /** How a new quote was to go before an own one was taken up to be replaced, which goes as it stands. */
  readonly forNew: HowItGoes | undefined
}

/** The members that both sides of one press have alike. */
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
  /** Another's level: taken with one press more. An own one: replaced, and it goes on as it stands unless that is changed. */
  | { readonly kind: 'levelPicked'; readonly level: BookLevel; readonly own?: Pick<HowItGoes, 'isPostOnly' | 'account'> | undefined }
  | { readonly kind: 'replacingStopped'; readonly side: Side }
  /** The market has taken it. A quote that rests stays in the entry, which replaces it; anything else is cleared, so that a second press sends nothing twice. */
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
 * One of the other side stays taken up where both go the same way: one press sends both, and must not show what is hidden. A price that was
 * left there by an earlier quote goes, because one level was pressed.
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

/** The price of a side. Only an empty limit stands for the best: one that cannot be read stands for nothing. */
export function priceOf(form: QuoteForm, side: Side, book: Book): EnteredNumber {
  if (form.mode === 'MAKE') return form.price[side]
  return form.takePrice === '' ? (reachingPrice(book, side, form.takeQuantity) ?? '') : form.takePrice
}

/** At what limit the quantity can be had from others now; the best there is where it cannot, undefined where there is nothing. */
export function reachingPrice(book: Book, side: Side, quantity: EnteredNumber): string | undefined {
  const levels = (side === 'BUY' ? book.asks : book.bids).filter((level) => !level.isOwn)
  let sum = 0
  for (const level of levels) {
    sum += Number(level.quantity)
    if (sum >= Number(quantity)) return level.price
  }
  return levels.at(-1)?.price
}

// A hair is taken off first: a middle that is on the tick in decimals is seldom so in doubles.
const HAIR = 1e-6

/** So many ticks below and above the middle, on the tick, never nearer than said; undefined where that is no number. */
export function aroundMiddle(middle: number, ticks: EnteredNumber, tick: Price, tickValue: number): Sides<string> | undefined {
  const half = Number(ticks)
  if (!(half > 0) || !Number.isFinite(middle)) return undefined
  const at = middle / tickValue
  return {
    BUY: formatPrice((Math.floor(at - half + HAIR) * tick) as Price),
    SELL: formatPrice((Math.ceil(at + half - HAIR) * tick) as Price),
  }
}
