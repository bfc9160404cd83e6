/** The form with all that follows from it: leg prices, the verdict of the rules, the account, and why a side cannot be pressed. */
import type { GroupRfqView } from '@parley/contracts'
import { formatPrice, formatQuantity, parsePrice, parseQuantity, priceToNumber, type Quantity, type Structure } from '@parley/core'
import { useMemo, useReducer } from 'react'
import { useNow } from '../../live/use-live.ts'
import type { MarketBook } from './book.ts'
import type { Verdict } from './check-quote.ts'
import type { LegPrices } from './leg-prices.ts'
import { emptyQuoteForm, type QuoteForm, reachingPrice, reduceQuote, type Side, type Sides } from './quote-form.ts'
import { useLegPrices } from './use-leg-prices.ts'
import { type Rules, useRules } from './use-rules.ts'
import type { QuoteToSend } from './use-quote-sending.ts'

/** Rules that look at the clock look at minutes; drawing every second would be for nothing. */
const CLOCK_MS = 5_000

export type SideOfForm = {
  readonly side: Side
  readonly price: string
  readonly quantity: string
  readonly legs: LegPrices
  readonly verdict: Verdict | undefined
  /** Why it cannot be sent; undefined where it can. */
  readonly reason: string | undefined
  readonly isBlank: boolean
}

export type InForm = { readonly market: GroupRfqView; readonly structure: Structure; readonly book: MarketBook }

export function useQuoteForm({ market, structure, book }: InForm, mode: QuoteForm['mode']) {
  const [form, act] = useReducer(reduceQuote, emptyQuoteForm(mode, market.min_block_size))
  const now = useNow(CLOCK_MS)
  const sides: Sides<SideOfForm> = {
    BUY: useSide('BUY', form, { market, structure, book }, now),
    SELL: useSide('SELL', form, { market, structure, book }, now),
  }
  return { form, act, sides }
}

function useSide(side: Side, form: QuoteForm, { market, structure, book }: InForm, now: number): SideOfForm {
  const isTaking = form.mode === 'TAKE'
  const quantity = isTaking ? form.takeQuantity : form.quantity[side]
  const price = isTaking ? form.takePrice || (reachingPrice(book, side, quantity) ?? '') : form.price[side]
  const typed = form.legs[side]
  const legs = useLegPrices(market, structure, price, typed)
  const replaces = isTaking ? undefined : form.replaces[side]
  const prices = legs.state === 'KNOWN' ? legs.prices : undefined
  const rules = useRules()
  const verdict = useMemo(
    () =>
      prices === undefined || rules.state !== 'HERE'
        ? undefined
        : rules.check(
            {
              side,
              legPrices: prices,
              quantity,
              isIoc: isTaking || form.isIoc,
              isPostOnly: !isTaking && form.isPostOnly,
              isHidden: !isTaking && form.isHidden,
              replaces,
            },
            { market, structure, book, now },
          ),
    [rules, side, prices, quantity, replaces, isTaking, form.isIoc, form.isPostOnly, form.isHidden, market, structure, book, now],
  )
  const isBlank = price === '' && typed === undefined
  const shown = legs.state === 'KNOWN' ? legs.price : price
  return {
    side,
    price: shown,
    quantity,
    legs,
    verdict,
    isBlank,
    reason: isBlank ? blankReason(side, isTaking) : whyNot(legs, rules, verdict),
  }
}

const blankReason = (side: Side, isTaking: boolean): string =>
  isTaking
    ? `Nobody ${side === 'BUY' ? 'offers' : 'bids'} here yet; enter a limit, or make a price.`
    : `Enter ${side === 'BUY' ? 'a bid' : 'an ask'}.`

/** Where the rules could not be fetched, the server's word is the only one. */
function whyNot(legs: LegPrices, rules: Rules, verdict: Verdict | undefined): string | undefined {
  if (legs.state === 'NONE') return legs.words
  if (legs.state === 'ASKING') return 'The leg prices are on their way.'
  if (rules.state === 'COMING') return 'The rules of the market are on their way.'
  return verdict?.refused?.message
}

export type SendOptions = {
  readonly to: Pick<QuoteToSend, 'account' | 'allocations'>
  readonly dealt: (quoteId: number) => number
  readonly words: string
}

/** As it goes on the wire; a replacement is of the whole quote, with what was dealt of it before. */
export function quoteToSend(one: SideOfForm, form: QuoteForm, structure: Structure, options: SendOptions): QuoteToSend | undefined {
  if (one.legs.state !== 'KNOWN') return undefined
  const { prices } = one.legs
  const isTaking = form.mode === 'TAKE'
  const replaces = isTaking ? undefined : form.replaces[one.side]
  const before = replaces === undefined ? 0 : options.dealt(replaces)
  return {
    side: one.side,
    words: options.words,
    replaces,
    quantity: formatQuantity(((parseQuantity(one.quantity) ?? 0) + before) as Quantity),
    legs: structure.legs.map((leg, place) => ({ instrument_id: leg.instrument.id, price: formatPrice(prices[place]!) })),
    ioc: isTaking || form.isIoc,
    post_only: !isTaking && form.isPostOnly,
    is_hidden: !isTaking && form.isHidden,
    ...options.to,
  }
}

export const tickValueOf = (market: GroupRfqView): number => priceToNumber(parsePrice(market.min_tick_size)!)
