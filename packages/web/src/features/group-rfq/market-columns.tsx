import { clockText } from '../../app/time-text.ts'
import type { Column } from '../../components/DataTable.tsx'
import {
  askColumn,
  bidColumn,
  markColumn,
  placeColumns,
  muted,
  pinColumn,
  statusColumn,
  structureColumns,
} from '../direct-rfq/row-columns.tsx'
import { priceText, quantityText } from '../direct-rfq/structure-text.ts'
import type { GroupRow } from '../direct-rfq/unified-rows.ts'
import type { BookLevel } from './book.ts'
import { Age, Moment, OwnSizes, ownSizesText, Position, positionText } from './MarketCells.tsx'
import type { MarketRow } from './market-rows.ts'

const ownColumn = (id: string, heading: string, side: 'bids' | 'asks'): Column<GroupRow> => ({
  id,
  heading,
  width: 60,
  align: 'end',
  cell: ({ market }) => <OwnSizes row={market} side={side} />,
  text: ({ market }) => ownSizesText(market, side),
  sortBy: ({ market }) => market.own[side].length,
})

const sizeColumn = (id: string, heading: string, levelOf: (row: MarketRow) => BookLevel | undefined): Column<GroupRow> => ({
  id,
  heading,
  width: 64,
  dropsAt: 5,
  align: 'end',
  fits: true,
  cell: ({ market }) => muted(quantityText(levelOf(market)?.quantity ?? '')),
  text: ({ market }) => levelOf(market)?.quantity ?? '',
  sortBy: ({ market }) => (levelOf(market) === undefined ? undefined : Number(levelOf(market)?.quantity)),
})

/** Own sizes stand outside, everybody's best inside, as in the book. */
const bookColumns: readonly Column<GroupRow>[] = [
  ownColumn('my-bid', 'My bid', 'bids'),
  sizeColumn('bid-size', 'Bid size', (row) => row.bestBid),
  bidColumn,
  askColumn,
  sizeColumn('ask-size', 'Ask size', (row) => row.bestAsk),
  ownColumn('my-ask', 'My ask', 'asks'),
]

const tradedColumns: readonly Column<GroupRow>[] = [
  {
    id: 'last',
    heading: 'Last',
    width: 64,
    dropsAt: 4,
    align: 'end',
    fits: true,
    cell: ({ market: { market }, decimals }) => muted(market.last_trade === null ? '—' : priceText(market.last_trade.price, decimals)),
    text: ({ market: { market } }) => market.last_trade?.price ?? '',
    sortBy: ({ market: { market } }) => (market.last_trade === null ? undefined : Number(market.last_trade.price)),
  },
  {
    id: 'last-at',
    heading: 'Last at',
    width: 62,
    dropsAt: 7,
    align: 'end',
    fits: true,
    cell: ({ market: { market } }) => <Moment at={market.last_trade?.executed_at} />,
    text: ({ market: { market } }) => (market.last_trade === null ? '' : clockText(market.last_trade.executed_at)),
    sortBy: ({ market: { market } }) => market.last_trade?.executed_at,
  },
]

const closingColumns: readonly Column<GroupRow>[] = [
  {
    id: 'position',
    heading: 'Position',
    width: 62,
    dropsAt: 3,
    align: 'end',
    fits: true,
    cell: ({ market }) => <Position row={market} />,
    text: ({ market }) => positionText(market),
    sortBy: ({ market }) => market.own.position,
  },
  {
    // A market is there for days: what was dealt in it last says more, and both have no room in a window of usual width.
    id: 'age',
    heading: 'Age',
    width: 44,
    dropsAt: 6,
    startsHidden: true,
    align: 'end',
    fits: true,
    cell: (row) => <Age at={row.at} />,
    text: (row) => clockText(row.at),
    sortBy: (row) => -row.at,
  },
  { ...statusColumn, width: 66 },
]

/** In a window too narrow for all, those with the highest `dropsAt` leave first. */
export const marketColumns = (stale: ReadonlySet<string>): readonly Column<GroupRow>[] => [
  pinColumn,
  ...placeColumns,
  ...structureColumns,
  ...bookColumns,
  markColumn(stale),
  ...tradedColumns,
  ...closingColumns,
]
