/** One side of the taker's entry as the order that a press would send: the terms for the wire, and the deal that the button says. Pure. */
import type { Allocation as Part, Book, Side } from '@parley/client'
import type { CrossTerms, CrossVerdict } from './check-cross.ts'
import { type Deal, dealOf } from './deal.ts'
import { takerOffer, type TakerForm, type TakerWay } from './taker-form.ts'

export type TakerDraft = {
  readonly side: Side
  readonly quantity: string | undefined
  readonly price: string | undefined
  /** The very terms that are sent; undefined where nothing can be. */
  readonly terms: CrossTerms | undefined
  readonly deal: Deal | undefined
  readonly reason: string | undefined
}

export type DraftOptions = {
  readonly book: Book
  readonly remaining: string
  /** Of one order over several accounts its parts. */
  readonly parts: readonly Part[] | undefined
  /** The server's own rules, once they are here. */
  readonly check: ((terms: CrossTerms) => CrossVerdict) | undefined
}

export function draftOf(side: Side, form: TakerForm, { book, remaining, parts, check }: DraftOptions): TakerDraft {
  const offer = takerOffer(side, form, book, remaining)
  const { quantity, price } = offer
  const none = { side, quantity, price, terms: undefined, deal: undefined }
  if (offer.reason !== undefined || quantity === undefined || price === undefined) return { ...none, reason: offer.reason }
  const terms = termsOf({ side, quantity, price }, form.way, parts)
  const verdict = check?.(terms)
  const onArrival = verdict?.onArrival ?? { fills: offer.fills, rests: offer.rests, canceled: '0', takesBack: [] }
  return { side, quantity, price, terms, deal: dealOf(terms, price, onArrival), reason: verdict?.refused?.message }
}

const termsOf = (
  order: { readonly side: Side; readonly quantity: string; readonly price: string },
  way: TakerWay,
  parts: readonly Part[] | undefined,
): CrossTerms => ({
  ...order,
  isHidden: way === 'HIDDEN',
  timeInForce: way === 'NOW' ? 'FOK' : 'GTC',
  ...(parts === undefined ? {} : { allocations: parts }),
})
