/** The form with everything derived from it: leg prices, the result of the rules, the account, and why a side is disabled. */
import type { Book, Order } from '@parley/client'
import { parsePrice, priceToNumber, type Structure } from '@parley/core'
import { useCallback, useMemo, useReducer } from 'react'
import type { EnteredNumber } from '../../../components/number-text.ts'
import { useDeskPercent } from '../../../live/ticket-limits.ts'
import { useNow } from '../../../live/use-live.ts'
import type { OrderBookRfq } from '../../../live/audiences.ts'
import { useMarkOf } from '../../structure/use-structure.ts'
import { guardRefusalOf } from '../ticket/guard-figures.ts'
import { type GuardedSide, useGuardedSide } from '../ticket/use-price-guard.ts'
import { inSafeOrder, wholeQuantity } from '../ticket/quote-lines.ts'
import { isOnlySmaller } from '../../order-entry/approval.ts'
import { useNeedsApproval, useNotionalReasons } from '../use-notional-reasons.ts'
import type { Draft, Verdict } from '../rules/check-quote.ts'
import type { LegPrices } from './leg-prices.ts'
import { commonTerms, noTarget, otherTermsReason, restsAlready, type Target, targetOf } from './own-target.ts'
import { emptyQuoteForm, priceOf, quantityOf, type QuoteForm, reduceQuote, type SendAs, type Side, type Sides } from './quote-form.ts'
import { useLegPrices } from './use-leg-prices.ts'
import { type Rules, useRules } from '../rules/use-rules.ts'

/** Time-dependent rules work in minutes, so rendering every second would be wasted. */
const CLOCK_MS = 5_000
const RULES_COMING = 'Loading the market’s rules.'

export type SideOfForm = {
  readonly side: Side
  readonly price: string
  readonly quantity: EnteredNumber
  readonly legs: LegPrices
  readonly verdict: Verdict | undefined
  /** Why it cannot be sent. Undefined if it can. */
  readonly reason: string | undefined
  /** The desk's own quote that it replaces. */
  readonly target: Target
  /** Set if it equals the resting quote. */
  readonly same: string | undefined
  /** Why it cannot be sent as a further layer. */
  readonly layerReason: string | undefined
  /** Why the price guard refuses it. */
  readonly guarded: string | undefined
  readonly guard: GuardedSide
  /** The quote as it is sent. Undefined while the leg prices are unknown. */
  readonly draft: Draft | undefined
  readonly isBlank: boolean
  /** Whether a colleague has to approve it, in place of the resting quote or as a further layer. */
  readonly needsApproval: Readonly<Record<SendAs, boolean>>
}

export type InForm = { readonly market: OrderBookRfq; readonly structure: Structure; readonly book: Book }
/** The desk's own orders here, and its default account. */
export type OwnFacts = { readonly own: readonly Order[]; readonly primary: string | undefined }

export function useQuoteForm({ market, structure, book }: InForm, mode: QuoteForm['mode'], facts: OwnFacts) {
  const [form, act] = useReducer(reduceQuote, undefined, () =>
    emptyQuoteForm(mode, market.minBlockSize, commonTerms(facts.own, facts.primary)),
  )
  const now = useNow(CLOCK_MS)
  const sides: Sides<SideOfForm> = {
    BUY: useSide('BUY', form, { market, structure, book }, now, facts),
    SELL: useSide('SELL', form, { market, structure, book }, now, facts),
  }
  const rules = useRules()
  /** If both are sent at once: why one of them would be rejected, checked in the order in which they are sent. */
  const [first, second] = inSendOrder([sides.BUY, sides.SELL], book).map(({ draft }) => draft)
  const pairReason = useMemo(() => {
    if (form.mode === 'TAKE' || first === undefined || second === undefined) return undefined
    if (rules.state !== 'HERE') return rules.state === 'COMING' ? RULES_COMING : undefined
    const verdicts = rules.check.checkAll([first, second], { market, structure, book, now })
    return verdicts.find(({ refused }) => refused !== undefined)?.refused?.message
  }, [rules, form.mode, first, second, market, structure, book, now])
  return { form, act, sides, pairReason }
}

type Sent = Pick<SideOfForm, 'side' | 'price' | 'target'>

/** A side that makes room for the other is sent first (rulebook 10.10). */
export function inSendOrder<T extends Sent>(filled: readonly T[], book: Book): readonly T[] {
  const ask = book.asks.find(({ isOwn }) => isOwn)
  return inSafeOrder(filled, ask === undefined ? {} : { SELL: ask })
}

function useSide(side: Side, form: QuoteForm, { market, structure, book }: InForm, now: number, { own, primary }: OwnFacts): SideOfForm {
  const isAggressor = form.mode === 'TAKE'
  const [quantity, price] = [quantityOf(form, side), priceOf(form, side, book)]
  const typed = form.legs[side]
  const zero = !isAggressor && form.isZeroMeant ? 'PRICE' : 'NONE'
  const legs = useLegPrices(market, structure, { price, typed, zero })
  const target = isAggressor ? noTarget : targetOf(form, side, own, primary)
  const replaces = target.kind === 'REPLACE' ? target.id : undefined
  const prices = legs.state === 'KNOWN' ? legs.prices : undefined
  const rules = useRules()
  const draft = useMemo(
    (): Draft | undefined =>
      prices === undefined || quantity === undefined
        ? undefined
        : {
            side,
            legPrices: prices,
            quantity,
            isIoc: isAggressor || form.isIoc,
            isPostOnly: !isAggressor && form.isPostOnly,
            isHidden: !isAggressor && form.isHidden,
            replaces,
          },
    [side, prices, quantity, replaces, isAggressor, form.isIoc, form.isPostOnly, form.isHidden],
  )
  const verdictOf = useCallback(
    (as: Draft | undefined) =>
      as === undefined || rules.state !== 'HERE' ? undefined : rules.check.check(as, { market, structure, book, now }),
    [rules, market, structure, book, now],
  )
  const verdict = useMemo(() => verdictOf(draft), [verdictOf, draft])
  const layer = useMemo(
    () => (target.kind === 'NONE' ? verdict : verdictOf(draft && { ...draft, replaces: undefined })),
    [verdictOf, draft, target.kind, verdict],
  )
  const isBlank = price === '' && typed === undefined
  const { markOf } = useMarkOf(market)
  const deskPercent = useDeskPercent()
  const shown = legs.state === 'KNOWN' ? legs.price : (price ?? '')
  const replaced = own.find(({ id }) => id === replaces)
  const same =
    replaced === undefined || typed !== undefined || quantity === undefined
      ? undefined
      : restsAlready(replaced, { price: shown, quantity, isPostOnly: form.isPostOnly, isHidden: form.isHidden })
  const whole = quantity === undefined ? undefined : wholeQuantity(quantity, replaced)
  const [above, layerAbove] = useNotionalReasons(market, structure, [whole, quantity])
  // In the taker's form the guard is at the buttons.
  const isGuarded = !isBlank && !isAggressor && shown !== ''
  const guard = useGuardedSide(market, structure, side, isGuarded ? shown : undefined)
  const refusal = isGuarded ? guardRefusalOf([{ side, price: shown }], structure, markOf, deskPercent) : undefined
  const guarded = refusal ?? guard.reason
  return {
    side,
    price: shown,
    quantity,
    legs,
    verdict,
    isBlank,
    reason: isBlank
      ? blankReason(side, isAggressor)
      : (otherTermsReason(side, target) ?? refusedReason(quantity, legs, rules, verdict) ?? above ?? guarded),
    target,
    same,
    layerReason: isBlank ? blankReason(side, isAggressor) : (refusedReason(quantity, legs, rules, layer) ?? layerAbove ?? guarded),
    guarded,
    guard,
    draft: isBlank ? undefined : draft,
    needsApproval: useApproval(market, structure, { isBlank, price: shown, whole, quantity, replaced }),
  }
}

type Approved = Pick<SideOfForm, 'isBlank' | 'price' | 'quantity'> & {
  readonly whole: string | undefined
  readonly replaced: Pick<Order, 'price' | 'quantity'> | undefined
}

function useApproval(market: OrderBookRfq, structure: Structure, { isBlank, price, whole = '', quantity, replaced }: Approved) {
  const isAbove = useNeedsApproval(market, structure)
  return {
    REPLACEMENT: !isBlank && isAbove(whole) && !isOnlySmaller({ price, quantity: whole }, replaced),
    LAYER: !isBlank && isAbove(quantity),
  }
}

const blankReason = (side: Side, isAggressor: boolean): string =>
  isAggressor
    ? `No ${side === 'BUY' ? 'offers' : 'bids'} yet. Enter a limit, or make a price.`
    : `Enter ${side === 'BUY' ? 'a bid' : 'an ask'}.`

/** If the rules could not be loaded, only the server checks it. */
function refusedReason(quantity: EnteredNumber, legs: LegPrices, rules: Rules, verdict: Verdict | undefined): string | undefined {
  if (legs.state === 'NONE') return legs.words
  if (quantity === undefined) return 'Enter a valid quantity.'
  if (legs.state === 'ASKING') return 'Loading the leg prices.'
  if (rules.state === 'COMING') return RULES_COMING
  return verdict?.refused?.message
}

export const tickValueOf = (market: OrderBookRfq): number => priceToNumber(parsePrice(market.tickSize)!)
