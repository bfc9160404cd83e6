import { clockText } from '../../app/time-text.ts'
import { StatusBadge, VenueBadge } from '../../components/Badge.tsx'
import type { Column } from '../../components/DataTable.tsx'
import { groupedText } from '../market-data/figure-text.ts'
import { Position, positionText } from '../group-rfq/MarketCells.tsx'
import { Ask, Bid, Created, Mark, Pin } from './RfqCells.tsx'
import styles from './RfqCells.module.css'
import { priceText, quantityText } from './structure-text.ts'
import type { UnifiedRow } from './unified-rows.ts'

const optional = (text: string | undefined, decimals: number): string => (text === undefined ? '' : priceText(text, decimals))
const flowWord = (row: UnifiedRow): string => (row.flow === 'DIRECT' ? 'Direct' : 'Order book')
const roleWord = ({ role }: UnifiedRow): string => (role === undefined ? '—' : role === 'TAKER' ? 'Taker' : 'Maker')
const sizeText = (row: UnifiedRow): string => (row.direct === undefined ? '' : quantityText(row.direct.rfq.quantity))

/** What both flows can say: a request has a size and somebody who asked, a market has a position. */
export const unifiedColumns = (stale: ReadonlySet<string>): readonly Column<UnifiedRow>[] => [
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
    cell: (row) => <Created at={row.at} />,
    text: (row) => clockText(row.at),
    sortBy: (row) => row.at,
  },
  { id: 'flow', heading: 'Flow', width: 82, cell: (row) => <span className={styles['muted']}>{flowWord(row)}</span>, text: flowWord },
  { id: 'venue', heading: 'Venue', width: 46, dropsAt: 2, cell: (row) => <VenueBadge venue={row.venue} />, text: (row) => row.venue },
  {
    id: 'currency',
    heading: 'Currency',
    isHeadingHidden: true,
    width: 36,
    cell: (row) => <span className={styles['currency']}>{row.currency}</span>,
    text: (row) => row.currency,
  },
  {
    id: 'strategy',
    heading: 'Strategy',
    width: 116,
    cell: (row) => <span className={styles['name']}>{row.strategy}</span>,
    text: (row) => row.strategy,
  },
  {
    id: 'structure',
    heading: 'Structure',
    width: 176,
    grows: true,
    cell: (row) => <span className={styles['muted']}>{row.structure}</span>,
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
  { id: 'size', heading: 'Size', width: 72, align: 'end', cell: (row) => sizeText(row) || '—', text: sizeText },
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
    cell: (row) => <Mark row={row} isStale={stale.has(row.currency)} />,
    text: (row) => (row.mark === undefined ? '' : groupedText(row.mark, row.decimals)),
    sortBy: (row) => row.mark,
  },
  {
    id: 'position',
    heading: 'Position',
    width: 66,
    dropsAt: 5,
    align: 'end',
    cell: (row) => (row.market === undefined ? <span className={styles['muted']}>—</span> : <Position row={row.market} />),
    text: (row) => (row.market === undefined ? '' : positionText(row.market)),
    sortBy: (row) => row.market?.own.position,
  },
  {
    id: 'role',
    heading: 'Role',
    width: 54,
    dropsAt: 3,
    cell: (row) => <span className={row.role === 'TAKER' ? styles['you'] : styles['muted']}>{roleWord(row)}</span>,
    text: roleWord,
  },
  {
    id: 'status',
    heading: 'Status',
    width: 80,
    cell: (row) => <StatusBadge tone={row.tone}>{row.status}</StatusBadge>,
    text: (row) => row.status,
  },
]
