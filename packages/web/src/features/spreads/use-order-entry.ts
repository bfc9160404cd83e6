/** The state of the order entry of one spread: the form, the order of each button, and whether orders can be sent. */
import {
  carriedMs,
  type LadderCell,
  orderNow,
  parseQuantity,
  type Price,
  priceToNumber,
  quantityToNumber,
  type SpreadGuardFigures,
} from '@parley/core'
import { useEffect, useMemo, useReducer } from 'react'
import type { EnteredNumber } from '../../components/number-text.ts'
import { usePreTradeLimits } from '../../live/pre-trade-limits.ts'
import { useNow, useOldPrices } from '../../live/use-live.ts'
import { useDefaultAccounts } from '../account/settings/use-default-account.ts'
import { useFeeds } from '../../live/feeds.ts'
import { useTradeReason } from '../../live/trade-reasons.ts'
import type { Side, Strategy } from './model.ts'
import { marketBook, ownResting } from './ladder.ts'
import { emptyForm, type FormAction, reduceForm } from './order-form.ts'
import { isWorking } from './own-orders.ts'
import { type Draft, draftOf, type Market, type OrderToSend, rungDraft } from './order-to-send.ts'
import type { SideGuard } from '../order-entry/side-guard.ts'
import { useAmendment } from '../order-entry/use-amendment.ts'
import { useTypedAgain } from '../order-entry/typed-again.ts'
import { guardOf } from './spread-guard-text.ts'
import { stopEditing, useSpreadScreen } from './spread-screen.ts'
import { useSpreadMarket } from './spread-store.ts'
import { strategyName } from './strategy-text.ts'
import { useActiveBook, useHasEnded, useValue, useWorking } from './use-spreads.ts'
import { useOrderSending } from './use-order-sending.ts'

export type OrderEntryState = ReturnType<typeof useOrderEntry>

export function useOrderEntry(strategy: Strategy) {
  const [form, act] = useReducer(reduceForm, strategy.minimum, emptyForm)
  const market = useMarket(strategy)
  const account = useAccount(strategy, form.account)
  const sending = useOrderSending(strategy)
  const closed = useDisabledReason(strategy) ?? account.reason
  useEditing(strategy.id, form.replaces?.id, sending.sending !== undefined, act)
  const drafts: Readonly<Record<Side, Draft>> = { BUY: draftOf('BUY', form, market), SELL: draftOf('SELL', form, market) }
  const typed = useTypedAgain(form.price ?? '')
  const figures = useGuardFigures(strategy)
  const guards: Readonly<Record<Side, SideGuard>> = {
    BUY: guardOf(drafts.BUY.order, market, figures, typed.is),
    SELL: guardOf(drafts.SELL.order, market, figures, typed.is),
  }
  const send = async (order: OrderToSend) => {
    const isTaken = await sending.send({ ...order, account: account.name })
    if (isTaken) act({ kind: 'sent', form })
  }
  const orders = useSpreadMarket((state) => state.orders)
  /** An own order that is dropped at another price is amended: at once if the price is plain and only rests, otherwise in the form. */
  const move = (id: string, price: Price, how: 'SEND' | 'LOAD') => {
    const order = orders.get(id)
    if (order === undefined || !isWorking(order) || order.price === price) return
    const actions = [{ kind: 'editingStarted', order } as const, { kind: 'rungPicked', price } as const]
    const { order: moved } = plainOnly(draftOf(order.side, actions.reduce(reduceForm, form), market), market, figures)
    const rests = moved !== undefined && orderNow(moved, market.book).takes === 0
    if (how === 'SEND' && rests && closed === undefined) void sending.send({ ...moved, account: order.account ?? account.name })
    else actions.forEach(act)
  }
  return {
    form,
    act,
    market,
    drafts,
    guards,
    typed,
    account,
    sending,
    /** The reason why nothing can be sent, whatever is typed. */
    closed,
    send,
    move,
    draftAt: (side: Side, cell: LadderCell) => plainOnly(rungDraft(side, cell, form, market), market, figures),
    /** The typed price, if it can be sent. */
    price: form.price === '' || form.price === undefined ? undefined : (drafts.BUY.order?.price ?? drafts.SELL.order?.price),
    /** The typed amount, whether or not an order can be sent. Undefined if it is not a number. */
    amount: typedAmount(form.amount),
  }
}

/** The next key or click is the one that sends. */
export const focusSide = (side: Side): void => document.querySelector<HTMLElement>(`[data-ticket-side="${side.toLowerCase()}"]`)?.focus()

function typedAmount(amount: EnteredNumber): number | undefined {
  const value = amount === undefined || amount === '' ? undefined : parseQuantity(amount)
  return value === undefined ? undefined : quantityToNumber(value)
}

/** The market of the other desks, and the desk's own orders (rulebook 21.13). */
function useMarket(strategy: Strategy): Market {
  const whole = useActiveBook(strategy.id)
  const working = useWorking(strategy.id)
  const band = useValue(strategy.id)?.band
  const ownOfDesk = usePreTradeLimits(({ limits }) => limits?.own_orders)
  return useMemo(
    () => ({ strategy, book: marketBook(whole, working), own: working.map(ownResting), band, ownOfDesk }),
    [strategy, whole, working, band, ownOfDesk],
  )
}

function useEditing(strategyId: string, replaced: string | undefined, isSending: boolean, act: (action: FormAction) => void): void {
  const editing = useSpreadScreen((screen) => screen.editing)
  const loading = useSpreadScreen((screen) => screen.loading)
  useEffect(() => {
    if (loading?.strategy.id !== strategyId) return
    act({ kind: 'orderLoaded', amount: loading.amount, price: loading.price, type: loading.type })
    stopEditing()
    focusSide(loading.side)
  }, [loading, strategyId, act])
  const isOpen = useSpreadMarket(({ orders }) => {
    const order = replaced === undefined ? undefined : orders.get(replaced)
    return order === undefined || isWorking(order)
  })
  useAmendment({
    chosen: editing?.order.strategyId === strategyId ? editing.order : undefined,
    load: (order) => {
      act({ kind: 'editingStarted', order })
      stopEditing()
    },
    ...{ isOpen, isSending },
    leave: () => act({ kind: 'replacedClosed' }),
  })
}

/** One press in the ladder sends plain prices only. A price that would be asked about goes through the ticket (rulebook 21.8). */
function plainOnly(draft: Draft, market: Market, figures: SpreadGuardFigures): Draft {
  const { says, reason } = guardOf(draft.order, market, figures, () => false)
  if (reason !== undefined && says === undefined) return { reason }
  return says === undefined ? draft : { reason: `${says}. Send it from the ticket.` }
}

function useGuardFigures({ id, near, far, tick }: Strategy): SpreadGuardFigures {
  const value = useValue(id)
  const now = useNow(60_000)
  return { mark: value?.mark, nearMark: value?.nearMark, carriedMs: carriedMs(near, far, now), tick: priceToNumber(tick) }
}

function useAccount({ venue, productCode }: Strategy, chosen: string) {
  const { accounts, accountOf, whyNone, settlingRefusal } = useDefaultAccounts(venue)
  const codes = [productCode]
  const primary = accountOf(codes)?.name
  const name = chosen === '' ? primary : chosen
  return { accounts: accounts.map((one) => one.name), primary, name, reason: name === undefined ? whyNone(codes) : settlingRefusal(name) }
}

/** The same reasons as in other tickets: offline, stopped, paused, or stale prices. */
function useDisabledReason(strategy: Strategy): string | undefined {
  const { venue, currency, productCode, id } = strategy
  const hasEnded = useHasEnded(id)
  const reason = useTradeReason({ audience: 'LISTED', products: [productCode] })
  const old = useOldPrices({ baseCurrency: currency, venue })
  const isConnected = useFeeds(({ SPREADS }) => SPREADS.state === 'OPEN')
  const hasBook = useSpreadMarket(({ activeBook }) => activeBook?.strategyId === id && activeBook.isWhole)
  const hasBand = useValue(id)?.band !== undefined
  if (reason !== undefined) return reason
  if (hasEnded) return `${strategyName(strategy)} has ended. Choose another spread.`
  if (!isConnected) return 'Not connected to the spreads feed. Order entry is disabled.'
  if (!hasBook) return 'The order book is loading.'
  if (old !== undefined) return `${old}. Order entry is disabled.`
  return hasBand ? undefined : 'The venue has no mark price or price limits for one of the legs. Orders are not accepted (rule 17.4).'
}
