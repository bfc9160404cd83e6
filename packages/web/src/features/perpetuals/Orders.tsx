import { ListX } from 'lucide-react'
import { formatPrice, priceToNumber, type Quantity } from '@parley/core'
import { useMemo } from 'react'
import { StatusBadge, type Tone } from '../../components/Badge.tsx'
import { runKey } from '../../components/key-table.ts'
import { numberColumn, textColumn } from '../../components/number-column.ts'
import type { Column } from '../../components/table-column.ts'
import cells from '../blotter/cells.module.css'
import { buttonsColumn, mutedColumn, orderSideColumn, RowButtons, stateColumn } from '../blotter/column-kit.tsx'
import { LiveList } from '../blotter/LiveList.tsx'
import { useCancelReason } from '../../live/trade-reasons.ts'
import { OrderActions } from '../order-entry/OrderActions.tsx'
import { FirstOrder } from './FirstOrder.tsx'
import { clockColumn, dropping, marketColumn, type Placed } from './list-columns.tsx'
import { figureText, priceDecimals, priceText, quantityText } from './market-text.ts'
import type { Fill, Order } from './model.ts'
import { kindLabels, type OrderState, orderState, orderTitle, triggerText } from './order-text.ts'
import styles from './PerpetualPanel.module.css'
import { chooseMarket, startEditing } from './perpetual-screen.ts'
import { isOpen, usePerpetuals } from './perpetual-store.ts'
import { isLiquidation } from './risks.ts'
import { type Cancelling, usePerpetualCancelling } from './use-perpetual-sending.ts'

type OrderRow = Placed & { readonly order: Order }

const noLiquidations: readonly Order[] = []

function useOrderRows(which: 'OPEN' | 'OVER'): readonly OrderRow[] {
  const orders = usePerpetuals(({ account }) => account.orders)
  const markets = usePerpetuals((held) => held.markets)
  const fills = usePerpetuals(({ account }) => account.fills)
  const liquidations = useMemo(
    () => (which === 'OPEN' ? noLiquidations : fills.filter(isLiquidation).map(liquidationOrder)),
    [fills, which],
  )
  return useMemo(
    () =>
      [...[...orders.values()].filter((order) => isOpen(order) === (which === 'OPEN')), ...liquidations]
        .toSorted((a, b) => b.createdAt - a.createdAt)
        .flatMap((order) => {
          const placed = markets.get(order.market)
          return placed === undefined ? [] : [{ id: order.id, order, placed }]
        }),
    [orders, markets, which, liquidations],
  )
}

/** A liquidation is not an order of the desk. The history shows it as one, so that the end of the position is not missing there. */
const liquidationOrder = ({ id, market, side, price, quantity, at }: Fill): Order => ({
  ...{ id: `liquidation-${id}`, market, side, kind: 'MARKET', price: undefined, trigger: undefined, average: priceToNumber(price) },
  ...{ quantity, remaining: 0 as Quantity, instruction: 'IMMEDIATE_OR_CANCEL', isReduceOnly: true, state: 'CLOSED' },
  ...{ reason: 'Paradex liquidated the position.', isLiquidation: true, followsPosition: false, createdAt: at, changedAt: at },
})

const tones: Readonly<Record<OrderState, Tone>> = {
  Sent: 'plain',
  Working: 'open',
  Waiting: 'warn',
  Partial: 'mine',
  Filled: 'mine',
  Cancelled: 'faint',
  Liquidation: 'danger',
}

const flagsOf = ({ instruction, isReduceOnly, kind, followsPosition }: Order): string =>
  [
    instruction === 'POST_ONLY' ? 'PO' : instruction === 'IMMEDIATE_OR_CANCEL' && kind === 'LIMIT' ? 'IOC' : '',
    isReduceOnly ? 'RO' : '',
    followsPosition ? 'exit' : '',
  ]
    .filter(Boolean)
    .join(' ')

/** The price of an order. If it waits for a trigger, which way the mark has to move to what, and below it the limit price if there is one. */
const pricesOf = ({ order: { side, kind, price, trigger }, placed }: OrderRow): readonly string[] => {
  const limit = price === undefined ? [] : [priceText(price, placed)]
  if (trigger === undefined) return limit.length === 0 ? ['market'] : limit
  return [triggerText({ side, kind, trigger }, placed), ...limit]
}

const columns: readonly Column<OrderRow>[] = [
  clockColumn('Sent', ({ order }) => order.createdAt),
  marketColumn(),
  orderSideColumn(42, ({ order }) => order.side),
  textColumn('kind', 'Type', 88, ({ order }) => kindLabels[order.kind]),
  numberColumn('size', 'Size', 84, ({ order, placed }) => quantityText(order.quantity, placed), { sortBy: ({ order }) => order.quantity }),
  numberColumn('price', 'Price or trigger', 124, ({ order }) => (order.price === undefined ? '' : formatPrice(order.price)), {
    cell: (row) => (
      <span className={cells['lines']}>
        {pricesOf(row).map((text) => (
          <span key={text} className={styles['priceLine']}>
            {text}
          </span>
        ))}
      </span>
    ),
    sortBy: ({ order }) => order.price ?? order.trigger,
  }),
  mutedColumn('flags', 'Flags', 44, ({ order }) => flagsOf(order)),
]

const stateOf = ({ order }: OrderRow) => ({ text: orderState(order), tone: tones[orderState(order)], title: order.reason })
const statusColumn = stateColumn(78, stateOf, { grows: 1 })

/** The account's open orders in all markets, including those placed outside Parley. Each can be amended or cancelled. */
export function OpenOrders() {
  const rows = useOrderRows('OPEN')
  const reason = useCancelReason()
  const cancelling = usePerpetualCancelling()
  const all = useMemo(
    () => dropping([...columns, statusColumn, actionsColumn(cancelling, reason)], ['flags', 'kind']),
    [cancelling, reason],
  )
  return (
    <LiveList<OrderRow>
      name="perpetual-orders"
      label="your open perpetual orders"
      columns={all}
      rows={rows}
      tone={() => 'mine'}
      onSelect={({ order }) => chooseMarket(order.market)}
      onRowKey={({ order }, event) => runKey(event, { pullOrder: reason === undefined ? () => void cancelling.one(order) : undefined })}
      compact={(row) => <OrderCard row={row} cancelling={cancelling} reason={reason} />}
      icon={ListX}
      title="No open orders"
      text="Resting orders and untriggered stops appear here."
      next={<FirstOrder />}
    />
  )
}

const actionsColumn = (cancelling: Cancelling, reason: string | undefined): Column<OrderRow> =>
  buttonsColumn('Amend and cancel', 66, (row) => <Actions {...{ row, cancelling, reason }} />)

type ActionsProps = { readonly row: OrderRow; readonly cancelling: Cancelling; readonly reason: string | undefined }

function Actions({ row: { order, placed }, cancelling, reason }: ActionsProps) {
  const what = orderTitle({ ...order, quantity: order.remaining }, placed)
  return (
    <OrderActions
      {...{ what, reason }}
      look="ICONS"
      isBusy={cancelling.isBusy(order.id)}
      onEdit={() => startEditing(order)}
      onCancel={() => void cancelling.one(order)}
    />
  )
}

const OrderCard = (props: ActionsProps) => (
  <div className={styles['lines']}>
    <p>
      <b>{props.row.placed.base}</b> {orderTitle({ ...props.row.order, quantity: props.row.order.remaining }, props.row.placed)}
    </p>
    <p>
      {kindLabels[props.row.order.kind]} {flagsOf(props.row.order)}{' '}
      <StatusBadge tone={tones[orderState(props.row.order)]}>{orderState(props.row.order)}</StatusBadge>
      <span className={styles['end']}>
        <RowButtons>
          <Actions {...props} />
        </RowButtons>
      </span>
    </p>
  </div>
)

/** Past orders, with the reason from the venue. */
export const OrderHistory = () => (
  <LiveList<OrderRow>
    name="perpetual-order-history"
    label="your past perpetual orders"
    columns={pastColumns}
    rows={useOrderRows('OVER')}
    onSelect={({ order }) => chooseMarket(order.market)}
    icon={ListX}
    title="No past orders"
    text="Orders filled or cancelled in the last seven days appear here."
    next={<FirstOrder />}
  />
)

const pastColumns: readonly Column<OrderRow>[] = [
  ...columns,
  numberColumn('average', 'Average', 92, ({ order, placed }) => figureText(order.average, priceDecimals(placed)), {
    sortBy: ({ order }) => order.average,
  }),
  statusColumn,
  mutedColumn('reason', 'Reason', 300, ({ order }) => order.reason ?? '', { grows: 1 }),
]
