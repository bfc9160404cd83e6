/** The calls that place, amend and cancel perpetual orders, and set the margin. */
import { perpetualCalls, type PerpetualOrderView } from '@parley/contracts'
import { useState } from 'react'
import { toast } from '../../components/toasts.ts'
import { write } from '../../live/api.ts'
import { errorMessage } from '../../live/loadable.ts'
import { useCancelling } from '../order-entry/use-cancelling.ts'
import { type Accepted, useSender } from '../order-entry/use-sender.ts'
import { applyResponse } from './connect-perpetuals.ts'
import { orderFromWire } from './from-wire.ts'
import type { Margin, Market, Order } from './model.ts'
import type { OrderToSend } from './order-facts.ts'
import { toWire } from './order-to-send.ts'
import { orderTitle, outcomeText } from './order-text.ts'
import { usePerpetuals } from './perpetual-store.ts'

export function usePerpetualSending(market: Market) {
  const { sending, last, send } = useSender<OrderToSend>(`perpetual-order-${market.name}`)
  return { sending, last, send: (order: OrderToSend) => send(order, orderTitle(order, market), (one) => place(one, market)) }
}

async function place(order: OrderToSend, market: Market): Promise<Accepted> {
  const view = await request(order)
  applyResponse(view)
  const taken = orderFromWire(view)
  return { words: taken === undefined ? 'Sent to Paradex.' : outcomeText(taken, market), id: view.id }
}

function request(order: OrderToSend): Promise<PerpetualOrderView> {
  const texts = toWire(order)
  const { market, side, kind, instruction, isReduceOnly, amends } = order
  if (amends !== undefined) return write(perpetualCalls.amendPerpetualOrder, { params: { id: amends }, body: texts })
  const effect = isReduceOnly ? 'REDUCE_ONLY' : 'OPEN_OR_CLOSE'
  return write(perpetualCalls.placePerpetualOrder, { body: { market, side, kind, instruction, effect, ...texts } })
}

/** Cancels one order or all. The order updates report when they are closed. */
export function usePerpetualCancelling() {
  const { isBusy, run } = useCancelling('perpetual')
  return {
    isBusy,
    one: ({ id }: Pick<Order, 'id'>) => run(id, () => write(perpetualCalls.cancelPerpetualOrder, { params: { id } })),
    all: () => run('all', cancelAll),
  }
}

export type Cancelling = ReturnType<typeof usePerpetualCancelling>

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
  const set = async (margin: Margin) => {
    setIsBusy(true)
    try {
      const view = await write(perpetualCalls.setPerpetualMargin, {
        params: { market },
        body: { mode: margin.mode, leverage: margin.leverage },
      })
      const kept: Margin = { mode: view.mode, leverage: Number(view.leverage) }
      usePerpetuals.setState(({ account }) => ({ account: { ...account, margins: new Map([...account.margins, [market, kept]]) } }))
    } catch (error) {
      toast({ key: `perpetual-margin-${market}`, tone: 'refused', title: 'Margin not changed', text: errorMessage(error) })
    } finally {
      setIsBusy(false)
    }
  }
  return { isBusy, set }
}
