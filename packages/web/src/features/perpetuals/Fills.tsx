import { Coins, Stamp } from 'lucide-react'
import { formatPrice } from '@parley/core'
import { useMemo } from 'react'
import { Empty } from '../../components/Empty.tsx'
import type { Column } from '../../components/table-column.ts'
import { Blotter } from '../blotter/Blotter.tsx'
import { Side } from '../blotter/cells.tsx'
import { FirstOrder } from './FirstOrder.tsx'
import { FundingCurve } from './FundingCurve.tsx'
import { clockColumn, dropping, figureColumn, marketColumn, type Placed } from './list-columns.tsx'
import { figureText, gainText, priceText, quantityText } from './market-text.ts'
import type { Fill, FundingPayment, Market } from './model.ts'
import { sideWord } from './order-text.ts'
import styles from './PerpetualPanel.module.css'
import { Gain } from './Positions.tsx'
import { chooseMarket } from './perpetual-screen.ts'
import { usePerpetuals } from './perpetual-store.ts'
import { useChosenMarket } from './use-perpetuals.ts'

const placedIn = <T extends { readonly market: string }>(rows: readonly T[], markets: ReadonlyMap<string, Market>) =>
  rows.flatMap((row) => {
    const placed = markets.get(row.market)
    return placed === undefined ? [] : [{ ...row, placed }]
  })

type FillRow = Fill & Placed

const fillColumns: readonly Column<FillRow>[] = [
  clockColumn('Time', ({ at }) => at),
  marketColumn(),
  { id: 'side', heading: 'Side', width: 42, cell: ({ side }) => <Side side={side} />, text: ({ side }) => sideWord(side) },
  figureColumn(
    'size',
    'Size',
    84,
    ({ quantity, placed }) => quantityText(quantity, placed),
    ({ quantity }) => quantity,
  ),
  {
    ...figureColumn<FillRow>(
      'price',
      'Price',
      88,
      ({ price, placed }) => priceText(price, placed),
      ({ price }) => price,
    ),
    text: ({ price }) => formatPrice(price),
  },
  figureColumn(
    'fee',
    'Fee',
    64,
    ({ fee }) => figureText(fee, 2),
    ({ fee }) => fee,
  ),
  figureColumn(
    'profit',
    'PnL',
    78,
    ({ profit }) => gainText(profit, 2),
    ({ profit }) => profit,
  ),
  { id: 'role', heading: 'Role', width: 52, grows: 1, cell: ({ role }) => roleLabels[role], text: ({ role }) => roleLabels[role] },
]

const narrowFills = dropping(fillColumns, ['role', 'fee'])

const roleLabels = { MAKER: 'Maker', TAKER: 'Taker' } as const

/** The account's fills of the last seven days, and new ones as they arrive. */
export function Fills() {
  const fills = usePerpetuals(({ account }) => account.fills)
  const markets = usePerpetuals((held) => held.markets)
  const rows = useMemo(() => placedIn(fills, markets), [fills, markets])
  return (
    <Blotter<FillRow>
      name="perpetual-fills"
      label="your perpetual fills"
      columns={narrowFills}
      rows={{ state: 'LOADED', data: rows }}
      rowId={({ id }) => id}
      onSelect={({ market }) => chooseMarket(market)}
      compact={({ side, quantity, price, placed, fee, feeCurrency, profit }) => (
        <div className={styles['lines']}>
          <p>
            <b>{placed.base}</b> <Side side={side} /> {quantityText(quantity, placed)} @ {priceText(price, placed)}
          </p>
          <p>
            fee {figureText(fee, 2)} {feeCurrency} <span className={styles['end']}>{gainText(profit, 2)}</span>
          </p>
        </div>
      )}
      empty={<Empty icon={Stamp} title="No fills" text="Your fills of the last seven days appear here." action={<FirstOrder />} />}
    />
  )
}

type PaymentRow = FundingPayment & Placed

const paymentColumns: readonly Column<PaymentRow>[] = [
  clockColumn('Paid', ({ at }) => at),
  marketColumn(),
  {
    ...figureColumn<PaymentRow>(
      'amount',
      'Received',
      90,
      ({ amount }) => gainText(amount, 2),
      ({ amount }) => amount,
    ),
    grows: 1,
    cell: ({ amount }) => <Gain value={amount} />,
  },
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
    <Blotter<PaymentRow>
      name="perpetual-funding"
      label="your funding payments"
      columns={paymentColumns}
      rows={{ state: 'LOADED', data: rows }}
      rowId={({ id }) => id}
      onSelect={({ market }) => chooseMarket(market)}
      empty={
        <Empty
          icon={Coins}
          title="No funding yet"
          text="Your funding payments of the last seven days appear here."
          action={<FirstOrder />}
        />
      }
    />
  )
}
