/** Sends quotes, one side or both in one call, and keeps the outcome of each with its time. */
import {
  cancelOrder,
  ClientError,
  isResting,
  type Command,
  type LegPrice,
  type Order,
  type OrderChanges,
  type OrderRef,
  type OrderTerms,
  type OrderVerdict,
  placeOrder,
  placeOrders,
  quoteTwoWay,
  replaceOrder,
} from '@parley/client'
import { useState } from 'react'
import { settleToast, toast } from '../../../components/toasts.ts'
import { send as sendCommand } from '../../../live/api.ts'
import type { OrderBookRfq } from '../../../live/audiences.ts'
import { cancelFailed } from '../../../live/cancel-failed.ts'
import { serverNow } from '../../../live/connection.ts'
import { sendUntilAnswered, type TimedSending } from '../../../live/late-answers.ts'
import { orderBookBase } from '../../../live/order-book-base.ts'
import { useLive } from '../../../live/store.ts'
import { errorMessage } from '../../../live/loadable.ts'
import type { Allocation } from '@parley/client'
import { isBusy as isTripBusy, useTrips } from '../../order-entry/use-trips.ts'
import { isNeither, NEITHER, reasonTexts, refusalsOf, refusedText } from '../ticket/line-refusals.ts'
import { tooLateText } from '../ticket/order-outcome.ts'
import { sideWord } from '../ticket/quote-lines.ts'
import type { Refused, Step } from '../ticket/step.ts'
import { answerText } from './quote-messages.ts'
import type { Side } from './quote-form.ts'

export type QuoteToSend = {
  readonly side: Side
  /** The name of the quote in messages. */
  readonly words: string
  /** The desk's own quote that it replaces. */
  readonly replaces: string | undefined
  readonly quantity: string
  readonly legPrices: readonly Pick<LegPrice, 'instrumentId' | 'price'>[]
  readonly timeInForce: 'GTC' | 'IOC'
  readonly isPostOnly: boolean
  readonly isHidden: boolean
  /** For one order over several accounts, the parts instead of the account. */
  readonly account?: string
  readonly allocations?: readonly Allocation[]
}

/** A step that is the response to one order names the order, so that later events of the order replace the step. */
export type QuoteStep = Step & { readonly orderId?: string }

export type QuoteSending = ReturnType<typeof useQuoteSending>

export function useQuoteSending(market: OrderBookRfq) {
  const key = `quote-${market.id}`
  const [steps, setSteps] = useState<readonly QuoteStep[]>([])
  const [refused, setRefused] = useState<Refused>()
  /** The orders of the last response, until the list has them. */
  const [answered, setAnswered] = useState<readonly Order[]>([])
  const [dealtBefore, setDealtBefore] = useState<ReadonlySet<string>>(new Set())
  const { trips, send: depart, withdraw: mark } = useTrips<'FORM', readonly OrderRef[], undefined>()
  const trip = trips.get('FORM')
  const onItsWay = trip?.answeredAt === undefined ? trip : undefined
  const isBusy = trip !== undefined && isTripBusy(trip)
  const refuse = (title: string, text: string, { words, field }: Pick<Refused, 'words' | 'field'>) => {
    setRefused({ words, at: serverNow(), field })
    toast({ key, tone: 'refused', title, text })
  }
  const accepted = (orders: readonly Order[], quotes: readonly QuoteToSend[]) => {
    setAnswered(orders)
    const word = (order: Order) => (quotes.length === 1 ? '' : `${sideWord[order.side]}: `) + answerText(order)
    const isNot = ({ agreed, resting }: Order) => !(Number(agreed) > 0 || Number(resting) > 0)
    setSteps((before) => [
      ...before,
      ...orders.map((order) => ({ word: word(order), at: serverNow(), isNot: isNot(order), orderId: order.id })),
    ])
    settleToast(key)
  }
  /** Returns the sides that were accepted, if the entry still shows what was sent. */
  const send = async (quotes: readonly QuoteToSend[]): Promise<readonly Side[]> => {
    if (isBusy || quotes.length === 0) return []
    setRefused(undefined)
    setDealtBefore(
      new Set(
        useLive
          .getState()
          .tradesByRfq.get(market.id)
          ?.map(({ id }) => id),
      ),
    )
    const replaced = quotes.flatMap(({ replaces }) => (replaces === undefined ? [] : [refOf(market, replaces, answered)]))
    setSteps(['Entered', 'Sent'].map((word) => ({ word, at: serverNow() })))
    const what = quotes.map(({ words }) => words).join(', ')
    let verdicts: readonly Verdict[] | undefined
    const { wasLost, isLatest } = await depart([{ place: 'FORM', about: replaced, message: { key, title: what } }], async (how, onLost) => {
      try {
        verdicts = await verdictsOf({ market, quotes, answered }, how, onLost)
      } catch (error) {
        const words = tooLateText(error) ?? errorMessage(error)
        refuse('Quote rejected', `${what}: ${words}`, { words, field: error instanceof ClientError ? error.member : undefined })
      }
      const placed = ordersOf(verdicts)
      return [{ outcome: undefined, cancel: () => placed.forEach((order) => isResting(order) && void cancel(order)) }]
    })
    // A later quote has taken its place on the screen.
    if (verdicts === undefined || !isLatest) return []
    accepted(ordersOf(verdicts), quotes)
    const refusals = refusalsOf(verdicts)
    // Prices and sizes are in the entry below it, but the card may outlive them.
    const sides = quotes.map(({ side }) => ({ words: sideWord[side] }))
    const title = isNeither(refusals) ? NEITHER : 'Quote rejected'
    if (refusals.some((one) => one !== undefined))
      refuse(title, reasonTexts(quotes, refusals), { words: refusedText(sides, refusals), field: undefined })
    return wasLost ? [] : quotes.filter((_, place) => verdicts?.[place]?.order !== undefined).map(({ side }) => side)
  }
  /** Cancels the replaced quotes at once, and the new ones with their response (rulebook 5.25). */
  const withdraw = () => mark('FORM')?.about.forEach((order) => void cancel(order))
  return { isBusy, steps, refused, answered, dealtBefore, onItsWay, send, withdraw }
}

const ordersOf = (verdicts: readonly Verdict[] = []): readonly Order[] => verdicts.flatMap(({ order }) => order ?? [])

const cancel = (order: OrderRef): Promise<unknown> =>
  sendCommand(cancelOrder(order, orderBookBase())).catch((error: unknown) => toast(cancelFailed('Quote not cancelled', error)))

type Verdict = Pick<OrderVerdict, 'order' | 'refusal'>

const optionsOf = ({ timeInForce, isPostOnly, isHidden, account, allocations }: QuoteToSend) => ({
  ...{ timeInForce, isPostOnly, isHidden },
  ...(allocations === undefined ? { account } : { allocations }),
})
const termsOf = (quote: QuoteToSend): OrderTerms => ({
  ...optionsOf(quote),
  side: quote.side,
  quantity: quote.quantity,
  legPrices: quote.legPrices,
})
/** A replacement has the same side. */
const changesOf = (quote: QuoteToSend): OrderChanges => ({ ...optionsOf(quote), quantity: quote.quantity, legPrices: quote.legPrices })

/** The desk's own quote as a command refers to it. */
const refOf = (market: OrderBookRfq, id: string, answered: readonly Order[]) => {
  const held = useLive.getState().orders.get(id) ?? answered.find((order) => order.id === id)
  return { audience: market.audience, id, number: held?.number, rfqId: market.id, rfqNumber: market.number }
}

type Sending = { readonly market: OrderBookRfq; readonly quotes: readonly QuoteToSend[]; readonly answered: readonly Order[] }

async function verdictsOf({ market, quotes, answered }: Sending, how: TimedSending, onLost: () => void): Promise<readonly Verdict[]> {
  const [quote] = quotes
  if (quote !== undefined && quotes.length === 1)
    return [{ order: await sendUntilAnswered(oneCommand(market, quote, answered), how, onLost), refusal: undefined }]
  return sendUntilAnswered(bothCommand(market, quotes, answered), how, onLost)
}

const oneCommand = (market: OrderBookRfq, quote: QuoteToSend, answered: readonly Order[]): Command<Order> =>
  quote.replaces === undefined
    ? placeOrder(market, termsOf(quote), orderBookBase())
    : replaceOrder(refOf(market, quote.replaces, answered), changesOf(quote), orderBookBase())

/**
 * One call for both: a resting bid and ask are accepted together or not at all (rulebook 10.22). An order that trades immediately has its own
 * result.
 */
function bothCommand(market: OrderBookRfq, quotes: readonly QuoteToSend[], answered: readonly Order[]): Command<readonly Verdict[]> {
  const lines = quotes.map((quote) =>
    quote.replaces === undefined
      ? { rfq: market, terms: termsOf(quote) }
      : { order: refOf(market, quote.replaces, answered), changes: changesOf(quote) },
  )
  const [first, second] = lines
  const isTwoWay = quotes.every(({ timeInForce }) => timeInForce === 'GTC')
  return isTwoWay && first !== undefined && second !== undefined
    ? quoteTwoWay(market.audience, [first, second], orderBookBase())
    : placeOrders(market.audience, lines, orderBookBase())
}
