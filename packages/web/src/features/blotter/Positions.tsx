import { Scale } from 'lucide-react'
import { product } from '@parley/core'
import { useMemo } from 'react'
import { VenueBadge } from '../../components/Badge.tsx'
import type { Column } from '../../components/table-column.ts'
import { Empty } from '../../components/Empty.tsx'
import { groupedText, signedText } from '../market-data/figure-text.ts'
import { Blotter } from './Blotter.tsx'
import { Moment } from './cells.tsx'
import styles from './cells.module.css'
import { useFlowChoice } from './flow-choice.ts'
import { FlowFilter } from './FlowFilter.tsx'
import { type Position, positionsOf } from './positions.ts'
import { useTradeHistory } from './use-histories.ts'

const decimals = (row: Position): number => product(row.productCode)?.pricePrecision ?? 4
const netDecimals = (row: Position): number => product(row.productCode)?.quantityPrecision ?? 1

const columns: readonly Column<Position>[] = [
  { id: 'venue', heading: 'Venue', width: 70, cell: (row) => <VenueBadge venue={row.venue} />, text: (row) => row.venue },
  {
    id: 'instrument',
    heading: 'Instrument',
    width: 220,
    grows: true,
    cell: (row) => <b className={styles['strong']}>{row.instrument}</b>,
    text: (row) => row.instrument,
  },
  {
    id: 'net',
    heading: 'Net quantity',
    width: 130,
    align: 'end',
    cell: (row) => <span className={row.net > 0 ? styles['bid'] : styles['ask']}>{signedText(row.net, netDecimals(row))}</span>,
    text: (row) => String(row.net),
    sortBy: (row) => row.net,
  },
  {
    id: 'average',
    heading: 'Average price',
    width: 130,
    align: 'end',
    cell: (row) => groupedText(row.averagePrice, decimals(row)),
    text: (row) => row.averagePrice.toFixed(decimals(row)),
    sortBy: (row) => row.averagePrice,
  },
  {
    id: 'trades',
    heading: 'Trades',
    width: 80,
    align: 'end',
    cell: (row) => row.trades,
    text: (row) => String(row.trades),
    sortBy: (row) => row.trades,
  },
  {
    id: 'last',
    heading: 'Last trade',
    width: 130,
    align: 'end',
    cell: (row) => <Moment at={row.lastAt} />,
    text: (row) => new Date(row.lastAt).toISOString(),
    sortBy: (row) => row.lastAt,
  },
]

const rowId = (row: Position): string => row.id
const EVERY = 1_000

/** Worked out here from the desk's own trades: said so, since the venue's books also hold what was done elsewhere. */
export function Positions() {
  const [choice, choose] = useFlowChoice()
  const { rows } = useTradeHistory(choice, EVERY)
  const positions = useMemo(() => (rows.state === 'LOADED' ? { state: rows.state, data: positionsOf(rows.data) } : rows), [rows])
  return (
    <Blotter
      name="positions"
      label="positions"
      columns={columns}
      rows={positions}
      rowId={rowId}
      actions={
        <>
          <span className={styles['note']}>From your desk’s settled trades here, not the venue’s books</span>
          <FlowFilter choice={choice} onChoice={choose} />
        </>
      }
      empty={
        <Empty
          icon={Scale}
          title="No positions from trades here"
          text="Worked out from your desk’s own settled trades; what was done elsewhere is in the venue’s books."
        />
      }
    />
  )
}
