import { X } from 'lucide-react'
import { Button } from '../../components/Button.tsx'
import { Checkbox } from '../../components/Choice.tsx'
import { StatusBadge, VenueBadge } from '../../components/Badge.tsx'
import { type Column, momentInFile } from '../../components/table-column.ts'
import { exactText, leftText } from '../../components/time-text.ts'
import { useNow } from '../../live/use-live.ts'
import { classNames } from '../../theme/class-names.ts'
import { ink } from '../../theme/ink.ts'
import { groupedText, signedText, sizeText } from '../../components/figure-text.ts'
import { Age } from './cells.tsx'
import { placesInCell } from '../structure/places-in-cell.ts'
import styles from './cells.module.css'
import { flowLook } from '../../live/audiences.ts'
import type { AnyOrder } from '@parley/client'
import { priceText, quantityText } from '@parley/core'
import { ownTexts } from './own-texts.ts'
import { filledOf, orderOutcome, orderType } from './order-labels.ts'
import { ofBoth, ordersOf, type OwnRow, type OwnSide, sidesOf } from './own-quotes.ts'

export type OwnActions = {
  /** Why nothing can be cancelled. */
  readonly reason: string | undefined
  readonly isBusy: (name: string) => boolean
  readonly isSelected: (row: OwnRow) => boolean
  readonly toggle: (row: OwnRow) => void
  readonly pullOne: (order: AnyOrder) => void
  readonly pullRow: (row: OwnRow) => void
}

const rowName = ({ strategy, places }: OwnRow): string => `${strategy} ${places}`.trim()

const marketColumns: readonly Column<OwnRow>[] = [
  {
    id: 'flow',
    heading: 'Flow',
    width: 82,
    dropsAt: 1,
    cell: (row) => <span className={styles['muted']}>{flowLook[row.audience].name}</span>,
    text: (row) => flowLook[row.audience].name,
  },
  { id: 'venue', heading: 'Venue', width: 58, dropsAt: 7, cell: (row) => <VenueBadge venue={row.venue} />, text: (row) => row.venue },
  {
    id: 'currency',
    heading: 'Currency',
    isHeadingHidden: true,
    width: 46,
    dropsAt: 1,
    cell: (row) => <b className={styles['strong']}>{row.baseCurrency}</b>,
    text: (row) => row.baseCurrency,
  },
  {
    id: 'market',
    heading: 'RFQ or market',
    width: 214,
    grows: 1,
    cell: (row) => (
      <span className={styles['lines']} title={rowName(row)}>
        <b className={styles['strong']}>{row.strategy}</b> <span className={styles['muted']}>{placesInCell(row.places)}</span>
      </span>
    ),
    text: rowName,
  },
]

const sideNames = { bid: 'Bid', ask: 'Ask' } as const
type SideName = keyof typeof sideNames

const SIZE_ROOM = 9
const sizeColumn = (side: SideName): Column<OwnRow> => ({
  id: `${side}-size`,
  heading: `${sideNames[side]} size`,
  width: 66,
  align: 'end',
  cell: ({ [side]: own }) => (own === undefined ? null : sizeText(own.order.resting, SIZE_ROOM)),
  text: ({ [side]: own }) => own?.order.resting ?? '',
  sortBy: ({ [side]: own }) => (own === undefined ? undefined : Number(own.order.resting)),
})

/** The ✕ is on the outer side, so that the two prices of a pair are next to each other. */
const priceColumn = (side: SideName, actions: OwnActions): Column<OwnRow> => ({
  id: side,
  heading: sideNames[side],
  width: 96,
  ...(side === 'bid' ? { align: 'end' as const } : {}),
  cell: (row) => {
    const own = row[side]
    if (own === undefined) return null
    const price = priceText(own.order.price, row.decimals)
    const pull = <PullSide name={`Cancel ${side} ${price}`} order={own.order} actions={actions} />
    return (
      <span className={styles['ownPrice']}>
        {side === 'bid' && pull}
        <b className={classNames(styles[side], ink.own)}>{price}</b>
        {side === 'ask' && pull}
      </span>
    )
  },
  // A file has the same digits as the screen, without its commas.
  text: ({ [side]: own, decimals }) => (own === undefined ? '' : priceText(own.order.price, decimals).replaceAll(',', '')),
  sortBy: ({ [side]: own }) => (own === undefined ? undefined : Number(own.order.price)),
})

const toMarkText = ({ decimals }: OwnRow, { toMark }: OwnSide): string => (toMark === undefined ? '—' : signedText(toMark, decimals))
const toBestText = ({ toBest }: OwnSide): string => (toBest === undefined ? '—' : toBest === 0 ? 'best' : signedText(toBest, 0))
const filledText = ({ order }: OwnSide): string => (Number(filledOf(order)) > 0 ? quantityText(filledOf(order)) : '—')
const dashless = (text: string): string => (/^[—/ ]*$/.test(text) ? '' : text)

const figureColumns: readonly Column<OwnRow>[] = [
  {
    id: 'rank',
    heading: 'To best',
    width: 84,
    ink: 'market',
    cell: (row) => <ToBest row={row} />,
    text: (row) => dashless(ofBoth(row, toBestText)),
    sortBy: (row) => Math.max(...sidesOf(row).map(({ toBest = 0 }) => Math.abs(toBest))),
  },
  {
    id: 'filled',
    heading: 'Filled',
    width: 76,
    dropsAt: 3,
    align: 'end',
    cell: (row) => ofBoth(row, filledText),
    text: (row) => ofBoth(row, ({ order }) => filledOf(order)),
    sortBy: (row) => ordersOf(row).reduce((sum, order) => sum + Number(filledOf(order)), 0),
  },
  {
    id: 'mark',
    heading: 'Mark',
    width: 84,
    dropsAt: 4,
    align: 'end',
    ink: 'market',
    cell: (row) => <span className={styles['muted']}>{row.mark === undefined ? '—' : groupedText(row.mark, row.decimals)}</span>,
    text: (row) => row.mark?.toFixed(row.decimals) ?? '',
  },
  {
    id: 'to-mark',
    heading: 'To mark',
    width: 136,
    dropsAt: 2,
    align: 'end',
    ink: 'market',
    cell: (row) => <span className={styles['muted']}>{ofBoth(row, (side) => toMarkText(row, side))}</span>,
    text: (row) => dashless(ofBoth(row, ({ toMark }) => toMark?.toFixed(row.decimals) ?? '')),
    sortBy: (row) => Math.min(...sidesOf(row).map(({ toMark = Infinity }) => Math.abs(toMark))),
  },
]

/** Why a row does not show the rank of its quotes. */
const rankUnknown = ({ audience }: OwnRow): string =>
  audience === 'SPREADS' ? 'See the book in Delta-1 Spreads.' : 'Makers cannot see each other’s quotes in a direct RFQ.'

function ToBest({ row }: { readonly row: OwnRow }) {
  const sides = sidesOf(row)
  if (sides.every(({ toBest }) => toBest === undefined))
    return (
      <span className={styles['muted']} title={rankUnknown(row)}>
        —
      </span>
    )
  const isBest = sides.every(({ toBest }) => toBest === 0)
  return (
    <span className={isBest ? styles['best'] : styles['muted']} title="Ticks from the best price on each side">
      {ofBoth(row, toBestText)}
    </span>
  )
}

const muted = (id: string, heading: string, width: number, of: (order: AnyOrder) => string): Column<OwnRow> => ({
  id,
  heading,
  width,
  cell: (row) => <span className={styles['muted']}>{ofBoth(row, ({ order }) => of(order))}</span>,
  text: (row) => dashless(ofBoth(row, ({ order }) => of(order))),
})

const stateColumns: readonly Column<OwnRow>[] = [
  { ...muted('type', 'Flags', 96, orderType), dropsAt: 8 },
  { ...muted('label', 'Label', 90, ({ label }) => label ?? ''), startsHidden: true },
  { ...muted('account', 'Account', 84, ({ account }) => account ?? ''), dropsAt: 9 },
  {
    id: 'age',
    heading: 'Age',
    width: 60,
    dropsAt: 2,
    align: 'end',
    cell: (row) => <Age at={sinceOf(row)} />,
    ...momentInFile('Placed', (row: OwnRow) => sinceOf(row)),
    sortBy: (row) => sinceOf(row),
  },
  {
    id: 'expires',
    heading: 'Expires in',
    width: 78,
    dropsAt: 5,
    align: 'end',
    cell: (row) => <LeavesIn at={untilOf(row)} />,
    ...momentInFile('Expires', (row: OwnRow) => (untilOf(row) === Infinity ? undefined : untilOf(row))),
    sortBy: (row) => untilOf(row),
  },
  {
    id: 'status',
    heading: 'Status',
    width: 96,
    dropsAt: 6,
    cell: (row) => <Outcome row={row} />,
    text: (row) => ofBoth(row, ({ order }) => orderOutcome(order).status),
  },
]

/** The time of the older side. */
const sinceOf = (row: OwnRow): number => Math.min(...ordersOf(row).map(({ createdAt }) => createdAt))
const untilOf = (row: OwnRow): number => Math.min(...ordersOf(row).map(({ expiresAt = Infinity }) => expiresAt))

/** A side that has traded is more informative than one that only rests. */
function Outcome({ row }: { readonly row: OwnRow }) {
  const orders = ordersOf(row)
  const { status, tone } = orderOutcome(orders.find((order) => Number(filledOf(order)) > 0) ?? orders[0]!)
  return <StatusBadge tone={tone}>{status}</StatusBadge>
}

function LeavesIn({ at }: { readonly at: number }) {
  const now = useNow(1_000)
  if (at === Infinity) return null
  return (
    <span className={styles['muted']} title={`Expires ${exactText(at)}`}>
      {leftText(at - now)}
    </span>
  )
}

export const ownColumns = (actions: OwnActions): readonly Column<OwnRow>[] => [
  {
    id: 'select',
    heading: 'Select',
    isHeadingHidden: true,
    isExported: false,
    width: 36,
    cell: (row) => (
      <span className={styles['box']} onClick={(event) => event.stopPropagation()}>
        <Checkbox tabIndex={-1} checked={actions.isSelected(row)} onChange={() => actions.toggle(row)}>
          <span className="visually-hidden">Select {rowName(row)}</span>
        </Checkbox>
      </span>
    ),
    text: () => '',
  },
  ...marketColumns,
  sizeColumn('bid'),
  priceColumn('bid', actions),
  priceColumn('ask', actions),
  sizeColumn('ask'),
  ...figureColumns,
  ...stateColumns,
  {
    id: 'pull',
    heading: 'Cancel',
    isHeadingHidden: true,
    isExported: false,
    width: 70,
    align: 'end',
    cell: (row) => <PullRow row={row} actions={actions} />,
    text: () => '',
  },
  ...ownTexts,
]

export function PullRow({ row, actions }: { readonly row: OwnRow; readonly actions: OwnActions }) {
  return (
    <Button
      size="small"
      tabIndex={-1}
      keyOf="pullOrder"
      isBusy={actions.isBusy(row.id)}
      disabledReason={actions.reason}
      aria-label={`Cancel all orders in ${rowName(row)}`}
      onClick={(event) => {
        event.stopPropagation()
        actions.pullRow(row)
      }}
    >
      Cancel
    </Button>
  )
}

type PullSideProps = { readonly name: string; readonly order: AnyOrder; readonly actions: OwnActions }

export function PullSide({ name, order, actions }: PullSideProps) {
  return (
    <Button
      kind="quiet"
      size="small"
      tabIndex={-1}
      className={styles['pullSide']}
      isBusy={actions.isBusy(order.id)}
      disabledReason={actions.reason}
      aria-label={name}
      title={name}
      onClick={(event) => {
        event.stopPropagation()
        actions.pullOne(order)
      }}
    >
      <X size={13} aria-hidden="true" />
    </Button>
  )
}
