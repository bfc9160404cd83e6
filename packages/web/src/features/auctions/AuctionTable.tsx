import type { AuctionView } from '@parley/contracts'
import { withCommas } from '@parley/core'
import { Gavel } from 'lucide-react'
import { useMemo } from 'react'
import { Button } from '../../components/Button.tsx'
import { Empty } from '../../components/Empty.tsx'
import { orDash } from '../../components/known-figure.ts'
import { numberColumn, textColumn } from '../../components/number-column.ts'
import type { Column } from '../../components/table-column.ts'
import { clockText, momentText } from '../../components/time-text.ts'
import { classNames } from '../../theme/class-names.ts'
import { serverNow } from '../../live/connection.ts'
import { useNow } from '../../live/use-live.ts'
import cells from '../blotter/cells.module.css'
import { figureColumn, momentColumn, mutedColumn, mutedNumber, namedColumn, stateColumn, strongColumn } from '../blotter/column-kit.tsx'
import { KeptTable } from '../market-data/KeptTable.tsx'
import { type AuctionRow, type AuctionTab, shareLeft } from './auction-rows.ts'
import { bidText, chainName, stateOf, timeLeft, unitText } from './auction-text.ts'
import styles from './AuctionTable.module.css'
import { type Model, priceDigits } from './bid-figures.ts'

const SOON_MS = 60_000
const DASH = '—'

const openingText = (at: number): string => clockText(at).slice(0, 5)
const optionText = ({ option, description }: AuctionRow['auction']): string =>
  description.replace(option.underlying, '').replaceAll(/\s+/g, ' ').trim()

/** The time left, as a shrinking bar and as text. */
function ClosesIn({ auction }: Pick<AuctionRow, 'auction'>) {
  useNow(1_000)
  const now = serverNow()
  if (auction.status === 'EXPIRED') return <span className={cells['muted']}>closed</span>
  const [at, share] = auction.status === 'COMING' ? [auction.starts_at, 1] : [auction.ends_at, shareLeft(auction, now)]
  const left = Math.max(0, at - now)
  const isSoon = auction.status === 'ACTIVE' && left < SOON_MS
  return (
    <span className={styles['closes']}>
      <span className={styles['time']} aria-hidden="true">
        <span style={{ width: `${100 * share}%` }} />
      </span>
      <span className={classNames(styles['figures'], isSoon && styles['soon'])}>{timeLeft(left)}</span>
    </span>
  )
}

const ClosedAt = ({ auction }: Pick<AuctionRow, 'auction'>) => (
  <span className={cells['muted']}>{auction.outcome === 'CANCELED' ? DASH : momentText(auction.ends_at, serverNow())}</span>
)

/** The time to an event, or a clock time. The first column of every tab. */
const timeColumn = (heading: string, at: (row: AuctionRow) => number): Column<AuctionRow> =>
  textColumn('closes', heading, 104, (row) => new Date(at(row)).toISOString(), {
    cell: (row) => <ClosesIn auction={row.auction} />,
    sortBy: at,
  })

const closesIn = timeColumn('Closes in', ({ auction }) => auction.ends_at)
const firstColumns: Readonly<Record<AuctionTab, Column<AuctionRow>>> = {
  LIVE: closesIn,
  MINE: closesIn,
  UPCOMING: timeColumn('Opens in', ({ auction }) => auction.starts_at),
  SETTLED: momentColumn('closes', 'Closed', 128, ({ auction }) => auction.ends_at, { cell: (row) => <ClosedAt {...row} /> }),
}

type Figure = (row: AuctionRow) => string | undefined

/** A price or a size, with its unit as a tooltip. */
const figure = (id: string, heading: string, width: number, of: Figure, unitOf: (auction: AuctionView) => string) =>
  numberColumn<AuctionRow>(id, heading, width, (row) => of(row) ?? '', {
    cell: (row) => orDash(of(row), (text) => <span title={`${text} ${unitOf(row.auction)}`}>{withCommas(text)}</span>),
    sortBy: (row) => (of(row) === undefined ? undefined : Number(of(row))),
  })
const coinOf = ({ option }: AuctionView): string => option.underlying
const unitEach = (auction: AuctionView): string => `${unitText(auction)} each`
const leastText = ({ auction }: AuctionRow): string => (auction.awards === 'ONE' ? auction.quantity : auction.min_bid_size)
const isLive = ({ auction }: AuctionRow): boolean => auction.status === 'ACTIVE'

const columns: readonly Column<AuctionRow>[] = [
  strongColumn('vault', 'Vault', 72, ({ auction }) => auction.vault),
  mutedColumn('chain', 'Chain', 92, ({ auction }) => chainName(auction.domain.chain_id), { dropsAt: 3 }),
  namedColumn('sells', 'Instrument', 176, ({ auction }) => [auction.option.underlying, optionText(auction)], {
    ...{ look: 'muted', text: ({ auction }) => auction.description },
  }),
  figure('size', 'Size', 72, ({ auction }) => auction.quantity, coinOf),
  numberColumn('least', 'Min bid', 66, leastText, { cell: (row) => (row.auction.awards === 'ONE' ? 'all' : leastText(row)), dropsAt: 2 }),
  figure('reserve', 'Reserve', 80, ({ auction }) => auction.min_price, unitEach),
]

/** The token of every price in the row, which differs between the rows. */
const paysColumn = mutedColumn<AuctionRow>('pays', 'Pays', 56, ({ auction }) => unitText(auction))

const lastColumns: readonly Column<AuctionRow>[] = [
  mutedNumber('bids', 'Bids', 60, (row) => (isLive(row) ? 'sealed' : DASH), { text: (row) => (isLive(row) ? 'sealed' : ''), dropsAt: 1 }),
  figure('clearing', 'Clearing', 112, ({ auction }) => auction.result?.clearing_price ?? undefined, unitEach),
  numberColumn('own', 'My bid', 104, ({ bid }) => bid?.price ?? '', {
    cell: ({ bid }) => <span className={cells['best']}>{bid === undefined || bid.state === 'CANCELED' ? DASH : bidText(bid)}</span>,
    sortBy: ({ bid }) => (bid === undefined ? undefined : Number(bid.price)),
  }),
  stateColumn(104, (row) => stateOf(row, openingText)),
]

const toLive = { to: 'LIVE', action: 'Show live auctions' } as const
const toUpcoming = { to: 'UPCOMING', action: 'Show upcoming auctions' } as const
type Nothing = { readonly title: string; readonly text: string; readonly to: AuctionTab; readonly action: string }
const nothingIn: Readonly<Record<AuctionTab, Nothing>> = {
  LIVE: { title: 'No live auctions', text: 'Live vault auctions appear here. Announced auctions are under Upcoming.', ...toUpcoming },
  MINE: { title: 'No bids', text: 'Your desk’s bids appear here as soon as they are sent. Other desks’ bids are never shown.', ...toLive },
  UPCOMING: { title: 'No upcoming auctions', text: 'Announced auctions appear here until they open.', ...toLive },
  SETTLED: { title: 'No settled auctions', text: 'Results appear here when an auction has closed.', ...toLive },
}

function NothingIn({ tab, onTab }: Pick<AuctionTableProps, 'tab' | 'onTab'>) {
  const { title, text, to, action } = nothingIn[tab]
  return <Empty icon={Gavel} title={title} text={text} action={<Button onClick={() => onTab(to)}>{action}</Button>} />
}

type AuctionTableProps = {
  readonly rows: readonly AuctionRow[]
  readonly models: ReadonlyMap<number, Model>
  readonly tab: AuctionTab
  readonly chosen: number | undefined
  readonly onChoose: (id: number) => void
  readonly onTab: (tab: AuctionTab) => void
}

export function AuctionTable({ rows, models, tab, chosen, onChoose, onTab }: AuctionTableProps) {
  const all = useMemo(() => {
    const isOver = tab === 'SETTLED'
    const first = [firstColumns[tab], ...columns]
    const last = lastColumns.filter(({ id }) => (isOver ? id !== 'bids' : id !== 'clearing' || tab === 'MINE'))
    return isOver ? [...first, paysColumn, ...last] : [...first, modelColumn(models), paysColumn, ...last]
  }, [models, tab])
  return (
    <div className={styles['table']}>
      <KeptTable<AuctionRow>
        label="Auctions"
        columns={all}
        rows={rows}
        kept="table-auctions"
        rowId={({ auction }) => String(auction.id)}
        selectedId={chosen === undefined ? undefined : String(chosen)}
        tone={({ auction, bid }) => (auction.status === 'EXPIRED' ? 'closed' : bid?.state === 'OPEN' ? 'mine' : undefined)}
        onSelect={({ auction }) => onChoose(auction.id)}
        empty={<NothingIn tab={tab} onTab={onTab} />}
      />
    </div>
  )
}

const modelColumn = (models: ReadonlyMap<number, Model>): Column<AuctionRow> =>
  figureColumn('model', 'Model', 66, ({ auction }) => models.get(auction.id)?.price.toFixed(priceDigits(auction)), {
    sortBy: ({ auction }) => models.get(auction.id)?.price,
  })
