/** Commands for an RFQ as a whole, in either dialect. */
import { directRfqCalls } from '@parley/contracts'
import type { Level } from './book.ts'
import { command, numberOf, ORDER_BOOK_BASE, orderBookCalls, type Command, type OrderBookBase } from './command.ts'
import { levelFromDrfq, orderFromDrfq, rfqFromDrfq } from './from-drfq.ts'
import { levelFromGrfq, rfqFromGrfq } from './from-grfq.ts'
import type { Order } from './order.ts'
import type { DeclineReason, Rfq, RfqRef, Side } from './rfq.ts'

export type LegTerms = {
  readonly instrumentId: number
  readonly ratio: string
  readonly side: Side
  /** Makes the leg a hedge that trades at this price. */
  readonly price?: string | undefined
}

export type RfqTerms =
  | {
      readonly audience: 'DIRECT'
      readonly venue: string
      readonly legs: readonly LegTerms[]
      readonly quantity: string
      /** The default is the desk's default account. */
      readonly account?: string | undefined
      /** Every eligible maker, if none are given. */
      readonly counterparties?: readonly string[] | undefined
      /** Groups of makers that are asked as a whole, by name. */
      readonly groups?: readonly string[] | undefined
      readonly isTakerAnonymous?: boolean
      readonly label?: string | undefined
      /** Asks for one side only, and discloses it to the makers. */
      readonly takerSide?: Side | undefined
      /** 1, 5, 15, 30 or 60 minutes; the default is 5. */
      readonly goodForMs?: number | undefined
      /** Also asks the venue's own makers, if it has any. */
      readonly alsoAsksVenue?: boolean
      /** A draft is sent later. */
      readonly state?: 'OPEN' | 'DRAFT'
    }
  | { readonly audience: 'ORDER_BOOK'; readonly venue: string; readonly legs: readonly LegTerms[] }

/** Asks makers, or opens the order book of a structure. If one exists, it is joined. */
export function createRfq(terms: RfqTerms, base: OrderBookBase = ORDER_BOOK_BASE): Command<Rfq> {
  const { venue } = terms
  const legs = terms.legs.map(({ instrumentId, ratio, side, price }) => ({
    instrument_id: instrumentId,
    ratio,
    side,
    ...(price === undefined ? {} : { price }),
  }))
  if (terms.audience === 'ORDER_BOOK') return command(orderBookCalls(base).createRfq, { body: { venue, legs } }, rfqFromGrfq)
  const { quantity, account, counterparties, groups, isTakerAnonymous, label, takerSide, goodForMs, alsoAsksVenue, state } = terms
  const body = {
    ...{ venue, legs, quantity, label, state },
    account_name: account,
    counterparties: counterparties && [...counterparties],
    groups: groups && [...groups],
    is_taker_anonymous: isTakerAnonymous,
    taker_side: takerSide,
    also_ask_venue: alsoAsksVenue,
    good_for_seconds: goodForMs === undefined ? undefined : goodForMs / 1_000,
  }
  return command(directRfqCalls.createRfq, { body }, rfqFromDrfq)
}

export const getRfq = (rfq: RfqRef, base: OrderBookBase = ORDER_BOOK_BASE): Command<Rfq> =>
  rfq.audience === 'DIRECT'
    ? command(directRfqCalls.getRfq, { params: { id: rfq.id } }, rfqFromDrfq)
    : command(orderBookCalls(base).getRfq, { params: { id: numberOf(rfq) } }, rfqFromGrfq)

/** The quotes of others that the reader can see, bids and asks each in the sequence in which they would trade. */
export const getLevels = (rfq: RfqRef, base: OrderBookBase = ORDER_BOOK_BASE): Command<readonly Level[]> =>
  rfq.audience === 'DIRECT'
    ? command(directRfqCalls.getRfqOrders, { params: { id: rfq.id } }, ({ bids, asks }) => [...bids, ...asks].map(levelFromDrfq))
    : command(orderBookCalls(base).getRfqQuotes, { params: { id: numberOf(rfq) } }, ({ bids, asks }) =>
        [...bids, ...asks].map(levelFromGrfq),
      )

export type DeclineTerms = { readonly reason: DeclineReason; /** Shown to the taker of a direct RFQ. */ readonly text?: string | undefined }

/** The desk's resting orders there are cancelled. A quote reverses the decline. */
export function declineRfq(rfq: RfqRef, { reason, text }: DeclineTerms, base: OrderBookBase = ORDER_BOOK_BASE): Command<Rfq> {
  if (rfq.audience === 'DIRECT') return command(directRfqCalls.declineRfq, { params: { id: rfq.id }, body: { reason, text } }, rfqFromDrfq)
  if (text !== undefined)
    throw new TypeError('text is not accepted when you decline an order-book RFQ, because every desk can read it. Send only the reason.')
  return command(orderBookCalls(base).declineRfq, { params: { id: numberOf(rfq) }, body: { reason } }, rfqFromGrfq)
}

/** Sends a draft: its makers are asked. */
export const sendDraft = (rfq: RfqRef): Command<Rfq> =>
  command(directRfqCalls.sendDraft, { params: { id: directId(rfq) }, body: { state: 'OPEN' } }, rfqFromDrfq)

/** Cancels the desk's own RFQ, or closes a draft. */
export const cancelRfq = (rfq: RfqRef): Command<void> =>
  command(directRfqCalls.cancelRfq, { params: { id: directId(rfq) } }, () => undefined)

/** Trades with the venue's own makers at this price or better, whole or not at all. */
export const crossVenueQuotes = (
  rfq: RfqRef,
  body: { readonly side: Side; readonly price: string; readonly quantity: string },
): Command<Order> => command(directRfqCalls.crossVenueQuotes, { params: { id: directId(rfq) }, body }, orderFromDrfq)

function directId({ id, audience }: RfqRef): string {
  if (audience !== 'DIRECT') throw new TypeError(`${id} is an order book and ends by itself.`)
  return id
}
