/** The size of an order as the user enters it: in coin, in the quote currency, or as a share of the free margin. Pure. */
import { parsePrice, parseQuantity, type Price, priceToNumber, type Quantity, quantityToNumber } from '@parley/core'
import type { EnteredNumber } from '../../components/number-text.ts'

export type SizeUnit = 'COIN' | 'QUOTE' | 'MARGIN'

/** The inputs of a size: the price of the order, the quantity step, and the available margin. */
export type SizeFacts = {
  readonly price: Price | undefined
  /** The price at which the venue counts margin (rulebook 21.28). */
  readonly mark: number | undefined
  readonly increment: Quantity
  readonly base: string
  readonly quote: string
  /** In the settlement currency; undefined while the account is not known. */
  readonly free: number | undefined
  readonly leverage: number | undefined
  /** The fee of a fill, in per cent of its value, which the free margin has to cover too. */
  readonly fee?: number | undefined
  /** The venue's limit for one order. */
  readonly largest?: Quantity | undefined
  /** The quantity that the book offers, for an order that never rests. */
  readonly depth?: Quantity | undefined
  /** The position that a reduce-only order can reduce. Such an order needs no margin. */
  readonly reducible?: Quantity | undefined
}

/** The reason why an order cannot be larger. */
export type SizeLimit = 'MARGIN' | 'ORDER' | 'BOOK' | 'POSITION'

const PRICE_SCALE = 100_000_000
/** Amounts of money are calculated in cents, which are exact for every possible account. */
const CENTS = 100
const PRICE_OF_A_CENT = BigInt(PRICE_SCALE / CENTS)
const PERCENT = 100
/** A whole number of cents must not become one less in doubles. */
const HAIR = 1e-6

const floored = (units: number, increment: number): Quantity => (Math.floor(units / increment) * increment) as Quantity

/** The largest quantity, on its step, that is worth at most `worth`, a price-scaled amount in the quote currency. */
function boughtBy(worth: bigint, price: Price, increment: Quantity): Quantity {
  const units = (worth * 1_000_000n) / BigInt(price)
  return floored(Number(units), increment)
}

/** The largest size of the order, and what limits it (rulebook 21.24). Undefined while the margin that it needs is unknown. */
export function mostOf(facts: SizeFacts): { readonly quantity: Quantity; readonly by: SizeLimit } | undefined {
  const { largest, depth, reducible } = facts
  const first = reducible === undefined ? marginQuantity(facts) : reducible
  if (first === undefined) return undefined
  const limits: readonly (readonly [SizeLimit, Quantity | undefined])[] = [
    [reducible === undefined ? 'MARGIN' : 'POSITION', first],
    ['ORDER', largest],
    ['BOOK', depth],
  ]
  return limits.reduce((least, [by, quantity]) => (quantity !== undefined && quantity < least.quantity ? { quantity, by } : least), {
    quantity: first,
    by: limits[0]![0],
  })
}

/** The quantity whose margin at the mark, and whose fee at its price, the free margin covers. Undefined if one of them is unknown. */
export function marginQuantity({ price, mark, increment, free, leverage, fee = 0 }: SizeFacts): Quantity | undefined {
  if (price === undefined || price <= 0 || mark === undefined || free === undefined || leverage === undefined || leverage <= 0)
    return undefined
  const bound = mark / priceToNumber(price) / leverage + Math.max(0, fee) / PERCENT
  const cents = Math.floor((Math.max(0, free) / bound) * CENTS + HAIR)
  return Number.isSafeInteger(cents) ? boughtBy(BigInt(cents) * PRICE_OF_A_CENT, price, increment) : undefined
}

/** The quantity in coin, rounded down, or the reason why there is none. */
export function quantityOf(entered: EnteredNumber, unit: SizeUnit, facts: SizeFacts): Quantity | string {
  if (entered === undefined) return 'Enter a valid size.'
  if (entered === '' || Number(entered) === 0) return `Enter a size in ${unitWord(unit, facts)}.`
  if (unit === 'COIN') return parseQuantity(entered) ?? `${entered} has too many digits.`
  if (facts.price === undefined || facts.price <= 0) return `Enter a price first, or enter the size in ${facts.base}.`
  return unit === 'QUOTE' ? ofQuote(entered, facts, facts.price) : ofMargin(entered, facts)
}

function ofQuote(entered: string, facts: SizeFacts, price: Price): Quantity | string {
  const worth = parsePrice(entered)
  if (worth === undefined || worth < 0) return `${entered} is not a valid amount in ${facts.quote}.`
  const quantity = boughtBy(BigInt(worth), price, facts.increment)
  return quantity > 0
    ? quantity
    : `${entered} ${facts.quote} is less than the minimum size step of ${quantityToNumber(facts.increment)} ${facts.base}.`
}

function ofMargin(entered: string, facts: SizeFacts): Quantity | string {
  const share = Number(entered)
  if (!(share > 0 && share <= PERCENT)) return 'Enter a share of the free margin from 0 to 100 %.'
  const margin = facts.reducible ?? marginQuantity(facts)
  const most = mostOf(facts)
  if (margin === undefined || most === undefined) return 'The account’s free margin is not available.'
  const quantity = floored(Math.min((margin * share) / PERCENT, most.quantity), facts.increment)
  return quantity > 0 ? quantity : `${entered} % of the free margin is less than the minimum size step.`
}

export const unitWord = (unit: SizeUnit, { base, quote }: Pick<SizeFacts, 'base' | 'quote'>): string =>
  unit === 'COIN' ? base : unit === 'QUOTE' ? quote : '% of free margin'

/** The share of the free margin that an order with this margin uses, in percent. Undefined if it is unknown or nothing is free. */
export const shareOf = (margin: number | undefined, free: number | undefined): number | undefined =>
  margin === undefined || free === undefined || free <= 0 ? undefined : (margin / free) * PERCENT
