/** The calls that place, amend and cancel perpetual orders, and set the margin. */
import type { Command } from '@parley/client'
import { perpetualCalls, type PerpetualOrderView } from '@parley/contracts'
import { toast } from '../../components/toasts.ts'
import { write } from '../../live/api.ts'
import { useReportedAttempt } from '../../live/use-reported-attempt.ts'
import { orderCommand } from '../order-entry/order-command.ts'
import { useOrderCancelling } from '../order-entry/use-cancelling.ts'
import { type Sender, useSender } from '../order-entry/use-sender.ts'
import { applyResponse } from './connect-perpetuals.ts'
import { orderFromWire } from './from-wire.ts'
import type { Margin, Market, Order } from './model.ts'
import type { OrderToSend } from './order-facts.ts'
import { toWire } from './order-to-send.ts'
import { orderTitle } from './order-text.ts'
import { changeAccount, isOpen, usePerpetuals, withMargins } from './perpetual-store.ts'

/** An order that Paradex has. `order` is undefined while its state is not known. */
export type PlacedOrder = { readonly id: string; readonly order: Order | undefined }

/** One sender for each market, or one for orders of several. */
export const usePerpetualSending = (of: Market | 'ALL'): Sender<OrderToSend, PlacedOrder> =>
  useSender({
    key: of === 'ALL' ? 'perpetual-orders' : `perpetual-order-${of.name}`,
    whatOf: (order: OrderToSend) => titleOf(order),
    commandOf,
    take: (view: PerpetualOrderView) => {
      applyResponse(view)
      return { id: view.id, order: orderFromWire(view) }
    },
    cancel: ({ id, order }) => (order === undefined || isOpen(order) ? cancelled({ id }) : undefined),
  })

function titleOf(order: OrderToSend): string {
  const market = usePerpetuals.getState().markets.get(order.market)
  return market === undefined ? order.market : orderTitle(order, market)
}

const cancelled = ({ id }: Pick<Order, 'id'>) => write(perpetualCalls.cancelPerpetualOrder, { params: { id } })

function commandOf(order: OrderToSend): Command<PerpetualOrderView> {
  const texts = toWire(order)
  const { market, side, kind, instruction, isReduceOnly, amends, followsPosition } = order
  if (amends !== undefined) return orderCommand(perpetualCalls.amendPerpetualOrder, { params: { id: amends }, body: texts })
  const effect = isReduceOnly ? ('REDUCE_ONLY' as const) : ('OPEN_OR_CLOSE' as const)
  const follows = followsPosition === true ? { follows_position: true } : {}
  return orderCommand(perpetualCalls.placePerpetualOrder, { body: { market, side, kind, instruction, effect, ...texts, ...follows } })
}

/** Cancels one order or all. The order updates report when they are closed. */
export function usePerpetualCancelling() {
  const { isBusy, one, run } = useOrderCancelling('perpetual', cancelled)
  return { isBusy, one, all: () => run('all', cancelAll) }
}

export type Cancelling = ReturnType<typeof usePerpetualCancelling>

async function cancelAll(): Promise<void> {
  const { open } = await write(perpetualCalls.cancelAllPerpetualOrders, { body: {} })
  if (open?.length === 0) return
  const unknown = 'Paradex did not report which orders are still open. Check Open Orders.'
  const text = open === null ? unknown : `${open.length} orders were still open at the last check.`
  toast({ key: 'perpetual-cancel-all', tone: 'warn', title: 'Cancel all sent', text })
}

/** Sets the margin mode and leverage in one market. */
export function useMarginSetting(market: string) {
  const { isBusy, run } = useReportedAttempt({ key: `perpetual-margin-${market}`, title: 'Margin not changed' })
  const set = ({ mode, leverage }: Pick<Margin, 'mode' | 'leverage'>): Promise<boolean> =>
    run(async () => {
      const view = await write(perpetualCalls.setPerpetualMargin, { params: { market }, body: { mode, leverage } })
      changeAccount(({ margins }) => ({ margins: withMargins(margins, [view]) }))
    })
  return { isBusy, set }
}
