/** The state of the order entry of one market: the form, the order of each button, and whether orders can be sent. */
import { useEffect, useReducer } from 'react'
import { useNow } from '../../live/use-live.ts'
import { useClosingReason, useTradeReason } from '../../live/trade-reasons.ts'
import type { SideGuard } from '../order-entry/side-guard.ts'
import { useAmendment } from '../order-entry/use-amendment.ts'
import { useTypedAgain } from '../order-entry/typed-again.ts'
import { readMargin } from './connect-perpetuals.ts'
import type { Market, Side } from './model.ts'
import { emptyForm, reduceForm } from './order-form.ts'
import { guardOf } from './order-guard-text.ts'
import type { OrderToSend } from './order-facts.ts'
import { type Draft, draftOf } from './order-to-send.ts'
import { usePerpetualScreen } from './perpetual-screen.ts'
import { isOpen, usePerpetuals } from './perpetual-store.ts'
import { useFacts } from './use-perpetuals.ts'
import { useMarginSetting, usePerpetualSending } from './use-perpetual-sending.ts'
import { disabledReasonOf } from './disabled-reason.ts'

export type PerpetualEntry = ReturnType<typeof usePerpetualEntry>

export function usePerpetualEntry(market: Market) {
  const [form, act] = useReducer(reduceForm, emptyForm)
  const facts = useFacts(market)
  const sending = usePerpetualSending(market)
  const setting = useMarginSetting(market.name)
  const reasons = useDisabledReasons(market)
  const closed = form.isReduceOnly ? reasons.closing : reasons.trading
  useMarginRead(market.name)
  const editing = usePerpetualScreen((screen) => screen.editing)
  const amended = form.amends?.id
  const isOpenStill = usePerpetuals(({ account }) => {
    const order = amended === undefined ? undefined : account.orders.get(amended)
    return order === undefined || isOpen(order)
  })
  useAmendment({
    chosen: editing?.order.market === market.name ? editing : undefined,
    load: ({ order }) => act({ kind: 'editingStarted', order }),
    ...{ isOpen: isOpenStill, isSending: sending.sending !== undefined },
    leave: () => act({ kind: 'amendedClosed' }),
  })
  const drafts: Readonly<Record<Side, Draft>> = { BUY: draftOf('BUY', form, facts), SELL: draftOf('SELL', form, facts) }
  const typed = useTypedAgain(form.price ?? '')
  const guards: Readonly<Record<Side, SideGuard>> = {
    BUY: guardOf(drafts.BUY.order, facts, typed.is),
    SELL: guardOf(drafts.SELL.order, facts, typed.is),
  }
  const send = async (order: OrderToSend) => {
    // Nothing is sent at a leverage that was not chosen.
    if (facts.first !== undefined && !order.isReduceOnly && !(await setting.set(facts.first))) return
    // The exits come first, so that no position is opened without them. If the order is refused, the server cancels them again (rulebook 18.12).
    for (const exit of order.exits ?? []) if (!(await sending.send(exit))) return
    if (await sending.send(order)) act({ kind: 'sent', form })
  }
  return { form, act, facts, drafts, guards, typed, sending, closed, send }
}

/** Loads the margin settings when there is an account, because sizes and margin depend on them. */
function useMarginRead(market: string): void {
  const isThere = usePerpetuals(({ account }) => account.line === 'CONNECTED')
  useEffect(() => {
    if (isThere) void readMargin(market)
  }, [market, isThere])
}

/** Flips and remedies depend on the margin mode of every position, also outside the market that is shown. */
export function usePositionMargins(): void {
  const isThere = usePerpetuals(({ account }) => account.line === 'CONNECTED')
  const markets = usePerpetuals(({ account }) => [...account.positions.keys()].toSorted().join(' '))
  useEffect(() => {
    if (isThere) for (const market of markets.split(' ')) if (market !== '') void readMargin(market)
  }, [markets, isThere])
}

const AGE_STEP_MS = 1_000

/**
 * The reason why nothing can be sent in this market, whatever is typed: offline, stopped, stale prices, or no account. `closing` is the reason for
 * orders that only reduce a position.
 */
export function useDisabledReasons(market: Market | undefined): {
  readonly trading: string | undefined
  readonly closing: string | undefined
} {
  const trade = useTradeReason({ audience: 'PERPETUAL' })
  const close = useClosingReason()
  const venueLine = usePerpetuals(({ line }) => line)
  const accountLine = usePerpetuals(({ account }) => account.line)
  const failure = usePerpetuals(({ account }) => account.failure)
  const watched = usePerpetuals(({ watchedBook }) => watchedBook)
  const now = useNow(AGE_STEP_MS)
  const book = watched?.market === market?.name ? watched : undefined
  const lost = disabledReasonOf({ market, venueLine, accountLine, failure, book, now })
  return { trading: trade ?? lost, closing: close ?? lost }
}
