/** The state of the order entry of one spread: the form, the order of each button, and whether orders can be sent. */
import { carriedMs, type Price, priceToNumber, quantityToNumber, type SpreadGuardFigures } from '@parley/core'
import { useEffect, useMemo, useReducer } from 'react'
import { usePreTradeLimits } from '../../live/pre-trade-limits.ts'
import { useNow, useOldPrices } from '../../live/use-live.ts'
import { useDefaultAccounts } from '../account/settings/use-default-account.ts'
import { useTradeReason } from '../protection/use-protection.ts'
import type { Side, Strategy } from './model.ts'
import { emptyForm, reduceForm } from './order-form.ts'
import { type Draft, draftOf, type Market, type OrderToSend, rungDraft } from './order-to-send.ts'
import { useTypedAgain } from '../order-entry/typed-again.ts'
import { guardOf, type SpreadGuard } from './spread-guard-text.ts'
import { stopEditing, useSpreadScreen } from './spread-screen.ts'
import { useSpreadMarket } from './spread-store.ts'
import { strategyName } from './strategy-text.ts'
import { useHasEnded, useActiveBook, useValue } from './use-spreads.ts'
import { useOrderSending } from './use-order-sending.ts'

export type OrderEntryState = ReturnType<typeof useOrderEntry>

export function useOrderEntry(strategy: Strategy) {
  const [form, act] = useReducer(reduceForm, strategy.minimum, emptyForm)
  const book = useActiveBook(strategy.id)
  const band = useValue(strategy.id)?.band
  const ownOfDesk = usePreTradeLimits(({ limits }) => limits?.own_orders)
  const market: Market = useMemo(() => ({ strategy, book, band, ownOfDesk }), [strategy, book, band, ownOfDesk])
  const account = useAccount(strategy, form.account)
  const sending = useOrderSending(strategy)
  const closed = useDisabledReason(strategy) ?? account.reason
  const editing = useSpreadScreen((screen) => screen.editing)
  useEffect(() => {
    if (editing?.order.strategyId !== strategy.id) return
    act({ kind: 'editingStarted', order: editing.order })
    stopEditing()
  }, [editing, strategy.id])
  const drafts: Readonly<Record<Side, Draft>> = { BUY: draftOf('BUY', form, market), SELL: draftOf('SELL', form, market) }
  const typed = useTypedAgain(form.price ?? '')
  const figures = useGuardFigures(strategy)
  const guards: Readonly<Record<Side, SpreadGuard>> = {
    BUY: guardOf(drafts.BUY.order, market, figures, typed.is),
    SELL: guardOf(drafts.SELL.order, market, figures, typed.is),
  }
  const send = async (order: OrderToSend) => {
    const isTaken = await sending.send({ ...order, account: account.name })
    if (isTaken) act({ kind: 'sent', form })
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
    draftAt: (side: Side, price: Price, how: 'TAKES' | 'RESTS') => plainOnly(rungDraft(side, price, how, form, market), market, figures),
    amount: quantityToNumber(drafts.BUY.order?.amount ?? drafts.SELL.order?.amount ?? strategy.minimum),
  }
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
  const { accounts, accountOf, whyNone, whyNot } = useDefaultAccounts(venue)
  const codes = [productCode]
  const primary = accountOf(codes)?.name
  const name = chosen === '' ? primary : chosen
  return { accounts: accounts.map((one) => one.name), primary, name, reason: name === undefined ? whyNone(codes) : whyNot(name) }
}

/** The same reasons as in other tickets: offline, stopped, paused, or stale prices. */
function useDisabledReason(strategy: Strategy): string | undefined {
  const { venue, currency, productCode, id } = strategy
  const hasEnded = useHasEnded(id)
  const reason = useTradeReason({ audience: 'LISTED', products: [productCode] })
  const old = useOldPrices({ baseCurrency: currency, venue })
  const isConnected = useSpreadMarket(({ line }) => line === 'OPEN')
  const hasBook = useSpreadMarket(({ activeBook }) => activeBook?.strategyId === id && activeBook.isWhole)
  const hasBand = useValue(id)?.band !== undefined
  if (reason !== undefined) return reason
  if (hasEnded) return `${strategyName(strategy)} has ended. Choose another spread.`
  if (!isConnected) return 'Not connected to the spreads feed. Order entry is disabled.'
  if (!hasBook) return 'The order book is loading.'
  if (old !== undefined) return `${old}. Order entry is disabled.`
  return hasBand ? undefined : 'The venue has no mark price or price limits for one of the legs. Orders are not accepted (rule 17.4).'
}
