/** Rows that belong to a spread, as every list of spreads shows them. */
import type { Column } from '../../components/table-column.ts'
import { namedColumn, venueColumn, withMarket } from '../blotter/column-kit.tsx'
import { LiveList, type LiveListProps } from '../blotter/LiveList.tsx'
import type { Strategy } from './model.ts'
import { showStrategy } from './spread-screen.ts'
import { strategyName } from './strategy-text.ts'
import { ToLadder } from './ToLadder.tsx'

export type Placed = { readonly id: string; readonly strategy: Strategy }

/** Props of every list of spreads: a click on a row selects its spread, and an empty list leads to the ladder. */
export const ofSpreads = { onSelect: ({ strategy }: Placed) => showStrategy(strategy), next: <ToLadder /> }

export const SpreadList = <Row extends Placed>(list: Omit<LiveListProps<Row>, keyof typeof ofSpreads>) => (
  <LiveList<Row> {...list} {...ofSpreads} />
)

/** The rows whose spread is known, with it. */
export const placedIn = <Row extends { readonly strategyId: string }>(rows: Iterable<Row>, strategies: ReadonlyMap<string, Strategy>) =>
  withMarket(rows, 'strategy', ({ strategyId }) => strategies.get(strategyId))

export const placeColumns = <Row extends Placed>(venuePx: number, spreadPx: number): readonly Column<Row>[] => [
  venueColumn(venuePx, ({ strategy }) => strategy.venue),
  namedColumn('spread', 'Spread', spreadPx, ({ strategy }) => [strategy.currency, strategyName(strategy)]),
]
