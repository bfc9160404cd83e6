import { clockText } from '../../app/time-text.ts'
import { VenueBadge } from '../../components/Badge.tsx'
import type { Column } from '../../components/DataTable.tsx'
import { Mark, Pin } from '../direct-rfq/RfqCells.tsx'
import styles from '../direct-rfq/RfqCells.module.css'
import { priceText, quantityText } from '../direct-rfq/structure-text.ts'
import { groupedText } from '../market-data/figure-text.ts'
import { Age, Best, MarketState, Moment, OwnSizes, ownSizesText, Position, positionText } from './MarketCells.tsx'
import type { MarketRow } from './market-rows.ts'

const numberOf = (text: string | undefined): number | undefined => (text === undefined ? undefined : Number(text))
const muted = (text: string, title?: string) => (
  <span className={styles['muted']} title={title}>
    {text}
  </span>
)

/** What the structure is: the same in front of every list of markets. */
const structureColumns: readonly Column<MarketRow>[] = [
  {
    id: 'pin',
    heading: 'Pinned',
    isHeadingHidden: true,
    width: 26,
    cell: (row) => <Pin row={row} />,
    text: (row) => (row.isPinned ? 'pinned' : ''),
    sortBy: (row) => Number(row.isPinned),
  },
  {
    id: 'venue',
    heading: 'Venue',
    width: 46,
    dropsAt: 2,
    cell: (row) => <VenueBadge venue={row.market.venue} />,
    text: (row) => row.market.venue,
  },
  {
    id: 'currency',
    heading: 'Currency',
    isHeadingHidden: true,
    width: 36,
    cell: (row) => <span className={styles['currency']}>{row.market.base_currency}</span>,
    text: (row) => row.market.base_currency,
  },
  {
    id: 'strategy',
    heading: 'Strategy',
    width: 112,
    cell: (row) => (
      <span className={styles['name']} title={row.market.description}>
        {row.strategy}
      </span>
    ),
    text: (row) => row.strategy,
  },
  {
    id: 'structure',
    heading: 'Structure',
    width: 160,
    grows: true,
    cell: (row) => muted(row.structure, row.market.legs.map((leg) => leg.instrument).join('\n')),
    text: (row) => row.structure,
  },
  { id: 'ratio', heading: 'Ratio', width: 64, dropsAt: 8, cell: (row) => muted(row.ratio), text: (row) => row.ratio },
]

/** Own sizes stand outside, everybody's best inside, as in the book. */
const bookColumns: readonly Column<MarketRow>[] = [
  {
    id: 'my-bid',
    heading: 'My bid',
    width: 62,
    align: 'end',
    cell: (row) => <OwnSizes row={row} side="bids" />,
    text: (row) => ownSizesText(row, 'bids'),
    sortBy: (row) => row.own.bids.length,
  },
  {
    id: 'bid-size',
    heading: 'Bid size',
    width: 66,
    dropsAt: 5,
    align: 'end',
    cell: (row) => muted(row.bestBid === undefined ? '' : quantityText(row.bestBid.quantity)),
    text: (row) => row.bestBid?.quantity ?? '',
    sortBy: (row) => numberOf(row.bestBid?.quantity),
  },
  {
    id: 'bid',
    heading: 'Bid',
    width: 72,
    align: 'end',
    cell: (row) => <Best level={row.bestBid} decimals={row.decimals} side="bid" />,
    text: (row) => row.bestBid?.price ?? '',
    sortBy: (row) => numberOf(row.bestBid?.price),
  },
  {
    id: 'ask',
    heading: 'Ask',
    width: 72,
    align: 'end',
    cell: (row) => <Best level={row.bestAsk} decimals={row.decimals} side="ask" />,
    text: (row) => row.bestAsk?.price ?? '',
    sortBy: (row) => numberOf(row.bestAsk?.price),
  },
  {
    id: 'ask-size',
    heading: 'Ask size',
    width: 66,
    dropsAt: 5,
    align: 'end',
    cell: (row) => muted(row.bestAsk === undefined ? '' : quantityText(row.bestAsk.quantity)),
    text: (row) => row.bestAsk?.quantity ?? '',
    sortBy: (row) => numberOf(row.bestAsk?.quantity),
  },
  {
    id: 'my-ask',
    heading: 'My ask',
    width: 62,
    align: 'end',
    cell: (row) => <OwnSizes row={row} side="asks" />,
    text: (row) => ownSizesText(row, 'asks'),
    sortBy: (row) => row.own.asks.length,
  },
]

/** In a window too narrow for all, those with the highest `dropsAt` leave first. */
export const marketColumns = (stale: ReadonlySet<string>): readonly Column<MarketRow>[] => [
  ...structureColumns,
  ...bookColumns,
  {
    id: 'mark',
    heading: 'Mark',
    width: 72,
    align: 'end',
    cell: (row) => <Mark row={row} isStale={stale.has(row.market.base_currency)} />,
    text: (row) => (row.mark === undefined ? '' : groupedText(row.mark, row.decimals)),
    sortBy: (row) => row.mark,
  },
  {
    id: 'last',
    heading: 'Last',
    width: 62,
    dropsAt: 4,
    align: 'end',
    cell: (row) => muted(row.market.last_trade === null ? '—' : priceText(row.market.last_trade.price, row.decimals)),
    text: (row) => row.market.last_trade?.price ?? '',
    sortBy: (row) => numberOf(row.market.last_trade?.price),
  },
  {
    id: 'last-at',
    heading: 'Last at',
    width: 62,
    dropsAt: 7,
    align: 'end',
    cell: (row) => <Moment at={row.market.last_trade?.executed_at} />,
    text: (row) => (row.market.last_trade === null ? '' : clockText(row.market.last_trade.executed_at)),
    sortBy: (row) => row.market.last_trade?.executed_at,
  },
  {
    id: 'position',
    heading: 'Position',
    width: 64,
    dropsAt: 3,
    align: 'end',
    cell: (row) => <Position row={row} />,
    text: (row) => positionText(row),
    sortBy: (row) => row.own.position,
  },
  {
    id: 'age',
    heading: 'Age',
    width: 44,
    dropsAt: 6,
    align: 'end',
    cell: (row) => <Age at={row.market.created} />,
    text: (row) => clockText(row.market.created),
    sortBy: (row) => -row.market.created,
  },
  { id: 'status', heading: 'Status', width: 78, cell: (row) => <MarketState status={row.status} />, text: (row) => row.status },
]
