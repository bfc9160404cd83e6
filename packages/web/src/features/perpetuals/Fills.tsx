import { Coins, Stamp } from 'lucide-react'
import { useMemo } from 'react'
import { numberColumn, textColumn } from '../../components/number-column.ts'
import type { Column } from '../../components/table-column.ts'
import { figureText, gainText } from '../../components/known-figure.ts'
import { Side, timeColumn } from '../blotter/cells.tsx'
import { dropping, exactPrice, orderSideColumn } from '../blotter/column-kit.tsx'
import { LiveList } from '../blotter/LiveList.tsx'
import { FirstOrder } from './FirstOrder.tsx'
import { FundingCurve } from './FundingCurve.tsx'
import { CLOCK_PX, marketColumn, type Placed, placedIn } from './list-columns.tsx'
import { fundingText, priceText, quantityText } from './market-text.ts'
import type { Fill, FundingPayment } from './model.ts'
import styles from './PerpetualPanel.module.css'
import { Gain } from './Positions.tsx'
import { chooseMarket } from './perpetual-screen.ts'
import { usePerpetuals } from './perpetual-store.ts'
import { isLiquidation } from './risks.ts'
import { useChosenMarket } from './use-perpetuals.ts'

type FillRow = Fill & Placed

const fillColumns: readonly Column<FillRow>[] = [
  timeColumn('Time', ({ at }) => at, CLOCK_PX),
  marketColumn(),
  orderSideColumn(42, ({ side }) => side),
  numberColumn('size', 'Size', 84, ({ quantity, placed }) => quantityText(quantity, placed), 'quantity'),
  exactPrice(
    'price',
    'Price',
    88,
    ({ price }) => price,
    ({ price, placed }) => priceText(price, placed),
  ),
  numberColumn('fee', 'Fee', 64, ({ fee }) => figureText(fee, 2), 'fee'),
  numberColumn('profit', 'PnL', 78, ({ profit }) => gainText(profit, 2), 'profit'),
  textColumn('kind', 'Kind', 74, (row) => kindText(row), { grows: 1, cell: (row) => <Kind fill={row} /> }),
]

const narrowFills = dropping(fillColumns, ['fee', 'profit'])

const roleLabels = { MAKER: 'Maker', TAKER: 'Taker' } as const
const kindLabels = { LIQUIDATION: 'Liquidation', SETTLEMENT: 'Settlement', TRANSFER: 'Transfer', BLOCK: 'Block' } as const

/** The role in an ordinary trade, and what any other fill was. */
const kindText = ({ kind, role }: Fill): string => (kind === 'TRADE' ? roleLabels[role] : kindLabels[kind])

const Kind = ({ fill }: { readonly fill: Fill }) => (
  <span className={isLiquidation(fill) ? styles['liquidated'] : undefined}>{kindText(fill)}</span>
)

/** The account's fills of the last seven days, and new ones as they arrive. */
export function Fills() {
  const fills = usePerpetuals(({ account }) => account.fills)
  const markets = usePerpetuals((held) => held.markets)
  const rows = useMemo(() => placedIn(fills, markets), [fills, markets])
  return (
    <LiveList<FillRow>
      name="perpetual-fills"
      label="your perpetual fills"
      columns={narrowFills}
      rows={rows}
      onSelect={({ market }) => chooseMarket(market)}
      compact={(row) => (
        <div className={styles['lines']}>
          <p>
            <b>{row.placed.base}</b> <Side side={row.side} /> {quantityText(row.quantity, row.placed)} @ {priceText(row.price, row.placed)}{' '}
            {isLiquidation(row) && <Kind fill={row} />}
          </p>
          <p>
            fee {figureText(row.fee, 2)} {row.feeCurrency} <span className={styles['end']}>{gainText(row.profit, 2)}</span>
          </p>
        </div>
      )}
      empty={{ icon: Stamp, title: 'No fills', text: 'Your fills of the last seven days appear here.' }}
      next={<FirstOrder />}
    />
  )
}

type PaymentRow = FundingPayment & Placed

const paymentColumns: readonly Column<PaymentRow>[] = [
  timeColumn('Paid', ({ at }) => at, CLOCK_PX),
  marketColumn(),
  numberColumn('amount', 'Received', 90, ({ amount }) => fundingText(amount), {
    grows: 1,
    cell: ({ amount }) => <Gain value={amount} text={fundingText(amount)} />,
    sortBy: ({ amount }) => amount,
  }),
]

/** Funding payments of the last seven days (negative if paid), next to the funding rate of the market. */
export function Funding() {
  const market = useChosenMarket()
  return (
    <div className={styles['beside']}>
      <div className={styles['table']}>
        <Payments />
      </div>
      {market !== undefined && <FundingCurve key={market.name} market={market} />}
    </div>
  )
}

function Payments() {
  const payments = usePerpetuals(({ account }) => account.payments)
  const markets = usePerpetuals((held) => held.markets)
  const rows = useMemo(() => placedIn(payments, markets), [payments, markets])
  return (
    <LiveList<PaymentRow>
      name="perpetual-funding"
      label="your funding payments"
      columns={paymentColumns}
      rows={rows}
      onSelect={({ market }) => chooseMarket(market)}
      empty={{ icon: Coins, title: 'No funding yet', text: 'Your funding payments of the last seven days appear here.' }}
      next={<FirstOrder />}
    />
  )
}
