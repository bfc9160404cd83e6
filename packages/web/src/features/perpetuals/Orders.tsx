import { timeColumn } from '../blotter/cells.tsx'
import { formatPrice, priceToNumber, type Quantity } from '@parley/core'
import { type ReactNode, useMemo } from 'react'
import { StatusBadge, type Tone } from '../../components/Badge.tsx'
import { numberColumn, textColumn } from '../../components/number-column.ts'
import type { Column } from '../../components/table-column.ts'
import { figureText } from '../../components/known-figure.ts'
import { dropping, flagsText, Lines, mutedColumn, orderSideColumn, stateColumn } from '../blotter/column-kit.tsx'
import { OpenOrderList, PastOrderList } from '../blotter/OrderLists.tsx'
import { FirstOrder } from './FirstOrder.tsx'
import { CLOCK_PX, marketColumn, type Placed } from './list-columns.tsx'
import { priceDecimals, priceText, quantityText } from './market-text.ts'
import type { Fill, Order } from './model.ts'
import { kindLabels, type OrderState, orderState, orderTitle, triggerText } from './order-text.ts'
import styles from './PerpetualPanel.module.css'
import { chooseMarket, startEditing } from './perpetual-screen.ts'
import { isOpen, usePerpetuals } from './perpetual-store.ts'
import { isLiquidation } from './risks.ts'
import { usePerpetualCancelling } from './use-perpetual-sending.ts'

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

const isIoc = ({ instruction, kind }: Order): boolean => instruction === 'IMMEDIATE_OR_CANCEL' && kind === 'LIMIT'
const flagsOf = (order: Order): string =>
  flagsText(order.instruction === 'POST_ONLY' ? 'PO' : isIoc(order) && 'IOC', order.isReduceOnly && 'RO', order.followsPosition && 'exit')

/** The price of an order. If it waits for a trigger, which way the mark has to move to what, and below it the limit price if there is one. */
const pricesOf = ({ order: { side, kind, price, trigger }, placed }: OrderRow): readonly string[] => {
  const limit = price === undefined ? [] : [priceText(price, placed)]
  if (trigger === undefined) return limit.length === 0 ? ['market'] : limit
  return [triggerText({ side, kind, trigger }, placed), ...limit]
}

const columns: readonly Column<OrderRow>[] = [
  timeColumn('Sent', ({ order }) => order.createdAt, CLOCK_PX),
  marketColumn(),
  orderSideColumn(42, ({ order }) => order.side),
  textColumn('kind', 'Type', 88, ({ order }) => kindLabels[order.kind]),
  numberColumn('size', 'Size', 84, ({ order, placed }) => quantityText(order.quantity, placed), { sortBy: ({ order }) => order.quantity }),
  numberColumn('price', 'Price or trigger', 124, ({ order }) => (order.price === undefined ? '' : formatPrice(order.price)), {
    cell: (row) => <Lines of={pricesOf(row)} />,
    sortBy: ({ order }) => order.price ?? order.trigger,
  }),
  mutedColumn('flags', 'Flags', 44, ({ order }) => flagsOf(order)),
]

const stateOf = ({ order }: OrderRow) => ({ text: orderState(order), tone: tones[orderState(order)], title: order.reason })
const statusColumn = stateColumn(78, stateOf, { grows: 1 })

const openColumns = dropping([...columns, statusColumn], ['flags', 'kind'])
const whatOf = ({ order, placed }: OrderRow): string => orderTitle({ ...order, quantity: order.remaining }, placed)
const onSelect = ({ order }: OrderRow): void => chooseMarket(order.market)

/** The account's open orders in all markets, including those placed outside Parley. Each can be amended or cancelled. */
export const OpenOrders = () => (
  <OpenOrderList<OrderRow>
    name="perpetual-orders"
    label="your open perpetual orders"
    columns={openColumns}
    rows={useOrderRows('OPEN')}
    cancelling={usePerpetualCancelling()}
    whatOf={whatOf}
    onEdit={({ order }) => startEditing(order)}
    onSelect={onSelect}
    look="ICONS"
    buttonsPx={66}
    compact={(row, buttons) => <OrderCard row={row} buttons={buttons} />}
    text="Resting orders and untriggered stops appear here."
    next={<FirstOrder />}
  />
)

const OrderCard = ({ row, buttons }: { readonly row: OrderRow; readonly buttons: ReactNode }) => (
  <div className={styles['lines']}>
    <p>
      <b>{row.placed.base}</b> {whatOf(row)}
    </p>
    <p>
      {kindLabels[row.order.kind]} {flagsOf(row.order)}{' '}
      <StatusBadge tone={tones[orderState(row.order)]}>{orderState(row.order)}</StatusBadge>
      <span className={styles['end']}>{buttons}</span>
    </p>
  </div>
)

/** Past orders, with the reason from the venue. */
export const OrderHistory = () => (
  <PastOrderList<OrderRow>
    name="perpetual-order-history"
    label="your past perpetual orders"
    columns={pastColumns}
    rows={useOrderRows('OVER')}
    onSelect={onSelect}
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
