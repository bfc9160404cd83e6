/** Rows that belong to a spread, as every list of spreads shows them. */
import { textColumn } from '../../components/number-column.ts'
import type { Column } from '../../components/table-column.ts'
import cells from '../blotter/cells.module.css'
import { venueColumn } from '../blotter/column-kit.tsx'
import { LiveList, type LiveListProps } from '../blotter/LiveList.tsx'
import type { Strategy } from './model.ts'
import { showStrategy } from './spread-screen.ts'
import { strategyName } from './strategy-text.ts'
import { ToLadder } from './ToLadder.tsx'

export type Placed = { readonly id: string; readonly strategy: Strategy }

/** What every list of spreads does: a click on a row selects its spread, and the way out of an empty list is the ladder. */
export const ofSpreads = { onSelect: ({ strategy }: Placed) => showStrategy(strategy), next: <ToLadder /> }

export const SpreadList = <Row extends Placed>(list: Omit<LiveListProps<Row>, keyof typeof ofSpreads>) => (
  <LiveList<Row> {...list} {...ofSpreads} />
)

/** The rows whose spread is known, with it. */
export const placedIn = <Row extends { readonly strategyId: string }>(rows: Iterable<Row>, strategies: ReadonlyMap<string, Strategy>) =>
  [...rows].flatMap((row) => {
    const strategy = strategies.get(row.strategyId)
    return strategy === undefined ? [] : [{ ...row, strategy }]
  })

export const placeColumns = <Row extends Placed>(
  venuePx: number,
  spreadPx: number,
  more: Partial<Column<Row>> = {},
): readonly Column<Row>[] => [
  venueColumn(venuePx, ({ strategy }) => strategy.venue, more),
  textColumn('spread', 'Spread', spreadPx, ({ strategy }) => `${strategy.currency} ${strategyName(strategy)}`, {
    grows: 1,
    cell: ({ strategy }) => (
      <span>
        <b className={cells['strong']}>{strategy.currency}</b> {strategyName(strategy)}
      </span>
    ),
  }),
]
