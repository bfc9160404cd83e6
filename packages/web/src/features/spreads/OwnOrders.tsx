import { useMemo } from 'react'
import type { Tone } from '../../components/Badge.tsx'
import { orDash } from '../../components/known-figure.ts'
import type { Column } from '../../components/table-column.ts'
import { useNow } from '../../live/use-live.ts'
import { timeColumn } from '../blotter/cells.tsx'
import {
  dropping,
  exactAmount,
  exactPrice,
  flagsText,
  mutedColumn,
  mutedNumber,
  orderSideColumn,
  stateColumn,
} from '../blotter/column-kit.tsx'
import { OpenOrderList, PastOrderList } from '../blotter/OrderLists.tsx'
import { reasonText } from '../rfq/cancel-reasons.ts'
import { restingOf } from './model.ts'
import { isOver, isWorking, type OwnOrderRow, placeOf } from './own-orders.ts'
import { orderState, type OrderState, sideWord } from './order-text.ts'
import { ofSpreads, placeColumns } from './placed.tsx'
import { startEditing } from './spread-screen.ts'
import { useSpreadMarket } from './spread-store.ts'
import { useKnownStrategies } from './use-spreads.ts'
import { amountText, rateText, ratesAt, spreadPriceText } from './strategy-text.ts'
import { useSpreadCancelling } from './use-order-sending.ts'

/** The desk's resting orders in all spreads. Each can be amended or cancelled. */
export const MyOrders = () => (
  <OpenOrderList<OwnOrderRow>
    {...ofSpreads}
    name="spread-orders"
    label="your spread orders"
    columns={orderColumns}
    rows={useOrderRows('LIVE')}
    cancelling={useSpreadCancelling()}
    whatOf={(row) => (isWorking(row.order) ? whatOf(row) : undefined)}
    onEdit={({ order, strategy }) => startEditing(order, strategy)}
    look="TEXT"
    buttonsPx={96}
    text="Click an empty level in the ladder, or use the order form. Resting orders appear here."
  />
)

/** Past orders, with the reason why each ended. */
export const OrderHistory = () => (
  <PastOrderList<OwnOrderRow>
    {...ofSpreads}
    name="spread-order-history"
    label="your past spread orders"
    columns={pastColumns}
    rows={useOrderRows('OVER')}
    text="Filled and cancelled orders appear here, with the reason."
  />
)

/** The shown book is known completely. For all other spreads only the best prices are known. */
function useOrderRows(which: 'LIVE' | 'OVER'): readonly OwnOrderRow[] {
  const { orders, tops, values, activeBook } = useSpreadMarket('orders', 'tops', 'values', 'activeBook')
  const strategies = useKnownStrategies()
  const now = useNow(60_000)
  return useMemo(() => {
    const working = [...orders.values()].filter(isWorking)
    return [...orders.values()]
      .flatMap((order): readonly OwnOrderRow[] => {
        const strategy = strategies.get(order.strategyId)
        if (strategy === undefined) return []
        const book = activeBook?.strategyId === strategy.id ? activeBook.book : undefined
        const top = tops.get(strategy.id)
        const best = top && { bids: top.bid === undefined ? [] : [top.bid], asks: top.ask === undefined ? [] : [top.ask] }
        const own = working.filter(({ strategyId }) => strategyId === strategy.id)
        const place = placeOf(order, book ?? best, strategy, own)
        const rate = order.price === undefined ? undefined : ratesAt(order.price, strategy, values.get(strategy.id)?.nearMark, now).rate
        return [{ id: order.id, order, strategy, rate, ahead: book === undefined ? undefined : place.ahead, toBest: place.toBest }]
      })
      .filter(({ order }) => isOver(order) === (which === 'OVER'))
      .toSorted((a, b) => b.order.createdAt - a.order.createdAt)
  }, [orders, strategies, tops, values, activeBook, now, which])
}

const ticksText = (toBest: number): string =>
  toBest === 0 ? 'best' : `${String(toBest).replace('-', '−')} tick${toBest === -1 ? '' : 's'}`

const tones: Readonly<Record<OrderState, Tone>> = {
  Working: 'open',
  Partial: 'mine',
  Settling: 'warn',
  Filled: 'mine',
  Cancelled: 'faint',
}

const flagsOf = ({ order: { lifetime, isPostOnly, isMmp, expiresAt } }: OwnOrderRow): string =>
  flagsText(lifetime === 'IMMEDIATE_OR_CANCEL' ? 'IOC' : expiresAt !== undefined && 'GTD', isPostOnly && 'PO', isMmp && 'MMP')

const priceText = ({ order: { price }, strategy }: Pick<OwnOrderRow, 'order' | 'strategy'>): string =>
  price === undefined ? 'market' : spreadPriceText(price, strategy)
const doneOf = ({ order: { filled, pending } }: OwnOrderRow) => (filled + pending) as typeof filled

const allColumns: readonly Column<OwnOrderRow>[] = [
  timeColumn('Sent', ({ order }) => order.createdAt),
  ...placeColumns<OwnOrderRow>(50, 182),
  orderSideColumn(50, ({ order }) => order.side),
  exactPrice('price', 'Price', 82, ({ order }) => order.price, priceText),
  mutedNumber('yield', 'Yield', 66, ({ rate }) => rateText(rate), { ink: 'own', sortBy: ({ rate }) => rate }),
  exactAmount('amount', 'Amount', 84, ({ order }) => order.amount),
  mutedNumber('filled', 'Filled', 84, (row) => (doneOf(row) === 0 ? '—' : amountText(doneOf(row))), { sortBy: doneOf }),
  mutedNumber('ahead', 'Ahead', 76, ({ ahead }) => orDash(ahead, amountText), { ink: 'market' }),
  mutedNumber('best', 'To best', 76, ({ toBest }) => orDash(toBest, ticksText), {
    ink: 'market',
    dropsAt: 5,
    sortBy: ({ toBest }) => toBest,
  }),
  mutedColumn('flags', 'Flags', 68, flagsOf),
  stateColumn(92, ({ order }) => ({ text: orderState(order), tone: tones[orderState(order)] })),
]

/** In a narrow panel, the spread, side, price, amount and the buttons stay. */
const orderColumns = dropping(allColumns, ['flags', 'yield', 'ahead', 'best', 'filled', 'time', 'venue', 'state'])

const reasonOf = ({ order: { filled, pending, canceled, cancelCause, canceledBy } }: OwnOrderRow): string =>
  reasonText({
    agreed: String(filled + pending),
    canceled: String(canceled),
    cancelCause,
    canceledBy: canceledBy === undefined ? undefined : { name: canceledBy, isSender: false },
  })

const pastColumns: readonly Column<OwnOrderRow>[] = [
  ...orderColumns.filter(({ id }) => id !== 'ahead' && id !== 'best'),
  mutedColumn('reason', 'Reason', 220, reasonOf, { grows: 1 }),
]

const whatOf = (row: OwnOrderRow): string =>
  `${sideWord(row.order.side).toLowerCase()} ${amountText(restingOf(row.order))} @ ${priceText(row)}`
