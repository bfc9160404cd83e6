/** The columns that all tables share: the structure, and its bids and asks. */
import { priceText } from '@parley/core'
import type { ReactNode } from 'react'
import { StatusBadge, VenueBadge } from '../../../components/Badge.tsx'
import { type Column, momentInFile } from '../../../components/table-column.ts'
import { groupedText } from '../../../components/figure-text.ts'
import { SizeDone, sizeDoneText } from '../row/SizeDone.tsx'
import {
  Ask,
  Bid,
  Countdown,
  Created,
  Mark,
  Pin,
  SideOfTaker,
  sideOfTaker,
  StructureCell,
  structureCellText,
  TakerLimitMark,
} from '../row/RfqCells.tsx'
import styles from '../row/RfqCells.module.css'
import type { Ink } from '../../../theme/ink.ts'
import type { RfqRow } from '../row/rfq-rows.ts'
import { repeatOfRfq } from '../row/repeat-actions.ts'
import { menuColumn } from '../row/RowMenu.tsx'

type SharedColumn = Column<RfqRow>

const numberOf = (text: string | undefined): number | undefined => (text === undefined ? undefined : Number(text))

export const muted = (text: string, title?: string) => (
  <span className={styles['muted']} title={title}>
    {text}
  </span>
)

export const pinColumn: SharedColumn = {
  id: 'pin',
  heading: 'Pinned',
  isHeadingHidden: true,
  width: 26,
  dropsAt: 8,
  fits: true,
  cell: (row) => <Pin row={row} />,
  text: (row) => (row.isPinned ? 'pinned' : ''),
  sortBy: (row) => Number(row.isPinned),
}

export const createdColumn: SharedColumn = {
  id: 'created',
  heading: 'Created',
  width: 94,
  isClock: true,
  dropsAt: 4,
  fits: true,
  cell: (row) => <Created at={row.rfq.createdAt} />,
  ...momentInFile('Created', ({ rfq }: RfqRow) => rfq.createdAt),
  sortBy: (row) => row.rfq.createdAt,
}

/** Venue and currency. */
export const placeColumns: readonly SharedColumn[] = [
  { id: 'venue', heading: 'Venue', width: 44, dropsAt: 3, fits: true, cell: (row) => <VenueBadge venue={row.rfq.venue} />, text: (row) => row.rfq.venue }, // prettier-ignore
  {
    id: 'currency',
    heading: 'Currency',
    isHeadingHidden: true,
    width: 36,
    fits: true,
    cell: (row) => <span className={styles['currency']}>{row.rfq.baseCurrency}</span>,
    text: (row) => row.rfq.baseCurrency,
  },
]

const structureColumn: SharedColumn = {
  id: 'structure',
  heading: 'Structure',
  width: 172,
  grows: 2,
  cell: (row) => <StructureCell row={row} />,
  text: structureCellText,
}

export const structureColumns: readonly SharedColumn[] = [
  {
    id: 'strategy',
    heading: 'Strategy',
    width: 104,
    grows: 1,
    cell: (row) => (
      <span className={styles['name']} title={row.rfq.description}>
        {row.strategy}
      </span>
    ),
    text: (row) => row.strategy,
  },
  structureColumn,
  { id: 'ratio', heading: 'Ratio', width: 64, startsHidden: true, cell: (row) => muted(row.ratio), text: (row) => row.ratio },
]

/** In a direct RFQ a maker sees only its own quotes. */
const inkOfQuote = ({ rfq }: RfqRow): Ink => (rfq.audience === 'DIRECT' && rfq.role === 'MAKER' ? 'own' : 'market')

const sideColumn = (id: 'bid' | 'ask', heading: string, Side: (props: { readonly row: RfqRow }) => ReactNode): SharedColumn => ({
  id,
  heading,
  width: 64,
  align: 'end',
  fits: true,
  ink: inkOfQuote,
  cell: (row) => <Side row={row} />,
  text: (row) => (row[id] === undefined ? '' : priceText(row[id].price, row.decimals)),
  sortBy: (row) => numberOf(row[id]?.price),
})
export const bidColumn = sideColumn('bid', 'Bid', Bid)
export const askColumn = sideColumn('ask', 'Ask', Ask)

export const markColumn = (stale: ReadonlySet<string>): SharedColumn => ({
  id: 'mark',
  heading: 'Mark',
  width: 64,
  align: 'end',
  fits: true,
  ink: 'market',
  cell: (row) => <Mark row={row} isStale={stale.has(`${row.rfq.venue}.${row.rfq.baseCurrency}`)} />,
  text: (row) => (row.mark === undefined ? '' : groupedText(row.mark, row.decimals)),
  sortBy: (row) => row.mark,
})

/** An order book has no size of its own. */
export const sizeColumn: SharedColumn = {
  id: 'size',
  heading: 'Size',
  width: 84,
  align: 'end',
  fits: true,
  cell: (row) => <SizeDone rfq={row.rfq} />,
  text: (row) => sizeDoneText(row.rfq),
  sortBy: ({ rfq }) => Number(rfq.quantity),
}

/** The taker. An order book has none. */
export const counterpartyColumn: SharedColumn = {
  id: 'counterparty',
  heading: 'Counterparty',
  width: 88,
  cell: (row) => (
    <>
      <span className={row.counterparty === 'You' ? styles['you'] : row.rfq.takerDeskName === undefined ? styles['muted'] : undefined}>
        {row.counterparty ?? '—'}
      </span>
      {row.counterparty !== undefined && <SideOfTaker row={row} />}
    </>
  ),
  text: (row) => [row.counterparty, row.counterparty && sideOfTaker(row.rfq)].filter(Boolean).join(' '),
}

export const leftColumn: SharedColumn = {
  id: 'expires',
  heading: 'Left',
  width: 52,
  align: 'end',
  fits: true,
  cell: ({ rfq }) => <Countdown rfq={rfq} />,
  ...momentInFile('Expires', ({ rfq }: RfqRow) => (rfq.state === 'OPEN' ? rfq.expiresAt : undefined)),
  sortBy: ({ rfq }) => (rfq.state === 'OPEN' ? rfq.expiresAt : undefined),
}

export const statusColumn: SharedColumn = {
  id: 'status',
  heading: 'Status',
  width: 76,
  fits: true,
  cell: (row) => (
    <>
      <StatusBadge tone={row.tone}>{row.status}</StatusBadge>
      <TakerLimitMark row={row} />
    </>
  ),
  text: (row) => [row.status, ...row.takerLimits].join(' · '),
}

export const rowMenuColumn: SharedColumn = menuColumn((row) => repeatOfRfq(row.rfq))
