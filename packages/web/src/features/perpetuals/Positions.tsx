import { Scale } from 'lucide-react'
import { quantityToNumber } from '@parley/core'
import { type ReactNode, useMemo } from 'react'
import { Button } from '../../components/Button.tsx'
import { Empty } from '../../components/Empty.tsx'
import { numberColumn, textColumn } from '../../components/number-column.ts'
import type { Column } from '../../components/table-column.ts'
import { classNames } from '../../theme/class-names.ts'
import { ink } from '../../theme/ink.ts'
import { Blotter } from '../blotter/Blotter.tsx'
import cells from '../blotter/cells.module.css'
import { dropping, mutedColumn, strongColumn } from '../blotter/column-kit.tsx'
import { dollarText } from '../../components/figure-text.ts'
import { figureText, gainText } from '../../components/known-figure.ts'
import { CloseAll } from './CloseAll.tsx'
import { ClosePair } from './ClosePair.tsx'
import { ClosePart } from './ClosePart.tsx'
import { exitKinds, exitLabels, exitsIn, type ExitKind } from './exits.ts'
import { FirstOrder } from './FirstOrder.tsx'
import { type Placed } from './list-columns.tsx'
import { awayText, fundingText, priceDecimals, priceText, quantityText } from './market-text.ts'
import type { MarginMode, Market, Position } from './model.ts'
import { atMark } from './at-mark.ts'
import styles from './PerpetualPanel.module.css'
import { ProtectLine } from './ProtectLine.tsx'
import { chooseMarket, startEditing, startProtecting, usePerpetualScreen } from './perpetual-screen.ts'
import { usePerpetuals } from './perpetual-store.ts'

export type PositionRow = Position & Placed & { readonly mode: MarginMode | undefined }

export function usePositionRows(): readonly PositionRow[] {
  const positions = usePerpetuals(({ account }) => account.positions)
  const margins = usePerpetuals(({ account }) => account.margins)
  const markets = usePerpetuals((held) => held.markets)
  return useMemo(
    () =>
      [...positions.values()].flatMap((position) => {
        const placed = markets.get(position.market)
        return placed === undefined
          ? []
          : [{ ...atMark(position, placed.mark), id: position.market, placed, mode: margins.get(position.market)?.mode }]
      }),
    [positions, markets, margins],
  )
}

export const sideOfPosition = ({ quantity }: Position): 'Long' | 'Short' => (quantity > 0 ? 'Long' : 'Short')
const valueOf = ({ quantity, placed }: PositionRow): number | undefined =>
  placed.mark === undefined ? undefined : Math.abs(quantityToNumber(quantity)) * placed.mark
const summed = (rows: readonly PositionRow[], of: (row: PositionRow) => number | undefined): number | undefined =>
  rows.reduce<number | undefined>((sum, row) => {
    const value = of(row)
    return sum === undefined || value === undefined ? undefined : sum + value
  }, 0)

/** Totals of all positions. Undefined if one of them is unknown. A positive `net` is long. */
export const totalsOf = (rows: readonly PositionRow[]) => ({
  net: summed(rows, (row) => {
    const value = valueOf(row)
    return value === undefined ? undefined : row.quantity < 0 ? -value : value
  }),
  value: summed(rows, valueOf),
  profit: rows.reduce((sum, { profit }) => sum + profit, 0),
  funding: rows.reduce((sum, { funding }) => sum + funding, 0),
  margin: summed(rows, ({ margin }) => margin),
})

/** The profit as a share of the margin of the position. */
export const onMargin = ({ profit, margin }: Position): number | undefined =>
  margin === undefined || margin <= 0 ? undefined : (profit / margin) * 100

/** `Isolated 12×`. */
const modeText = ({ mode, leverage }: PositionRow): string =>
  [mode === undefined ? '' : mode === 'CROSS' ? 'Cross' : 'Isolated', leverage === undefined ? '' : `${leverage}×`]
    .filter(Boolean)
    .join(' ')

const price = (row: PositionRow, of: (market: Market) => number | undefined): string =>
  figureText(of(row.placed), priceDecimals(row.placed))

const columns: readonly Column<PositionRow>[] = dropping(
  [
    strongColumn('market', 'Market', 112, ({ placed }) => placed.name, { grows: 1, text: ({ market }) => market }),
    textColumn('side', 'Side', 56, sideOfPosition, {
      cell: (row) => <span className={row.quantity > 0 ? cells['bid'] : cells['ask']}>{sideOfPosition(row)}</span>,
    }),
    numberColumn('size', 'Size', 88, (row) => quantityText(row.quantity, row.placed), 'quantity'),
    numberColumn('value', 'Value', 100, (row) => figureText(valueOf(row), 2), valueOf),
    numberColumn('entry', 'Entry', 88, (row) => price(row, () => row.entry), 'entry'),
    numberColumn('mark', 'Mark', 88, (row) => price(row, ({ mark }) => mark), { sortBy: ({ placed }) => placed.mark }),
    numberColumn('profit', 'PnL', 96, (row) => gainText(row.profit, 2), {
      cell: (row) => <Gain value={row.profit} />,
      sortBy: ({ profit }) => profit,
    }),
    numberColumn('share', 'ROE', 76, (row) => `${gainText(onMargin(row), 1)} %`, onMargin),
    numberColumn('funding', 'Funding', 76, ({ funding }) => fundingText(funding), 'funding'),
    numberColumn('margin', 'Margin', 92, (row) => figureText(row.margin, 2), 'margin'),
    mutedColumn('mode', 'Mode', 96, modeText),
    numberColumn('liquidation', 'Liquidation', 92, (row) => price(row, () => row.liquidation), 'liquidation'),
    numberColumn('away', 'Distance', 76, (row) => awayText(row.liquidation, row.placed.mark), 'liquidation'),
    ...exitKinds.map((kind) =>
      textColumn<PositionRow>(kind, exitLabels[kind], 84, () => '', {
        ...{ align: 'end', isExported: false },
        cell: (row) => <Exit row={row} kind={kind} />,
      }),
    ),
    textColumn('acts', 'Close, flip and close part', 178, () => '', {
      ...{ isHeadingHidden: true, isExported: false },
      cell: (row) => <ClosePair position={row} market={row.placed} />,
    }),
  ],
  ['funding', 'value', 'share', 'mode', 'margin', 'entry', 'mark', 'away'],
)

/** The trigger of the exit, which a click edits, or a button that adds one. */
function Exit({ row, kind }: { readonly row: PositionRow; readonly kind: ExitKind }) {
  const orders = usePerpetuals(({ account }) => account.orders)
  const order = exitsIn(orders.values(), row)[kind]
  const trigger = order?.trigger
  const what = `${exitLabels[kind].toLowerCase()} of ${row.placed.base}`
  return (
    <span onClick={(event) => event.stopPropagation()}>
      {order === undefined || trigger === undefined ? (
        <Button kind="quiet" size="small" aria-label={`Add a ${what}`} onClick={() => startProtecting(row.market)}>
          + Add
        </Button>
      ) : (
        <Button kind="quiet" size="small" aria-label={`Edit the ${what}`} onClick={() => startEditing(order)}>
          {priceText(trigger, row.placed)}
        </Button>
      )}
    </span>
  )
}

export const Gain = ({ value, text = gainText(value, 2) }: { readonly value: number; readonly text?: string }) => (
  <b className={classNames(value > 0 ? cells['bid'] : value < 0 ? cells['ask'] : undefined, ink.own)}>{text}</b>
)

/** The positions of the account: profit, margin and liquidation price. Each can be closed or flipped with two clicks. */
export function Positions() {
  const rows = usePositionRows()
  return (
    <>
      <Held rows={rows} />
      <ClosingLines />
      {rows.length > 0 && <Totals rows={rows} />}
    </>
  )
}

/** Below the positions: what a second click sends, and the line that closes a part. */
export function ClosingLines() {
  const asked = usePerpetualScreen((screen) => screen.closingText)
  return (
    <>
      <p className={asked === undefined ? 'visually-hidden' : styles['asked']} role="status">
        {asked}
      </p>
      <ClosePart />
      <ProtectLine />
    </>
  )
}

export const NoPositions = () => (
  <Empty
    icon={Scale}
    title="No positions"
    text="Open positions appear here, including those opened outside Parley."
    action={<FirstOrder />}
  />
)

const Held = ({ rows }: { readonly rows: readonly PositionRow[] }) => (
  <Blotter<PositionRow>
    name="perpetual-positions"
    label="your perpetual positions"
    columns={columns}
    rows={{ state: 'LOADED', data: rows }}
    rowId={({ id }) => id}
    tone={() => 'mine'}
    onSelect={({ market }) => chooseMarket(market)}
    empty={<NoPositions />}
  />
)

/** The totals, in one line. A column could not add up sizes of different coins. */
function Totals({ rows }: { readonly rows: readonly PositionRow[] }) {
  const { net, value, profit, funding, margin } = totalsOf(rows)
  const total = (name: string, shown: ReactNode) => (
    <span>
      {name} <b>{shown}</b>
    </span>
  )
  return (
    <div className={styles['totals']} aria-label="All positions">
      <span>
        <b>{rows.length === 1 ? '1 position' : `${rows.length} positions`}</b>{' '}
        {net === undefined ? '' : `net ${net < 0 ? 'short' : 'long'} ${dollarText(Math.abs(net))}`}
      </span>
      {total('Value', figureText(value, 2))}
      {total('PnL', <Gain value={profit} />)}
      {total('Funding', fundingText(funding))}
      {total('Margin', figureText(margin, 2))}
      <span className={styles['end']}>
        <CloseAll />
      </span>
    </div>
  )
}

/** The phone layout. */
export function Card({ row }: { readonly row: PositionRow }) {
  return (
    <div className={styles['card']}>
      <p>
        <b>{row.placed.base}</b>{' '}
        <span className={row.quantity > 0 ? cells['bid'] : cells['ask']}>
          {sideOfPosition(row)} {quantityText(row.quantity, row.placed)}
        </span>
        <span className={cells['muted']}>{modeText(row)}</span>
        <span className={styles['end']}>
          <Gain value={row.profit} /> {gainText(onMargin(row), 1)} %
        </span>
      </p>
      <dl>
        {(
          [
            ['Entry', price(row, () => row.entry)],
            ['Liquidation', price(row, () => row.liquidation)],
            ['Distance', awayText(row.liquidation, row.placed.mark)],
            ['Margin', figureText(row.margin, 2)],
          ] as const
        ).map(([name, text]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{text}</dd>
          </div>
        ))}
      </dl>
      <ClosePair position={row} market={row.placed} />
    </div>
  )
}
