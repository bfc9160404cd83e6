/** The state of one market's entry: the form, its checks, the accounts, and whether anything may be sent. */
import type { Book, Order } from '@parley/client'
import { productsOf, type Structure } from '@parley/core'
import { useEffect, useEffectEvent, useMemo, useState } from 'react'
import type { OrderBookRfq } from '../../../live/audiences.ts'
import { useFeed, useRfqOrders } from '../../../live/use-live.ts'
import { useUser } from '../../../live/session.ts'
import { useDefaultAccounts } from '../../account/settings/use-default-account.ts'
import { useAllocation } from '../../allocation/use-allocation.ts'
import { useTradeReason } from '../../../live/trade-reasons.ts'
import type { PickedLevel } from './book.ts'
import { heldAfter } from '../ticket/deal.ts'
import type { Considered } from '../ticket/risk-view.ts'
import { type Consider, useAttention, useConsidering } from '../ticket/use-considered.ts'
import type { QuoteForm, SendAs, Side, Sides } from './quote-form.ts'
import { withAnswered } from './own-target.ts'
import { quoteToSend } from './quote-to-send.ts'
import { inSendOrder, type SideOfForm, useQuoteForm } from './use-quote-form.ts'
import { useQuoteSending } from './use-quote-sending.ts'

export type QuoteEntryProps = {
  readonly market: OrderBookRfq
  readonly structure: Structure
  readonly book: Book
  readonly picked: PickedLevel | undefined
  readonly consider: Consider
}

export type QuoteEntryState = ReturnType<typeof useQuoteEntry>
export type EntryProps = QuoteEntryProps & { readonly entry: QuoteEntryState }

export function useQuoteEntry({ market, structure, book, picked, consider }: QuoteEntryProps) {
  const user = useUser()
  const sending = useQuoteSending(market)
  const listed = useRfqOrders(market.id)
  const unlisted = useUnlisted(sending.answered, listed)
  const own = useMemo(() => withAnswered(listed, unlisted), [listed, unlisted])
  const { accounts, accountOf, whyNone, settlingRefusal } = useDefaultAccounts(market.venue)
  const codes = structure.legs.map(({ instrument }) => instrument.productCode)
  const primary = accountOf(codes)?.name
  const mode = user.trading_desk?.is_maker === true ? 'MAKE' : 'TAKE'
  const made = useQuoteForm({ market, structure, book }, mode, { own, primary })
  const { form, act, sides } = made
  const { side: focusedSide, attend } = useAttention()
  useConsidering(consider, consideredOf(form, sides, focusedSide))
  const enter = useEffectEvent(({ level }: PickedLevel) => {
    const held = own.find(({ id }) => id === level.id)
    const stands = held && { isPostOnly: held.isPostOnly, account: held.account === primary ? '' : (held.account ?? '') }
    act({ kind: 'levelPicked', level, own: stands })
  })
  useEffect(() => {
    if (picked !== undefined) enter(picked)
  }, [picked])
  const account = form.account === '' ? primary : form.account
  const noAccount = account === undefined ? whyNone(codes) : settlingRefusal(account)
  const dealt = (id: string): number => {
    const quote = own.find((one) => one.id === id)
    return quote === undefined ? 0 : Math.round((Number(quote.quantity) - Number(quote.resting)) * 1e6)
  }
  const names = useMemo(() => accounts.map(({ name }) => name), [accounts])
  const allocation = useAllocation({
    accounts: names,
    quantity: form.takeQuantity,
    minimum: market.minBlockSize,
    increment: market.quantityIncrement,
  })
  const isSplit = form.mode === 'TAKE' && allocation.isSplit
  const send = async (which: readonly Side[], wordsOf: (side: Side) => string, as: SendAs = 'REPLACEMENT') => {
    if (account === undefined && !isSplit) return
    const to = isSplit ? { allocations: allocation.parts } : { account: account! }
    const ordered = inSendOrder(
      which.map((side) => sides[side]),
      book,
    )
    const quotes = ordered.flatMap((one) => quoteToSend(one, form, structure, { as, to, dealt, words: wordsOf(one.side) }) ?? [])
    const taken = await sending.send(quotes)
    if (taken.length > 0) act({ kind: 'sent', sides: taken, as })
  }
  const why = useSendDisabledReason(structure)
  return {
    ...made,
    attend,
    looked: focusedSide,
    sending,
    send,
    accounts,
    primary,
    account,
    noAccount,
    allocation,
    closed: why ?? (isSplit ? allocation.refused : noAccount),
  }
}

/**
 * The orders of the last response that the list has not shown yet. The list drops closed orders, so an order that was in it and has gone no longer
 * rests.
 */
function useUnlisted(answered: readonly Order[], listed: readonly Order[]): readonly Order[] {
  const [had, setHad] = useState<ReadonlySet<string>>(new Set())
  const come = answered.filter(({ id }) => !had.has(id) && listed.some((order) => order.id === id)).map(({ id }) => id)
  const note = useEffectEvent(() => {
    if (come.length > 0) setHad((before) => new Set([...answered.map(({ id }) => id).filter((id) => before.has(id)), ...come]))
  })
  const comeIds = come.join(' ')
  useEffect(() => note(), [comeIds])
  return useMemo(() => answered.filter(({ id }) => !had.has(id)), [answered, had])
}

function consideredOf({ mode }: QuoteForm, sides: Sides<SideOfForm>, focusedSide: Side | undefined): Considered {
  const { side, quantity, price, isBlank, verdict } = sides[focusedSide ?? 'BUY']
  const considered = { side, quantity, price: isBlank ? undefined : price, isFocused: focusedSide !== undefined }
  if (mode !== 'TAKE') return { by: 'QUOTE', ...considered }
  const fills = verdict?.refused === undefined ? (verdict?.deals ?? []).map((deal) => ({ maker: undefined, ...deal })) : []
  return { by: 'ORDER', ...considered, ...heldAfter({ fills, rests: '0' }, price) }
}

/** Why nothing can be sent at all, whatever is typed. */
function useSendDisabledReason(structure: Structure): string | undefined {
  const closed = useTradeReason({ audience: 'ORDER_BOOK', products: productsOf(structure) })
  const isConnected = useFeed('ORDER_BOOK').state === 'OPEN'
  return closed ?? (isConnected ? undefined : 'Order book disconnected. Order entry is disabled.')
}
