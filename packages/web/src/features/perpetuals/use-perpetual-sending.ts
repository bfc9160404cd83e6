/** Sends perpetual orders, one at a time, and reports the outcome. */
import { perpetualCalls, type PerpetualOrderView } from '@parley/contracts'
import { useCallback, useState } from 'react'
import { settleToast, toast } from '../../components/toasts.ts'
import { orderNotAfter, write } from '../../live/api.ts'
import { errorMessage } from '../../live/loadable.ts'
import { cancelFailed } from '../../live/cancel-failed.ts'
import { applyResponse } from './connect-perpetuals.ts'
import { marginFromWire, orderFromWire } from './from-wire.ts'
import type { Margin, Market, Order } from './model.ts'
import type { OrderToSend } from './order-facts.ts'
import { toWire } from './order-to-send.ts'
import { orderTitle, outcomeText } from './order-text.ts'
import { usePerpetuals } from './perpetual-store.ts'

export type SentOrder = {
  readonly what: string
  readonly words: string
  readonly isRefused: boolean
  /** The id of an order that the venue accepted. It can still be closed later. */
  readonly id?: string
}

export function usePerpetualSending() {
  const [sending, setSending] = useState<OrderToSend>()
  const [last, setLast] = useState<SentOrder>()
  const send = useCallback(async (order: OrderToSend, market: Market): Promise<boolean> => {
    const what = orderTitle(order, market)
    const key = `perpetual-order-${market.name}`
    setSending(order)
    try {
      const view = await place(order)
      applyResponse(view)
      settleToast(key)
      const taken = orderFromWire(view)
      setLast({ what, words: taken === undefined ? 'Sent to Paradex.' : outcomeText(taken, market), isRefused: false, id: view.id })
      return true
    } catch (error) {
      const words = errorMessage(error)
      setLast({ what, words, isRefused: true })
      toast({ key, tone: 'refused', title: 'Order rejected', text: `${what}: ${words}` })
      return false
    } finally {
      setSending(undefined)
    }
  }, [])
  return { sending, last, send }
}

function place(order: OrderToSend): Promise<PerpetualOrderView> {
  const texts = { ...toWire(order), not_after: orderNotAfter(Date.now()) }
  const { market, side, kind, instruction, isReduceOnly, amends, followsPosition } = order
  if (amends !== undefined) return write(perpetualCalls.amendPerpetualOrder, { params: { id: amends }, body: texts })
  const effect = isReduceOnly ? 'REDUCE_ONLY' : 'OPEN_OR_CLOSE'
  return write(perpetualCalls.placePerpetualOrder, {
    body: { market, side, kind, instruction, effect, ...texts, ...(followsPosition === true ? { follows_position: true } : {}) },
  })
}

/** Cancels one order or all. The order updates report when they are closed. */
export function useCancelling() {
  const [busy, setBusy] = useState<ReadonlySet<string>>(new Set())
  const run = async (name: string, cancel: () => Promise<unknown>) => {
    setBusy((before) => new Set([...before, name]))
    try {
      await cancel()
    } catch (error) {
      toast({ key: `perpetual-cancel-${name}`, ...cancelFailed('Cancel failed', error) })
    } finally {
      setBusy((before) => new Set([...before].filter((one) => one !== name)))
    }
  }
  return {
    isBusy: (name: string): boolean => busy.has(name),
    one: ({ id }: Pick<Order, 'id'>) => run(id, () => write(perpetualCalls.cancelPerpetualOrder, { params: { id } })),
    all: () => run('all', cancelAll),
  }
}

export type Cancelling = ReturnType<typeof useCancelling>

async function cancelAll(): Promise<void> {
  const { open } = await write(perpetualCalls.cancelAllPerpetualOrders, { body: {} })
  if (open === null || open.length > 0) {
    const left =
      open === null
        ? 'Paradex did not report which orders are still open. Check Open Orders.'
        : `${open.length} orders were still open at the last check.`
    toast({ key: 'perpetual-cancel-all', tone: 'warn', title: 'Cancel all sent', text: left })
  }
}

/** Sets the margin mode and leverage in one market. */
export function useMarginSetting(market: string) {
  const [isBusy, setIsBusy] = useState(false)
  const set = async (margin: Pick<Margin, 'mode' | 'leverage'>): Promise<boolean> => {
    setIsBusy(true)
    try {
      const view = await write(perpetualCalls.setPerpetualMargin, {
        params: { market },
        body: { mode: margin.mode, leverage: margin.leverage },
      })
      const kept = marginFromWire(view)
      usePerpetuals.setState(({ account }) => ({ account: { ...account, margins: new Map([...account.margins, [market, kept]]) } }))
      return true
    } catch (error) {
      toast({ key: `perpetual-margin-${market}`, tone: 'refused', title: 'Margin not changed', text: errorMessage(error) })
      return false
    } finally {
      setIsBusy(false)
    }
  }
  return { isBusy, set }
}
