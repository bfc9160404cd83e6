import { VenueBadge } from '../../components/Badge.tsx'
import type { Column } from '../../components/DataTable.tsx'
import { clockText } from '../../app/time-text.ts'
import { groupedText, signedText } from '../market-data/figure-text.ts'
import { Ask, Bid, Countdown, Created, Mark, Offset, Pin, Status } from './RfqCells.tsx'
import styles from './RfqCells.module.css'
import type { RfqRow } from './rfq-rows.ts'
import { priceText, quantityText } from './structure-text.ts'

const optional = (text: string | undefined, decimals: number): string => (text === undefined ? '' : priceText(text, decimals))
const isOwn = (row: RfqRow): boolean => row.rfq.role === 'TAKER'

/** In a window too narrow for all, those with the highest `dropsAt` leave first. */
export const rfqColumns = (stale: ReadonlySet<string>): readonly Column<RfqRow>[] => [
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
    id: 'created',
    heading: 'Created',
    width: 66,
    dropsAt: 4,
    cell: (row) => <Created at={row.rfq.created_at} />,
    text: (row) => clockText(row.rfq.created_at),
    sortBy: (row) => row.rfq.created_at,
  },
  {
    id: 'venue',
    heading: 'Venue',
    width: 46,
    dropsAt: 2,
    cell: (row) => <VenueBadge venue={row.rfq.venue} />,
    text: (row) => row.rfq.venue,
  },
  {
    id: 'currency',
    heading: 'Currency',
    isHeadingHidden: true,
    width: 36,
    cell: (row) => <span className={styles['currency']}>{row.rfq.base_currency}</span>,
    text: (row) => row.rfq.base_currency,
  },
  {
    id: 'strategy',
    heading: 'Strategy',
    width: 116,
    cell: (row) => (
      <span className={styles['name']} title={row.rfq.description}>
        {row.strategy}
      </span>
    ),
    text: (row) => row.strategy,
  },
  {
    id: 'structure',
    heading: 'Structure',
    width: 176,
    grows: true,
    cell: (row) => (
      <span className={styles['muted']} title={row.rfq.legs.map((leg) => leg.instrument_name).join('\n')}>
        {row.structure}
      </span>
    ),
    text: (row) => row.structure,
  },
  {
    id: 'ratio',
    heading: 'Ratio',
    width: 66,
    dropsAt: 6,
    cell: (row) => <span className={styles['muted']}>{row.ratio}</span>,
    text: (row) => row.ratio,
  },
  {
    id: 'size',
    heading: 'Size',
    width: 72,
    align: 'end',
    cell: (row) => quantityText(row.rfq.quantity),
    text: (row) => row.rfq.quantity,
    sortBy: (row) => Number(row.rfq.quantity),
  },
  {
    id: 'bid',
    heading: 'Bid',
    width: 76,
    align: 'end',
    cell: (row) => <Bid row={row} />,
    text: (row) => optional(row.bid, row.decimals),
    sortBy: (row) => (row.bid === undefined ? undefined : Number(row.bid)),
  },
  {
    id: 'ask',
    heading: 'Ask',
    width: 76,
    align: 'end',
    cell: (row) => <Ask row={row} />,
    text: (row) => optional(row.ask, row.decimals),
    sortBy: (row) => (row.ask === undefined ? undefined : Number(row.ask)),
  },
  {
    id: 'mark',
    heading: 'Mark',
    width: 74,
    align: 'end',
    cell: (row) => <Mark row={row} isStale={stale.has(row.rfq.base_currency)} />,
    text: (row) => (row.mark === undefined ? '' : groupedText(row.mark, row.decimals)),
    sortBy: (row) => row.mark,
  },
  {
    id: 'offset',
    heading: 'Offset',
    width: 64,
    dropsAt: 5,
    align: 'end',
    cell: (row) => <Offset row={row} />,
    text: (row) => (row.offset === undefined ? '' : signedText(row.offset, row.decimals)),
    sortBy: (row) => row.offset,
  },
  {
    id: 'counterparty',
    heading: 'Counterparty',
    width: 91,
    dropsAt: 3,
    cell: (row) => (
      <span className={isOwn(row) ? styles['you'] : row.rfq.taker_desk_name === null ? styles['muted'] : undefined}>
        {row.counterparty}
      </span>
    ),
    text: (row) => row.counterparty,
  },
  {
    id: 'role',
    heading: 'Role',
    width: 48,
    dropsAt: 7,
    cell: (row) => <span className={isOwn(row) ? styles['you'] : styles['muted']}>{isOwn(row) ? 'Taker' : 'Maker'}</span>,
    text: (row) => (isOwn(row) ? 'Taker' : 'Maker'),
  },
  { id: 'status', heading: 'Status', width: 80, cell: (row) => <Status status={row.status} />, text: (row) => row.status },
  {
    id: 'expires',
    heading: 'Expires',
    width: 52,
    align: 'end',
    cell: (row) => <Countdown row={row} />,
    text: (row) => (row.rfq.state === 'OPEN' ? clockText(row.rfq.expires_at) : ''),
    sortBy: (row) => (row.rfq.state === 'OPEN' ? row.rfq.expires_at : undefined),
  },
]
