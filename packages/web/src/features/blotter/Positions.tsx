import { Scale } from 'lucide-react'
import { product } from '@parley/core'
import { useMemo } from 'react'
import { VenueBadge } from '../../components/Badge.tsx'
import { type Column, momentInFile } from '../../components/table-column.ts'
import { Empty } from '../../components/Empty.tsx'
import type { Trade } from '@parley/client'
import type { Loadable } from '../../live/loadable.ts'
import { useMarkets, useMarks } from '../../live/use-live.ts'
import { classNames } from '../../theme/class-names.ts'
import { groupedText, signedText } from '../market-data/figure-text.ts'
import { signedDollars } from '../market-data/greek-text.ts'
import { Blotter } from './Blotter.tsx'
import { Moment } from './cells.tsx'
import styles from './cells.module.css'
import { useFlowChoice } from './flow-choice.ts'
import { FlowFilter } from './FlowFilter.tsx'
import { figuresOf, type PositionFigures, totalsOf } from './position-figures.ts'
import { type Position, positionsOf } from './positions.ts'
import { openTrade } from './row-acts.ts'
import { useToolbar } from './toolbar.ts'
import { useTradeHistory } from './use-histories.ts'

const decimals = (row: Position): number => product(row.productCode)?.pricePrecision ?? 4
const netDecimals = (row: Position): number => product(row.productCode)?.quantityPrecision ?? 1

type Row = Position<Trade> & { readonly figures: PositionFigures | undefined }

const Gain = ({ figures }: Pick<Row, 'figures'>) =>
  figures === undefined ? (
    <span className={styles['muted']}>—</span>
  ) : (
    <span className={figures.gain < 0 ? styles['ask'] : styles['bid']}>{`${signedText(figures.gain, 4)} ${figures.gainIn}`}</span>
  )

const figureColumn = (
  id: string,
  heading: string,
  of: (figures: PositionFigures) => number | undefined,
  words: (value: number) => string,
  dropsAt: number,
): Column<Row> => {
  const known = (row: Row) => (row.figures === undefined ? undefined : of(row.figures))
  return {
    ...{ id, heading, width: 96, align: 'end', ink: 'own', dropsAt, sortBy: known },
    cell: (row) => {
      const value = known(row)
      return value === undefined ? '—' : words(value)
    },
    text: (row) => known(row)?.toFixed(4) ?? '',
  }
}

const columns: readonly Column<Row>[] = [
  { id: 'venue', heading: 'Venue', width: 70, cell: (row) => <VenueBadge venue={row.venue} />, text: (row) => row.venue },
  {
    id: 'instrument',
    heading: 'Instrument',
    width: 220,
    grows: 1,
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
    id: 'mark',
    heading: 'Mark',
    width: 96,
    align: 'end',
    cell: (row) => (
      <span className={styles['muted']}>{row.figures === undefined ? '—' : groupedText(row.figures.mark, decimals(row))}</span>
    ),
    text: (row) => row.figures?.mark.toFixed(decimals(row)) ?? '',
    sortBy: (row) => row.figures?.mark,
  },
  {
    id: 'gain',
    heading: 'P&L',
    width: 130,
    align: 'end',
    cell: (row) => <Gain figures={row.figures} />,
    text: (row) => (row.figures === undefined ? '' : `${row.figures.gain.toFixed(4)} ${row.figures.gainIn}`),
    sortBy: (row) => row.figures?.gain,
  },
  figureColumn('dollars', 'P&L USD', (figures) => figures.dollars, signedDollars, 6),
  figureColumn(
    'delta',
    'Delta',
    ({ delta }) => delta,
    (value) => signedText(value, 2),
    3,
  ),
  figureColumn('vega', 'Vega', ({ vega }) => vega, signedDollars, 4),
  figureColumn('theta', 'Theta / day', ({ theta }) => theta, signedDollars, 5),
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
    isClock: true,
    cell: (row) => <Moment at={row.lastAt} />,
    ...momentInFile('Last trade', (row: Row) => row.lastAt),
    sortBy: (row) => row.lastAt,
  },
]

const rowId = (row: Row): string => row.id
const EVERY = 1_000

/** Worked out here from the desk's own trades: said so, since the venue's books also hold what was done elsewhere. */
export function Positions() {
  const [choice, choose] = useFlowChoice()
  const { isTight } = useToolbar()
  const { rows } = useTradeHistory(choice, EVERY)
  const positions = useMemo(() => (rows.state === 'LOADED' ? { state: rows.state, data: positionsOf(rows.data) } : rows), [rows])
  const marks = useMarks()
  const markets = useMarkets()
  const marked = useMemo((): Loadable<readonly Row[]> => {
    if (positions.state !== 'LOADED') return positions
    const indexOf = ({ venue, baseCurrency }: Position) => markets.get(`${venue}.${baseCurrency}`)?.index_price
    return {
      state: 'LOADED',
      data: positions.data.map((row) => {
        const index = indexOf(row)
        const mark = row.instrumentId === undefined ? undefined : marks.get(row.instrumentId)
        return { ...row, figures: figuresOf(row, mark, index == null ? undefined : Number(index)) }
      }),
    }
  }, [positions, marks, markets])
  const totals = marked.state === 'LOADED' && <TotalsLine rows={marked.data} />
  return (
    <>
      {isTight && totals}
      <Blotter
        name="positions"
        label="positions"
        columns={columns}
        rows={marked}
        onOpen={({ lastTrade }) => openTrade(lastTrade)}
        rowId={rowId}
        actions={
          <>
            {!isTight && totals}
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
    </>
  )
}

/** The sums of each currency; a position without a mark is named beside them. */
const TotalsLine = ({ rows }: { readonly rows: readonly Row[] }) => (
  <span
    className={classNames(styles['note'], styles['totals'])}
    role="group"
    aria-label="Totals"
    title="From your desk’s settled trades here, not the venue’s books; at the marks of now"
  >
    {totalsOf(rows)
      .map(
        ({ currency, delta, vega, theta, dollars, leftOut }) =>
          `${currency} Δ ${signedText(delta, 2)} · vega ${signedDollars(vega)} · theta ${signedDollars(theta)} · P&L ${dollars === undefined ? '—' : signedDollars(dollars)}${leftOut === 0 ? '' : ` · ${leftOut} without a mark`}`,
      )
      .join('   ')}
  </span>
)
