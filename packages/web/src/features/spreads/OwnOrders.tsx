import { ListX, Pencil, X } from 'lucide-react'
import { formatPrice, formatQuantity } from '@parley/core'
import { useMemo } from 'react'
import { StatusBadge, type Tone, VenueBadge } from '../../components/Badge.tsx'
import { Button } from '../../components/Button.tsx'
import { Empty } from '../../components/Empty.tsx'
import { runKey } from '../../components/key-table.ts'
import { numberColumn } from '../../components/number-column.ts'
import type { Column } from '../../components/table-column.ts'
import { useNow } from '../../live/use-live.ts'
import { Blotter } from '../blotter/Blotter.tsx'
import { Side, timeColumn } from '../blotter/cells.tsx'
import cells from '../blotter/cells.module.css'
import { useCancelReason } from '../../live/trade-reasons.ts'
import { reasonText } from '../rfq/cancel-reasons.ts'
import { restingOf } from './model.ts'
import { isOver, isWorking, type OwnOrderRow, placeOf } from './own-orders.ts'
import { orderState, type OrderState, sideWord } from './order-text.ts'
import styles from './SpreadPanel.module.css'
import { showStrategy, startEditing } from './spread-screen.ts'
import { useSpreadMarket } from './spread-store.ts'
import { useKnownStrategies } from './use-spreads.ts'
import { amountText, rateText, ratesAt, spreadPriceText, strategyName } from './strategy-text.ts'
import { ToLadder } from './ToLadder.tsx'
import { type Cancelling, useSpreadCancelling } from './use-order-sending.ts'

const rowId = ({ id }: OwnOrderRow): string => id

/** The desk's resting orders in all spreads. Each can be amended or cancelled. */
export function MyOrders() {
  const rows = useOrderRows('LIVE')
  const reason = useCancelReason()
  const cancelling = useSpreadCancelling()
  const columns = useMemo(() => [...orderColumns, actionsColumn(cancelling, reason)], [cancelling, reason])
  return (
    <Blotter<OwnOrderRow>
      name="spread-orders"
      label="your spread orders"
      columns={columns}
      rows={{ state: 'LOADED', data: rows }}
      rowId={rowId}
      tone={() => 'mine'}
      onSelect={({ strategy }) => showStrategy(strategy)}
      onRowKey={({ order }, event) =>
        runKey(event, { pullOrder: reason === undefined && isWorking(order) ? () => void cancelling.one(order) : undefined })
      }
      empty={
        <Empty
          icon={ListX}
          title="No open orders"
          text="Click an empty level in the ladder, or use the order form. Resting orders appear here."
          action={<ToLadder />}
        />
      }
    />
  )
}

/** Past orders, with the reason why each ended. */
export function OrderHistory() {
  const rows = useOrderRows('OVER')
  return (
    <Blotter<OwnOrderRow>
      name="spread-order-history"
      label="your past spread orders"
      columns={pastColumns}
      rows={{ state: 'LOADED', data: rows }}
      rowId={rowId}
      onSelect={({ strategy }) => showStrategy(strategy)}
      empty={
        <Empty icon={ListX} title="No past orders" text="Filled and cancelled orders appear here, with the reason." action={<ToLadder />} />
      }
    />
  )
}

/** The shown book is known completely. For all other spreads only the best prices are known. */
function useOrderRows(which: 'LIVE' | 'OVER'): readonly OwnOrderRow[] {
  const orders = useSpreadMarket((market) => market.orders)
  const strategies = useKnownStrategies()
  const tops = useSpreadMarket((market) => market.tops)
  const values = useSpreadMarket((market) => market.values)
  const activeBook = useSpreadMarket((market) => market.activeBook)
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

const ticksText = (toBest: number | undefined): string =>
  toBest === undefined ? '—' : toBest === 0 ? 'best' : `${String(toBest).replace('-', '−')} tick${toBest === -1 ? '' : 's'}`

const tones: Readonly<Record<OrderState, Tone>> = {
  Working: 'open',
  Partial: 'mine',
  Settling: 'warn',
  Filled: 'mine',
  Cancelled: 'faint',
}

const flagsOf = ({ lifetime, isPostOnly, isMmp, expiresAt }: OwnOrderRow['order']): string =>
  [lifetime === 'IMMEDIATE_OR_CANCEL' ? 'IOC' : expiresAt === undefined ? '' : 'GTD', isPostOnly ? 'PO' : '', isMmp ? 'MMP' : '']
    .filter(Boolean)
    .join(' ')

const figure = (
  id: string,
  heading: string,
  width: number,
  of: (row: OwnOrderRow) => string,
  more: Partial<Column<OwnOrderRow>> = {},
): Column<OwnOrderRow> =>
  numberColumn(id, heading, width, of, { cell: (row) => <span className={cells['muted']}>{of(row)}</span>, ...more })

/** In a narrow panel, the spread, side, price, amount and the buttons stay. */
const orderColumns: readonly Column<OwnOrderRow>[] = [
  { ...timeColumn<OwnOrderRow>('Sent', ({ order }) => order.createdAt), dropsAt: 3 },
  {
    id: 'venue',
    heading: 'Venue',
    width: 50,
    dropsAt: 2,
    cell: ({ strategy }) => <VenueBadge venue={strategy.venue} />,
    text: ({ strategy }) => strategy.venue,
  },
  {
    id: 'spread',
    heading: 'Spread',
    width: 182,
    grows: 1,
    cell: ({ strategy }) => (
      <span>
        <b className={cells['strong']}>{strategy.currency}</b> {strategyName(strategy)}
      </span>
    ),
    text: ({ strategy }) => `${strategy.currency} ${strategyName(strategy)}`,
  },
  { id: 'side', heading: 'Side', width: 50, cell: ({ order }) => <Side side={order.side} />, text: ({ order }) => sideWord(order.side) },
  numberColumn(
    'price',
    'Price',
    82,
    ({ order, strategy }) => (order.price === undefined ? 'market' : spreadPriceText(order.price, strategy)),
    { text: ({ order }) => (order.price === undefined ? '' : formatPrice(order.price)), sortBy: ({ order }) => order.price },
  ),
  figure('yield', 'Yield', 66, ({ rate }) => rateText(rate), { ink: 'own', dropsAt: 7, sortBy: ({ rate }) => rate }),
  figure('amount', 'Amount', 84, ({ order }) => amountText(order.amount), {
    text: ({ order }) => formatQuantity(order.amount),
    cell: ({ order }) => amountText(order.amount),
    sortBy: ({ order }) => order.amount,
  }),
  figure(
    'filled',
    'Filled',
    84,
    ({ order }) => (order.filled + order.pending === 0 ? '—' : amountText((order.filled + order.pending) as typeof order.amount)),
    {
      dropsAt: 6,
      sortBy: ({ order }) => order.filled + order.pending,
    },
  ),
  figure('ahead', 'Ahead', 76, ({ ahead }) => (ahead === undefined ? '—' : amountText(ahead)), { ink: 'market', dropsAt: 4 }),
  figure('best', 'To best', 76, ({ toBest }) => ticksText(toBest), { ink: 'market', dropsAt: 5, sortBy: ({ toBest }) => toBest }),
  {
    id: 'flags',
    heading: 'Flags',
    width: 68,
    dropsAt: 8,
    cell: ({ order }) => <span className={cells['muted']}>{flagsOf(order)}</span>,
    text: ({ order }) => flagsOf(order),
  },
  {
    id: 'state',
    heading: 'State',
    width: 92,
    dropsAt: 1,
    cell: ({ order }) => <StatusBadge tone={tones[orderState(order)]}>{orderState(order)}</StatusBadge>,
    text: ({ order }) => orderState(order),
  },
]

const reasonOf = ({ order: { filled, pending, canceled, cancelCause, canceledBy } }: OwnOrderRow): string =>
  reasonText({
    agreed: String(filled + pending),
    canceled: String(canceled),
    cancelCause,
    canceledBy: canceledBy === undefined ? undefined : { name: canceledBy, isSender: false },
  })

const pastColumns: readonly Column<OwnOrderRow>[] = [
  ...orderColumns.filter(({ id }) => id !== 'ahead' && id !== 'best'),
  {
    id: 'reason',
    heading: 'Reason',
    width: 220,
    grows: 1,
    cell: (row) => <span className={cells['muted']}>{reasonOf(row)}</span>,
    text: reasonOf,
  },
]

function actionsColumn(cancelling: Cancelling, reason: string | undefined): Column<OwnOrderRow> {
  return {
    id: 'acts',
    heading: 'Amend or cancel',
    isHeadingHidden: true,
    isExported: false,
    width: 96,
    align: 'end',
    cell: (row) => <Actions row={row} cancelling={cancelling} reason={reason} />,
    text: () => '',
  }
}

type ActionsProps = { readonly row: OwnOrderRow; readonly cancelling: Cancelling; readonly reason: string | undefined }

function Actions({ row: { order, strategy }, cancelling, reason }: ActionsProps) {
  const resting = restingOf(order)
  if (resting === 0) return null
  const what = `${sideWord(order.side).toLowerCase()} ${amountText(resting)} @ ${order.price === undefined ? 'market' : spreadPriceText(order.price, strategy)}`
  return (
    <span className={styles['actions']} onClick={(event) => event.stopPropagation()}>
      <Button
        size="small"
        disabledReason={reason}
        aria-label={`Edit ${what}`}
        icon={<Pencil size={11} aria-hidden="true" />}
        onClick={() => startEditing(order, strategy)}
      >
        Edit
      </Button>
      <Button
        size="small"
        keyOf="pullOrder"
        isBusy={cancelling.isBusy(order.id)}
        disabledReason={reason}
        aria-label={`Cancel ${what}`}
        onClick={() => void cancelling.one(order)}
      >
        <X size={12} aria-hidden="true" />
      </Button>
    </span>
  )
}
