import { Activity } from 'lucide-react'
import { useMemo } from 'react'
import { useScreen } from '../../app/screen-state.ts'
import { VenueBadge } from '../../components/Badge.tsx'
import type { Column } from '../../components/DataTable.tsx'
import { Empty } from '../../components/Empty.tsx'
import { useGroupLive } from '../../live/group-store.ts'
import { useTrades } from '../../live/use-live.ts'
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
import { Age, flowColumn, Moment, Side, placeColumns, priceColumn, quantityColumn, sideColumn, tradeColumns, timeColumn } from './cells.tsx'
import styles from './cells.module.css'
import { useFlowChoice } from './flow-choice.ts'
import type { TapeRow } from './flow-rows.ts'
import { FlowFilter } from './FlowFilter.tsx'
import { useTapeRows } from './use-flow-history.ts'
import { dollarValue } from './value.ts'

const vsMark = (row: TapeRow): string | undefined =>
  row.mark_price === null ? undefined : (Number(row.price) - Number(row.mark_price)).toFixed(tradeDecimals(row))

const columns: readonly Column<TapeRow>[] = [
  timeColumn('Time', (row) => row.filled_at),
  flowColumn<TapeRow>(),
  ...placeColumns<TapeRow>(),
  ...tradeColumns<TapeRow>(),
  sideColumn(),
  quantityColumn('size', 'Size', (row) => row.quantity),
  priceColumn<TapeRow>('price', 'Price', (row) => row.price, tradeDecimals),
  priceColumn<TapeRow>('mark', 'Mark', (row) => row.mark_price, tradeDecimals, 'muted'),
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
  priceColumn<TapeRow>(
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

const rowId = (row: TapeRow): string => row.id

/** Every settled trade of the network, without parties; the desk's own carry the bar. */
export function TradeTape() {
  const [choice, choose] = useFlowChoice()
  const own = useTrades()
  const ownOfGroup = useGroupLive((state) => state.trades)
  const currency = useScreen((state) => state.currency)
  const { rows, more } = useTapeRows(choice)
  const isOwn = ({ flow, id }: TapeRow) => (flow === 'DIRECT' ? own.has(id) : ownOfGroup.has(Number(id.slice(2))))
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
      tone={(row) => (isOwn(row) ? 'mine' : undefined)}
      actions={<FlowFilter choice={choice} onChoice={choose} />}
      empty={<Empty icon={Activity} title="No trades yet" text="Every trade that settles in the network shows here within a moment." />}
    />
  )
}

function CompactTrade({ row }: { readonly row: TapeRow }) {
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
