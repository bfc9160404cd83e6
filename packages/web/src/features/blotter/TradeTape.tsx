import { Activity } from 'lucide-react'
import { directRfqCalls, type TapeTradeView } from '@parley/contracts'
import { useMemo } from 'react'
import { useScreen } from '../../app/screen-state.ts'
import { VenueBadge } from '../../components/Badge.tsx'
import type { Column } from '../../components/DataTable.tsx'
import { Empty } from '../../components/Empty.tsx'
import { useHistory } from '../../live/use-history.ts'
import { useTape, useTrades } from '../../live/use-live.ts'
import {
  priceText,
  quantityText,
  signedPriceText,
  strategyName,
  structureText,
  tradeDecimals,
  tradeLegs,
} from '../direct-rfq/structure-text.ts'
import { dollarText } from '../market-data/figure-text.ts'
import { Blotter } from './Blotter.tsx'
import { Age, Moment, Side, placeColumns, priceColumn, quantityColumn, sideColumn, tradeColumns, timeColumn } from './cells.tsx'
import styles from './cells.module.css'
import { dollarValue } from './value.ts'

const vsMark = (row: TapeTradeView): string | undefined =>
  row.mark_price === null ? undefined : (Number(row.price) - Number(row.mark_price)).toFixed(tradeDecimals(row))

const columns: readonly Column<TapeTradeView>[] = [
  timeColumn('Time', (row) => row.filled_at),
  ...placeColumns<TapeTradeView>(),
  ...tradeColumns<TapeTradeView>(),
  sideColumn(),
  quantityColumn('size', 'Size', (row) => row.quantity),
  priceColumn<TapeTradeView>('price', 'Price', (row) => row.price, tradeDecimals),
  priceColumn<TapeTradeView>('mark', 'Mark', (row) => row.mark_price, tradeDecimals, 'muted'),
  {
    id: 'vs-mark',
    heading: 'vs mark',
    width: 90,
    dropsAt: 4,
    align: 'end',
    cell: (row) => (
      <span className={styles['muted']}>{vsMark(row) === undefined ? '—' : signedPriceText(vsMark(row)!, tradeDecimals(row))}</span>
    ),
    text: (row) => vsMark(row) ?? '',
    sortBy: (row) => (vsMark(row) === undefined ? undefined : Number(vsMark(row))),
  },
  priceColumn<TapeTradeView>(
    'index',
    'Index',
    (row) => row.index_price,
    () => 2,
    'muted',
  ),
  {
    id: 'value',
    heading: 'Value',
    width: 90,
    align: 'end',
    cell: (row) => {
      const value = dollarValue(row)
      return <span title="Premium of options, size of futures, in dollars">{value === undefined ? '—' : dollarText(value)}</span>
    },
    text: (row) => dollarValue(row)?.toFixed(0) ?? '',
    sortBy: dollarValue,
  },
]

const at = (row: TapeTradeView): number => row.filled_at
const rowId = (row: TapeTradeView): string => row.id

/** Every settled trade of the network, without parties; the desk's own carry the bar. */
export function TradeTape() {
  const since = useTape()
  const own = useTrades()
  const currency = useScreen((state) => state.currency)
  const { rows, more } = useHistory(directRfqCalls.listTape, 'tape', { query: {} }, since, at)
  const shown = useMemo(
    () =>
      rows.state === 'LOADED' && currency !== 'ALL' ? { ...rows, data: rows.data.filter((row) => row.base_currency === currency) } : rows,
    [rows, currency],
  )
  return (
    <Blotter
      name="trade-tape"
      label="the trade tape"
      columns={columns}
      rows={shown}
      rowId={rowId}
      compact={(row) => <CompactTrade row={row} />}
      more={more}
      tone={(row) => (own.has(row.id) ? 'mine' : undefined)}
      empty={<Empty icon={Activity} title="No trades yet" text="Every trade that settles in the network shows here within a moment." />}
    />
  )
}

function CompactTrade({ row }: { readonly row: TapeTradeView }) {
  const legs = tradeLegs(row)
  const value = dollarValue(row)
  return (
    <div className={styles['compact']}>
      <Moment at={row.filled_at} />
      <span>
        <VenueBadge venue={row.venue} />{' '}
        <b className={styles['strong']}>{`${row.base_currency} ${strategyName({ strategy_code: row.strategy_code, legs })}`}</b>
      </span>
      <span>
        <Side side={row.side} /> <b className={styles['strong']}>{priceText(row.price, tradeDecimals(row))}</b>
      </span>
      <Age at={row.filled_at} />
      <span className={styles['muted']}>{structureText(legs)}</span>
      <span className={styles['muted']}>
        {quantityText(row.quantity)} {value === undefined ? '' : dollarText(value)}
      </span>
    </div>
  )
}
