import { type Column, momentInFile } from '../../../components/table-column.ts'
import {
  askColumn,
  bidColumn,
  markColumn,
  placeColumns,
  muted,
  pinColumn,
  rowMenuColumn,
  statusColumn,
  structureColumns,
} from './row-columns.tsx'
import type { BookLevel } from '@parley/client'
import { sizeText } from '../../../components/figure-text.ts'
import { Age, Last, Moment, OwnSizes, ownSizesText, Position, positionText } from './MarketCells.tsx'
import type { RfqRow } from '../row/rfq-rows.ts'

const ownColumn = (id: string, heading: string, side: 'bids' | 'asks'): Column<RfqRow> => ({
  id,
  heading,
  width: 82,
  align: 'end',
  cell: (row) => <OwnSizes row={row} side={side} />,
  text: (row) => ownSizesText(row, side),
  sortBy: ({ own }) => own[side].length,
})

const SIZE_ROOM = 7
const sizeColumn = (id: string, heading: string, levelOf: (row: RfqRow) => BookLevel | undefined): Column<RfqRow> => ({
  id,
  heading,
  width: 64,
  dropsAt: 5,
  align: 'end',
  fits: true,
  cell: (row) => muted(sizeText(levelOf(row)?.quantity ?? '', SIZE_ROOM)),
  text: (row) => levelOf(row)?.quantity ?? '',
  sortBy: (row) => (levelOf(row) === undefined ? undefined : Number(levelOf(row)?.quantity)),
})

/** Own sizes are outside and the best of all makers inside, as in the book. */
const bookColumns: readonly Column<RfqRow>[] = [
  ownColumn('my-bid', 'My bid size', 'bids'),
  sizeColumn('bid-size', 'Bid size', (row) => row.bid),
  bidColumn,
  askColumn,
  sizeColumn('ask-size', 'Ask size', (row) => row.ask),
  ownColumn('my-ask', 'My ask size', 'asks'),
]

const tradedColumns: readonly Column<RfqRow>[] = [
  {
    id: 'last',
    heading: 'Last',
    width: 64,
    dropsAt: 4,
    align: 'end',
    fits: true,
    cell: ({ rfq, decimals }) => <Last price={rfq.lastTrade?.price} decimals={decimals} />,
    text: ({ rfq }) => rfq.lastTrade?.price ?? '',
    sortBy: ({ rfq }) => (rfq.lastTrade === undefined ? undefined : Number(rfq.lastTrade.price)),
  },
  {
    id: 'last-at',
    heading: 'Last time',
    width: 94,
    isClock: true,
    dropsAt: 7,
    align: 'end',
    fits: true,
    cell: ({ rfq }) => <Moment at={rfq.lastTrade?.executedAt} />,
    ...momentInFile('Last time', ({ rfq }: RfqRow) => rfq.lastTrade?.executedAt),
    sortBy: ({ rfq }) => rfq.lastTrade?.executedAt,
  },
]

const closingColumns: readonly Column<RfqRow>[] = [
  {
    id: 'position',
    heading: 'Position',
    width: 62,
    dropsAt: 3,
    align: 'end',
    fits: true,
    cell: (row) => <Position row={row} />,
    text: positionText,
    sortBy: ({ own }) => own.position,
  },
  {
    // A market lives for days, so the last trade is more informative than its age. There is no room for both in a normal window.
    id: 'age',
    heading: 'Age',
    width: 44,
    dropsAt: 6,
    startsHidden: true,
    align: 'end',
    fits: true,
    cell: (row) => <Age at={row.rfq.createdAt} />,
    ...momentInFile('Created', ({ rfq }: RfqRow) => rfq.createdAt),
    sortBy: (row) => -row.rfq.createdAt,
  },
  { ...statusColumn, width: 66 },
]

/** The columns of order books. In a narrow window those with the highest `dropsAt` are dropped first. */
export const marketColumns = (stale: ReadonlySet<string>): readonly Column<RfqRow>[] => [
  pinColumn,
  ...placeColumns,
  ...structureColumns,
  ...bookColumns,
  markColumn(stale),
  ...tradedColumns,
  ...closingColumns,
  rowMenuColumn,
]
