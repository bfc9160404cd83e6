import { Button } from '../../components/Button.tsx'
import { Checkbox } from '../../components/Choice.tsx'
import { StatusBadge, VenueBadge } from '../../components/Badge.tsx'
import type { Column } from '../../components/table-column.ts'
import { countdownText, exactText } from '../../components/time-text.ts'
import { useNow } from '../../live/use-live.ts'
import { priceText, quantityText } from '../structure/structure-text.ts'
import { groupedText, signedText } from '../market-data/figure-text.ts'
import { Age } from './cells.tsx'
import styles from './cells.module.css'
import { audienceLook } from '../../live/audiences.ts'
import { filledOf, orderOutcome, orderType } from './order-words.ts'
import type { HeadLine, OwnLine, QuoteLine } from './own-quotes.ts'

export type OwnActs = {
  /** Why nothing can be pulled. */
  readonly reason: string | undefined
  readonly isBusy: (name: string) => boolean
  readonly isSelected: (line: OwnLine) => boolean
  readonly toggle: (line: OwnLine) => void
  readonly pullOne: (line: QuoteLine) => void
  readonly pullIn: (head: HeadLine, side?: 'BUY' | 'SELL') => void
}

const sideWord = (line: QuoteLine): string => (line.order.side === 'BUY' ? 'Bid' : 'Ask')
const lineName = (line: OwnLine): string =>
  line.kind === 'HEAD' ? `${line.strategy} ${line.places}` : `${sideWord(line).toLowerCase()} ${line.order.price} in ${line.strategy}`

/** Undefined on a head, which then goes last where somebody sorts. */
const ofQuote =
  <T,>(of: (line: QuoteLine) => T) =>
  (line: OwnLine): T | undefined =>
    line.kind === 'QUOTE' ? of(line) : undefined

const marketColumns: readonly Column<OwnLine>[] = [
  {
    id: 'flow',
    heading: 'Flow',
    width: 82,
    dropsAt: 1,
    cell: (line) => <span className={styles['muted']}>{audienceLook[line.audience].name}</span>,
    text: (line) => audienceLook[line.audience].name,
  },
  { id: 'venue', heading: 'Venue', width: 58, dropsAt: 7, cell: (line) => <VenueBadge venue={line.venue} />, text: (line) => line.venue },
  {
    id: 'currency',
    heading: 'Currency',
    isHeadingHidden: true,
    width: 50,
    dropsAt: 1,
    cell: (line) => <b className={styles['strong']}>{line.baseCurrency}</b>,
    text: (line) => line.baseCurrency,
  },
  {
    id: 'market',
    heading: 'RFQ or market',
    width: 230,
    grows: true,
    cell: (line) =>
      line.kind === 'HEAD' ? (
        <span>
          <b className={styles['strong']}>{line.strategy}</b> <span className={styles['muted']}>{line.places}</span>
        </span>
      ) : (
        <span className={styles['under']}>
          {line.strategy} {line.places}
        </span>
      ),
    text: (line) => `${line.strategy} ${line.places}`.trim(),
  },
]

const priceColumns: readonly Column<OwnLine>[] = [
  {
    id: 'side',
    heading: 'Side',
    width: 56,
    cell: (line) =>
      line.kind === 'QUOTE' ? <span className={line.order.side === 'BUY' ? styles['bid'] : styles['ask']}>{sideWord(line)}</span> : null,
    text: (line) => (line.kind === 'QUOTE' ? sideWord(line) : ''),
  },
  {
    id: 'price',
    heading: 'Price',
    width: 92,
    align: 'end',
    cell: (line) => (line.kind === 'QUOTE' ? <b className={styles['strong']}>{priceText(line.order.price, line.decimals)}</b> : null),
    text: (line) => (line.kind === 'QUOTE' ? line.order.price : ''),
    sortBy: ofQuote((line) => Number(line.order.price)),
  },
  {
    id: 'size',
    heading: 'Size',
    width: 84,
    align: 'end',
    cell: (line) => (line.kind === 'QUOTE' ? quantityText(line.order.resting) : null),
    text: (line) => (line.kind === 'QUOTE' ? line.order.resting : ''),
    sortBy: ofQuote((line) => Number(line.order.resting)),
  },
  {
    id: 'filled',
    heading: 'Filled',
    width: 72,
    dropsAt: 3,
    align: 'end',
    cell: (line) => (line.kind === 'QUOTE' ? (Number(filledOf(line.order)) > 0 ? quantityText(filledOf(line.order)) : '—') : null),
    text: (line) => (line.kind === 'QUOTE' ? filledOf(line.order) : ''),
    sortBy: ofQuote((line) => Number(filledOf(line.order))),
  },
  {
    id: 'mark',
    heading: 'Mark',
    width: 88,
    dropsAt: 4,
    align: 'end',
    cell: (line) => <span className={styles['muted']}>{line.mark === undefined ? '—' : groupedText(line.mark, line.decimals)}</span>,
    text: (line) => line.mark?.toFixed(line.decimals) ?? '',
  },
  {
    id: 'to-mark',
    heading: 'To mark',
    width: 88,
    align: 'end',
    cell: (line) =>
      line.kind === 'QUOTE' ? (
        <span className={styles['muted']}>{line.toMark === undefined ? '—' : signedText(line.toMark, line.decimals)}</span>
      ) : null,
    text: (line) => (line.kind === 'QUOTE' ? (line.toMark?.toFixed(line.decimals) ?? '') : ''),
    sortBy: ofQuote((line) => line.toMark),
  },
  {
    id: 'rank',
    heading: 'To best',
    width: 78,
    dropsAt: 2,
    cell: (line) => (line.kind === 'QUOTE' ? <Rank line={line} /> : null),
    text: (line) => (line.kind === 'QUOTE' && line.better !== undefined ? rankText(line.better) : ''),
    sortBy: ofQuote((line) => line.better),
  },
]

const rankText = (better: number): string => (better === 0 ? 'best' : `${better} better`)

const Rank = ({ line: { better } }: { readonly line: QuoteLine }) =>
  better === undefined ? (
    <span className={styles['muted']} title="Makers do not see each other in a direct RFQ.">
      —
    </span>
  ) : (
    <span className={better === 0 ? styles['best'] : styles['muted']}>{rankText(better)}</span>
  )

const stateColumns: readonly Column<OwnLine>[] = [
  {
    id: 'type',
    heading: 'Flags',
    width: 96,
    dropsAt: 8,
    cell: (line) => (line.kind === 'QUOTE' ? <span className={styles['muted']}>{orderType(line.order)}</span> : null),
    text: (line) => (line.kind === 'QUOTE' ? orderType(line.order) : ''),
  },
  {
    id: 'label',
    heading: 'Label',
    width: 90,
    startsHidden: true,
    cell: (line) => (line.kind === 'QUOTE' ? <span className={styles['muted']}>{line.order.label}</span> : null),
    text: (line) => (line.kind === 'QUOTE' ? (line.order.label ?? '') : ''),
  },
  {
    id: 'account',
    heading: 'Account',
    width: 84,
    dropsAt: 9,
    cell: (line) => (line.kind === 'QUOTE' ? <span className={styles['muted']}>{line.order.account}</span> : null),
    text: (line) => (line.kind === 'QUOTE' ? (line.order.account ?? '') : ''),
  },
  {
    id: 'age',
    heading: 'Age',
    width: 60,
    dropsAt: 1,
    align: 'end',
    cell: (line) => (line.kind === 'QUOTE' ? <Age at={line.order.createdAt} /> : null),
    text: (line) => (line.kind === 'QUOTE' ? exactText(line.order.createdAt) : ''),
    sortBy: ofQuote((line) => line.order.createdAt),
  },
  {
    id: 'expires',
    heading: 'Leaves in',
    width: 78,
    dropsAt: 5,
    align: 'end',
    cell: (line) => (line.kind === 'QUOTE' && line.order.expiresAt !== undefined ? <LeavesIn at={line.order.expiresAt} /> : null),
    text: (line) => (line.kind === 'QUOTE' && line.order.expiresAt !== undefined ? exactText(line.order.expiresAt) : ''),
    sortBy: ofQuote((line) => line.order.expiresAt),
  },
  {
    id: 'status',
    heading: 'Status',
    width: 96,
    dropsAt: 4,
    cell: (line) => (line.kind === 'QUOTE' ? <Outcome order={line.order} /> : null),
    text: (line) => (line.kind === 'QUOTE' ? orderOutcome(line.order).status : ''),
  },
]

function Outcome({ order }: Pick<QuoteLine, 'order'>) {
  const { status, tone } = orderOutcome(order)
  return <StatusBadge tone={tone}>{status}</StatusBadge>
}

const HOUR_MS = 3_600_000

function LeavesIn({ at }: { readonly at: number }) {
  const now = useNow(1_000)
  const left = at - now
  const text = left >= HOUR_MS ? `${Math.floor(left / HOUR_MS)} h` : countdownText(left)
  return (
    <span className={styles['muted']} title={`By itself, ${exactText(at)}`}>
      {text}
    </span>
  )
}

export const ownColumns = (acts: OwnActs): readonly Column<OwnLine>[] => [
  {
    id: 'select',
    heading: 'Select',
    isHeadingHidden: true,
    width: 36,
    cell: (line) => (
      <span className={styles['box']} onClick={(event) => event.stopPropagation()}>
        <Checkbox tabIndex={-1} checked={acts.isSelected(line)} onChange={() => acts.toggle(line)}>
          <span className="visually-hidden">Select {lineName(line)}</span>
        </Checkbox>
      </span>
    ),
    text: () => '',
  },
  ...marketColumns,
  ...priceColumns,
  ...stateColumns,
  {
    id: 'pull',
    heading: 'Pull',
    isHeadingHidden: true,
    width: 204,
    align: 'end',
    cell: (line) => (line.kind === 'HEAD' ? <PullIn head={line} acts={acts} /> : <PullOne line={line} acts={acts} />),
    text: () => '',
  },
]

export function PullOne({ line, acts }: { readonly line: QuoteLine; readonly acts: OwnActs }) {
  return (
    <Button
      size="small"
      tabIndex={-1}
      isBusy={acts.isBusy(line.id)}
      disabledReason={acts.reason}
      aria-label={`Pull ${lineName(line)}`}
      onClick={(event) => {
        event.stopPropagation()
        acts.pullOne(line)
      }}
    >
      Pull ×
    </Button>
  )
}

function PullIn({ head, acts }: { readonly head: HeadLine; readonly acts: OwnActs }) {
  const buttons = [
    { word: 'Bids', count: head.bids, side: 'BUY' },
    { word: 'Asks', count: head.asks, side: 'SELL' },
  ] as const
  return (
    <span className={styles['actions']}>
      {buttons
        .filter(({ count }) => count > 0)
        .map(({ word, count, side }) => (
          <Button
            key={word}
            size="small"
            tabIndex={-1}
            isBusy={acts.isBusy(`${head.id} ${side}`)}
            disabledReason={acts.reason}
            aria-label={`Pull ${count} ${word.toLowerCase()} in ${lineName(head)}`}
            onClick={(event) => {
              event.stopPropagation()
              acts.pullIn(head, side)
            }}
          >
            {word} {count} ×
          </Button>
        ))}
      {head.bids > 0 && head.asks > 0 && (
        <Button
          size="small"
          tabIndex={-1}
          isBusy={acts.isBusy(head.id)}
          disabledReason={acts.reason}
          aria-label={`Pull all in ${lineName(head)}`}
          onClick={(event) => {
            event.stopPropagation()
            acts.pullIn(head)
          }}
        >
          All ×
        </Button>
      )}
    </span>
  )
}
