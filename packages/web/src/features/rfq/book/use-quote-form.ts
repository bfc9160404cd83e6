/** The form with all that follows from it: leg prices, the verdict of the rules, the account, and why a side cannot be pressed. */
import type { Book } from '@parley/client'
import { formatPrice, formatQuantity, parsePrice, parseQuantity, priceToNumber, type Quantity, type Structure } from '@parley/core'
import { useMemo, useReducer } from 'react'
import type { EnteredNumber } from '../../../components/number-text.ts'
import { useNow } from '../../../live/use-live.ts'
import type { OrderBookRfq } from '../../../live/audiences.ts'
import type { Verdict } from './check-quote.ts'
import type { LegPrices } from './leg-prices.ts'
import { emptyQuoteForm, priceOf, quantityOf, type QuoteForm, reduceQuote, type Side, type Sides } from './quote-form.ts'
import { useLegPrices } from './use-leg-prices.ts'
import { type Rules, useRules } from './use-rules.ts'
import type { QuoteToSend } from './use-quote-sending.ts'

/** Rules that look at the clock look at minutes; drawing every second would be for nothing. */
const CLOCK_MS = 5_000

export type SideOfForm = {
  readonly side: Side
  readonly price: string
  readonly quantity: EnteredNumber
  readonly legs: LegPrices
  readonly verdict: Verdict | undefined
  /** Why it cannot be sent; undefined where it can. */
  readonly reason: string | undefined
  readonly isBlank: boolean
}

export type InForm = { readonly market: OrderBookRfq; readonly structure: Structure; readonly book: Book }

export function useQuoteForm({ market, structure, book }: InForm, mode: QuoteForm['mode']) {
  const [form, act] = useReducer(reduceQuote, emptyQuoteForm(mode, market.minBlockSize))
  const now = useNow(CLOCK_MS)
  const sides: Sides<SideOfForm> = {
    BUY: useSide('BUY', form, { market, structure, book }, now),
    SELL: useSide('SELL', form, { market, structure, book }, now),
  }
  return { form, act, sides }
}

function useSide(side: Side, form: QuoteForm, { market, structure, book }: InForm, now: number): SideOfForm {
  const isAggressor = form.mode === 'TAKE'
  const quantity = quantityOf(form, side)
  const price = priceOf(form, side, book)
  const typed = form.legs[side]
  const legs = useLegPrices(market, structure, price, typed)
  const replaces = isAggressor ? undefined : form.replaces[side]
  const prices = legs.state === 'KNOWN' ? legs.prices : undefined
  const rules = useRules()
  const verdict = useMemo(
    () =>
      prices === undefined || quantity === undefined || rules.state !== 'HERE'
        ? undefined
        : rules.check(
            {
              side,
              legPrices: prices,
              quantity,
              isIoc: isAggressor || form.isIoc,
              isPostOnly: !isAggressor && form.isPostOnly,
              isHidden: !isAggressor && form.isHidden,
              replaces,
            },
            { market, structure, book, now },
          ),
    [rules, side, prices, quantity, replaces, isAggressor, form.isIoc, form.isPostOnly, form.isHidden, market, structure, book, now],
  )
  const isBlank = price === '' && typed === undefined
  const shown = legs.state === 'KNOWN' ? legs.price : (price ?? '')
  return {
    side,
    price: shown,
    quantity,
    legs,
    verdict,
    isBlank,
    reason: isBlank ? blankReason(side, isAggressor) : whyNot(quantity, legs, rules, verdict),
  }
}

const blankReason = (side: Side, isAggressor: boolean): string =>
  isAggressor
    ? `Nobody ${side === 'BUY' ? 'offers' : 'bids'} here yet; enter a limit, or make a price.`
    : `Enter ${side === 'BUY' ? 'a bid' : 'an ask'}.`

/** Where the rules could not be fetched, the server's word is the only one. */
function whyNot(quantity: EnteredNumber, legs: LegPrices, rules: Rules, verdict: Verdict | undefined): string | undefined {
  if (legs.state === 'NONE') return legs.words
  if (quantity === undefined) return 'The quantity is no number.'
  if (legs.state === 'ASKING') return 'The leg prices are on their way.'
  if (rules.state === 'COMING') return 'The rules of the market are on their way.'
  return verdict?.refused?.message
}

export type SendOptions = {
  readonly to: Pick<QuoteToSend, 'account' | 'allocations'>
  readonly dealt: (quoteId: string) => number
  readonly words: string
}

/** As it goes on the wire; a replacement is of the whole quote, with what was dealt of it before. */
export function quoteToSend(one: SideOfForm, form: QuoteForm, structure: Structure, options: SendOptions): QuoteToSend | undefined {
  if (one.legs.state !== 'KNOWN' || one.quantity === undefined) return undefined
  const { prices } = one.legs
  const isAggressor = form.mode === 'TAKE'
  const replaces = isAggressor ? undefined : form.replaces[one.side]
  const before = replaces === undefined ? 0 : options.dealt(replaces)
  return {
    side: one.side,
    words: options.words,
    replaces,
    quantity: formatQuantity(((parseQuantity(one.quantity) ?? 0) + before) as Quantity),
    legPrices: structure.legs.map((leg, place) => ({ instrumentId: leg.instrument.id, price: formatPrice(prices[place]!) })),
    timeInForce: isAggressor || form.isIoc ? 'IOC' : 'GTC',
    isPostOnly: !isAggressor && form.isPostOnly,
    isHidden: !isAggressor && form.isHidden,
    ...options.to,
  }
}

export const tickValueOf = (market: OrderBookRfq): number => priceToNumber(parsePrice(market.tickSize)!)
