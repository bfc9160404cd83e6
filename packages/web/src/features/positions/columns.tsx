import { type FigureSums, type PositionFigures, product, type SectionGrouping } from '@parley/core'
import { ChevronDown, ChevronRight } from 'lucide-react'
import type { ReactNode } from 'react'
import { VenueBadge } from '../../components/Badge.tsx'
import { numberColumn } from '../../components/number-column.ts'
import { type Column, momentInFile } from '../../components/table-column.ts'
import { classNames } from '../../theme/class-names.ts'
import { groupedText, MINUS, signedText } from '../../components/figure-text.ts'
import { ink } from '../../theme/ink.ts'
import { currencyName, type Line } from './lines.ts'
import styles from './Positions.module.css'
import { expiryName, type HeldRow } from './position-row.ts'

/** The move of the underlying for which gamma is shown. */
export const GAMMA_MOVE = 100
const DAY_MS = 86_400_000
const FILE_DECIMALS = 8

export type ColumnsContext = {
  readonly grouping: SectionGrouping
  readonly now: number
  /** Markets with stale marks, such as `DBT.BTC`. */
  readonly stale: ReadonlySet<string>
}

type Figure = keyof PositionFigures & keyof FigureSums

const priceDecimals = ({ productCode, averagePrice }: HeldRow): number =>
  (productCode === undefined ? undefined : product(productCode)?.pricePrecision) ?? decimalsIn(averagePrice)
const decimalsIn = (value: number): number => String(value).split('.')[1]?.length ?? 0

/** The figures of a position, or the totals of a group. Totals are bold. */
function figuresOf(line: Line): PositionFigures | FigureSums | undefined {
  switch (line.kind) {
    case 'POSITION':
      return line.row.figures
    case 'GROUP':
    case 'TOTAL':
      return line.sums.leftOut === line.sums.count ? undefined : line.sums
  }
}

const heavy = (line: Line, words: ReactNode): ReactNode => (line.kind === 'POSITION' ? words : <b className={styles['sum']}>{words}</b>)
const none = <span className={styles['faint']}>—</span>

function figureColumn(
  id: Figure,
  { heading, width, dropsAt }: { readonly heading: string; readonly width: number; readonly dropsAt?: number },
  { decimals, times = 1, tone }: { readonly decimals: number; readonly times?: number; readonly tone?: 'GAIN' },
): Column<Line> {
  const valueOf = (line: Line): number | undefined => {
    const value = figuresOf(line)?.[id]
    return value === undefined ? undefined : value * times
  }
  return numberColumn(id, heading, width, (line) => valueOf(line)?.toFixed(FILE_DECIMALS) ?? '', {
    ...{ ink: 'own', fits: true },
    ...(dropsAt === undefined ? {} : { dropsAt }),
    cell: (line) => {
      const value = valueOf(line)
      if (value === undefined) return none
      const sign = tone === undefined || value === 0 ? undefined : styles[value > 0 ? 'gain' : 'loss']
      return heavy(line, <span className={sign}>{signedText(value, decimals)}</span>)
    },
    sortBy: valueOf,
  })
}

const rowColumn = (
  column: Omit<Column<Line>, 'cell' | 'text' | 'sortBy'>,
  { cell, text, sortBy }: { readonly cell: (row: HeldRow) => ReactNode; readonly text: (row: HeldRow) => string; readonly sortBy?: (row: HeldRow) => number | string | undefined }, // prettier-ignore
): Column<Line> => ({
  ...column,
  cell: (line) => (line.kind === 'POSITION' ? cell(line.row) : ''),
  text: (line) => (line.kind === 'POSITION' ? text(line.row) : ''),
  sortBy: (line) => (line.kind === 'POSITION' ? (sortBy ?? text)(line.row) : undefined),
})

const Fold = ({ isOpen, children }: { readonly isOpen: boolean; readonly children: ReactNode }) => (
  <button type="button" className={styles['fold']} aria-expanded={isOpen}>
    {isOpen ? <ChevronDown size={13} aria-hidden="true" /> : <ChevronRight size={13} aria-hidden="true" />}
    <b>{children}</b>
  </button>
)

/** A group by expiry lists venues, and a group by venue lists expiries. */
function firstCell(line: Line, grouping: SectionGrouping): ReactNode {
  switch (line.kind) {
    case 'GROUP':
      return <Fold isOpen={line.isOpen}>{grouping === 'VENUE' ? <VenueBadge venue={line.key} /> : expiryName(line.of.expiry)}</Fold>
    case 'TOTAL':
      return <Fold isOpen={line.isOpen}>{currencyName(line.currency)}</Fold>
    case 'POSITION':
      return grouping === 'VENUE' ? (
        <span className={styles['muted']}>{expiryName(line.row.expiry)}</span>
      ) : (
        <VenueBadge venue={line.row.venue} />
      )
  }
}

const countText = (count: number): string => `${count} ${count === 1 ? 'position' : 'positions'}`

/** `25 days`, `no expiry`. */
function lifeText({ expiry }: HeldRow, now: number): string {
  switch (expiry) {
    case 'PERPETUAL':
      return 'no expiry'
    case 'UNKNOWN':
      return ''
    default: {
      const days = Math.ceil((expiry - now) / DAY_MS)
      return days === 1 ? '1 day' : days < 0 ? 'expired' : `${days} days`
    }
  }
}

function accountCell(line: Line, { grouping, now }: ColumnsContext): ReactNode {
  switch (line.kind) {
    case 'POSITION':
      return <span className={styles['muted']}>{line.row.account}</span>
    case 'GROUP':
      return <span className={styles['muted']}>{grouping === 'VENUE' ? countText(line.sums.count) : lifeText(line.of, now)}</span>
    case 'TOTAL':
      return <b className={styles['sum']}>{countText(line.sums.count)}</b>
  }
}

function instrumentCell(line: Line): ReactNode {
  if (line.kind === 'POSITION') return line.row.instrumentName
  const { leftOut } = line.sums
  return leftOut === 0 ? '' : <span className={styles['muted']}>{`${leftOut} without figures, not in the totals`}</span>
}

const Mark = ({ row, isStale }: { readonly row: HeldRow; readonly isStale: boolean }) =>
  row.markPrice === undefined ? (
    none
  ) : (
    <span
      className={classNames(isStale && ink.market)}
      data-ink={isStale ? 'old' : undefined}
      title={isStale ? 'No recent data from the venue' : row.figures === undefined ? 'Reported by the venue at the last update' : undefined}
    >
      {groupedText(row.markPrice, priceDecimals(row))}
    </span>
  )

const nameColumns = (context: ColumnsContext): readonly Column<Line>[] => [
  {
    ...{ id: 'group', heading: context.grouping === 'VENUE' ? 'Venue, expiry' : 'Expiry, venue', width: 104 },
    cell: (line) => firstCell(line, context.grouping),
    fileHeading: 'Venue',
    text: (line) => (line.kind === 'POSITION' ? line.row.venue : ''),
  },
  {
    ...{ id: 'account', heading: 'Account', width: 84, dropsAt: 2 },
    cell: (line) => accountCell(line, context),
    text: (line) => (line.kind === 'POSITION' ? line.row.account : ''),
  },
  {
    ...{ id: 'instrument', heading: 'Instrument', width: 184, grows: 1 },
    cell: instrumentCell,
    text: (line) => (line.kind === 'POSITION' ? line.row.instrumentName : ''),
  },
]

const priceColumns = ({ stale }: ColumnsContext): readonly Column<Line>[] => [
  rowColumn(
    { id: 'size', heading: 'Size', width: 98, align: 'end' },
    {
      cell: (row) => (
        <span className={styles[row.quantity > 0 ? 'gain' : 'loss']}>
          {signedText(row.quantity, decimalsIn(row.quantity))}
          {row.isInDollars && <span className={styles['faint']}> $</span>}
        </span>
      ),
      text: (row) => String(row.quantity),
      sortBy: (row) => row.quantity,
    },
  ),
  rowColumn(
    { id: 'average', heading: 'Average', width: 84, align: 'end', dropsAt: 4 },
    {
      cell: (row) => groupedText(row.averagePrice, priceDecimals(row)),
      text: (row) => String(row.averagePrice),
      sortBy: (row) => row.averagePrice,
    },
  ),
  rowColumn(
    { id: 'mark', heading: 'Mark', width: 84, align: 'end', dropsAt: 5 },
    {
      cell: (row) => <Mark row={row} isStale={stale.has(row.market)} />,
      text: (row) => row.markPrice?.toString() ?? '',
      sortBy: (row) => row.markPrice,
    },
  ),
  rowColumn(
    { id: 'iv', heading: 'IV', width: 48, align: 'end', dropsAt: 6 },
    {
      cell: ({ figures }) =>
        figures?.markIv === undefined ? none : <span className={styles['muted']}>{(figures.markIv * 100).toFixed(1)}</span>,
      text: ({ figures }) => (figures?.markIv === undefined ? '' : (figures.markIv * 100).toFixed(2)),
      sortBy: ({ figures }) => figures?.markIv,
    },
  ),
]

const greekColumns: readonly Column<Line>[] = [
  figureColumn('pnlUsd', { heading: 'PnL USD', width: 84 }, { decimals: 0, tone: 'GAIN' }),
  figureColumn('delta', { heading: 'Delta', width: 78 }, { decimals: 2 }),
  figureColumn('gamma', { heading: 'Gamma $100', width: 92, dropsAt: 3 }, { decimals: 4, times: GAMMA_MOVE }),
  figureColumn('vega', { heading: 'Vega $', width: 74 }, { decimals: 0 }),
  figureColumn('theta', { heading: 'Theta $/day', width: 90, dropsAt: 1 }, { decimals: 0 }),
]

/** For exports. The screen has no room for them. */
const fileColumns: readonly Column<Line>[] = [
  rowColumn(
    { id: 'expiry', heading: 'Expiry', width: 96, startsHidden: true, isExported: true },
    { cell: (row) => expiryName(row.expiry), text: (row) => expiryName(row.expiry) },
  ),
  rowColumn(
    { id: 'currency', heading: 'Currency', width: 80, startsHidden: true, isExported: true },
    { cell: (row) => currencyName(row.currency), text: (row) => currencyName(row.currency) },
  ),
  rowColumn(
    { id: 'pnl', heading: 'PnL in margin currency', width: 130, align: 'end', startsHidden: true, isExported: true },
    { cell: pnlText, text: (row) => pnlText(row).replace(MINUS, '-'), sortBy: ({ figures }) => figures?.pnl },
  ),
  rowColumn(
    {
      ...{ id: 'read', heading: 'Updated', width: 100, align: 'end', startsHidden: true, isExported: true },
      fileHeading: momentInFile('Updated', () => undefined).fileHeading,
    },
    {
      cell: (row) => (row.readAt === undefined ? none : new Date(row.readAt).toISOString().slice(11, 19)),
      text: momentInFile('Updated', (row: HeldRow) => row.readAt).text,
      sortBy: (row) => row.readAt,
    },
  ),
]

function pnlText({ figures, gainIn }: HeldRow): string {
  return figures === undefined ? '' : `${signedText(figures.pnl, gainIn === 'USD' || gainIn === 'USDC' ? 2 : 4)} ${gainIn ?? ''}`
}

export const positionColumns = (context: ColumnsContext): readonly Column<Line>[] => [
  ...nameColumns(context),
  ...priceColumns(context),
  ...greekColumns,
  ...fileColumns,
]
