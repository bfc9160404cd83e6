/** One side of the taker's entry as the order that would be sent: the terms for the wire, and the trade that the button shows. Pure. */
import {
  type Allocation as Part,
  type Book,
  type Command,
  compareDecimals,
  losesItsPlace,
  type Order,
  placeOrder,
  replaceOrder,
  type RfqRef,
  type Side,
} from '@parley/client'
import type { CrossTerms, CrossVerdict } from './check-cross.ts'
import { type Deal, dealOf } from './deal.ts'
import { wholeQuantity } from './quote-lines.ts'
import { takerOffer, type TakerForm, type TakerWay } from './taker-form.ts'

export type TakerDraft = {
  readonly side: Side
  readonly quantity: string | undefined
  readonly price: string | undefined
  /** Exactly the terms that are sent. Undefined if nothing can be sent. */
  readonly terms: CrossTerms | undefined
  readonly deal: Deal | undefined
  readonly reason: string | undefined
  /** The desk's own limit that it replaces: a desk has one on each side (rulebook 5.3). */
  readonly replaces: Order | undefined
}

export type DraftOptions = {
  readonly book: Book
  readonly remaining: string
  /** The parts of one order over several accounts. */
  readonly parts: readonly Part[] | undefined
  /** The desk's own resting limits. */
  readonly resting: readonly Order[]
  /** The server's own rules, once they are loaded. */
  readonly check: ((terms: CrossTerms) => CrossVerdict) | undefined
}

export function draftOf(side: Side, form: TakerForm, { book, remaining, parts, resting, check }: DraftOptions): TakerDraft {
  const offer = takerOffer(side, form, book, remaining)
  const { quantity, price } = offer
  const replaces = form.way === 'NOW' ? undefined : resting.find((order) => order.side === side)
  const none = { side, quantity, price, terms: undefined, deal: undefined, replaces }
  if (offer.reason !== undefined || quantity === undefined || price === undefined) return { ...none, reason: offer.reason }
  const terms = termsOf({ side, quantity, price }, form.way, { parts, replaces })
  const order = { quantity, price, isHidden: form.way === 'HIDDEN' }
  if (replaces !== undefined && isAsItRests(replaces, order)) return { ...none, reason: 'This order is already working.' }
  const verdict = check?.(terms)
  const onArrival = verdict?.onArrival ?? { fills: offer.fills, rests: offer.rests, canceled: '0', takesBack: [] }
  const replaced = replaces && {
    ...{ price: replaces.price, quantity: replaces.resting },
    keepsPlace: order.isHidden === replaces.isHidden && !losesItsPlace({ ...replaces, quantity: replaces.resting }, order),
  }
  const deal = dealOf(terms, price, onArrival, replaced)
  return { side, quantity, price, terms, deal, replaces, reason: verdict?.refused?.message }
}

type Terms = { readonly quantity: string; readonly price: string; readonly isHidden: boolean }

const isAsItRests = (order: Order, { quantity, price, isHidden }: Terms): boolean =>
  order.isHidden === isHidden && compareDecimals(order.price, price) === 0 && compareDecimals(order.resting, quantity) === 0

type TermOptions = { readonly parts: readonly Part[] | undefined; readonly replaces: Order | undefined }

const termsOf = (
  order: { readonly side: Side; readonly quantity: string; readonly price: string },
  way: TakerWay,
  { parts, replaces }: TermOptions,
): CrossTerms => ({
  ...order,
  isHidden: way === 'HIDDEN',
  timeInForce: way === 'NOW' ? 'FOK' : 'GTC',
  ...(parts === undefined ? {} : { allocations: parts }),
  ...(replaces === undefined ? {} : { replaces: replaces.id }),
})

/** The command of a draft. A replacement gives the quantity of the whole order, including the traded part (rulebook 5.15). */
export function commandOf(rfq: RfqRef, { terms, price, replaces }: TakerDraft): Command<Order> | undefined {
  if (terms === undefined || price === undefined) return undefined
  const { replaces: _, ...sent } = terms
  if (replaces === undefined) return placeOrder(rfq, { ...sent, price })
  return replaceOrder(replaces, { price, quantity: wholeQuantity(sent.quantity, replaces), isHidden: sent.isHidden })
}
