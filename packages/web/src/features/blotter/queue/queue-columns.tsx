import { BareCheckbox } from '../../../components/Choice.tsx'
import { type Column, momentInFile } from '../../../components/table-column.ts'
import { groupedText } from '../../../components/figure-text.ts'
import type { MakerSide } from '../../rfq/ticket/maker-form.ts'
import type { TakerHistory } from '@parley/client'
import { hitText, takerSummary } from '../../structure/taker-figures.ts'
import { Mark, StructureCell, structureCellText, TakerLimitMark, SideOfTaker, sideOfTaker } from '../row/RfqCells.tsx'
import { SettledButton } from '../../order-entry/SettledButton.tsx'
import { repeatOfRfq } from '../row/repeat-actions.ts'
import { menuColumn } from '../row/RowMenu.tsx'
import { SizeDone, sizeDoneText } from '../row/SizeDone.tsx'
import { Moved, movedText, OwnPrice, shownPrice, StateBadge, TimeLeft, VolVersus, volVersusText } from './QueueCells.tsx'
import type { QueueEntry } from './queue-entries.ts'
import { nameOf } from './queue-prices.ts'
import styles from './Queue.module.css'

export type QueueActions = {
  readonly toggle: (entry: QueueEntry) => void
  /** Sends what the row shows. */
  readonly send: (entry: QueueEntry) => void
  readonly pull: (entry: QueueEntry) => void
  readonly reset: (entry: QueueEntry) => void
  /** Why nothing can be sent or cancelled. */
  readonly sendReason: string | undefined
  readonly pullReason: string | undefined
}

type QueueColumn = Column<QueueEntry>

/** A click in the cell must not also click the row, which would open the ticket. */
const own = (act: () => void) => (event: { readonly stopPropagation: () => void }) => {
  event.stopPropagation()
  act()
}

const chooseColumn = (actions: QueueActions): QueueColumn => ({
  id: 'choose',
  heading: 'Choose',
  isHeadingHidden: true,
  width: 24,
  fits: true,
  cell: (entry) => (
    <BareCheckbox
      aria-label={`Select ${nameOf(entry)}`}
      tabIndex={-1}
      checked={entry.quote !== undefined}
      disabled={entry.row.isOver}
      onClick={(event) => event.stopPropagation()}
      onChange={() => actions.toggle(entry)}
    />
  ),
  isExported: false,
  text: () => '',
})

const askedColumns: readonly QueueColumn[] = [
  {
    id: 'left',
    heading: 'Left',
    width: 48,
    fits: true,
    cell: (entry) => <TimeLeft row={entry.row} />,
    ...momentInFile('Expires', ({ row: { rfq } }: QueueEntry) => (rfq.state === 'OPEN' ? rfq.expiresAt : undefined)),
    sortBy: ({ row: { rfq } }) => (rfq.state === 'OPEN' ? rfq.expiresAt : undefined),
  },
  {
    id: 'state',
    heading: 'State',
    width: 82,
    fits: true,
    cell: (entry) => (
      <>
        <StateBadge {...entry} />
        {entry.isPegged && (
          <span className={styles['peg']} title="A peg keeps your quote in line with the mark">
            peg
          </span>
        )}
      </>
    ),
    text: ({ word, isPegged }) => (isPegged ? `${word}, peg` : word),
  },
  {
    id: 'taker',
    heading: 'Taker',
    width: 94,
    cell: ({ row }) => (
      <>
        <span className={row.rfq.takerDeskName === undefined ? styles['muted'] : undefined}>{row.rfq.takerDeskName ?? 'Anon'}</span>
        <TakerLimitMark row={row} />
        <SideOfTaker row={row} />
      </>
    ),
    text: ({ row }) => [row.counterparty, sideOfTaker(row.rfq)].filter(Boolean).join(' '),
  },
]

/** Only for a taker that shows its name. */
const hitColumn = (histories: ReadonlyMap<string, TakerHistory> | undefined): QueueColumn => {
  const historyOf = ({ row }: QueueEntry) => histories?.get(row.rfq.takerDeskName ?? '')
  return {
    id: 'hit',
    heading: 'Hit',
    width: 46,
    dropsAt: 7,
    align: 'end',
    fits: true,
    cell: (entry) => {
      const history = historyOf(entry)
      return (
        <span className={styles['muted']} title={history && takerSummary(history)}>
          {history === undefined ? '—' : hitText(history)}
        </span>
      )
    },
    text: (entry) => {
      const history = historyOf(entry)
      return history === undefined ? '' : hitText(history)
    },
  }
}

const strategyColumn: QueueColumn = {
  id: 'strategy',
  heading: 'Strategy',
  width: 118,
  grows: 2,
  cell: ({ row }) => (
    <b className={styles['strategy']} title={row.rfq.description}>
      {row.rfq.baseCurrency} {row.strategy}
    </b>
  ),
  text: ({ row }) => `${row.rfq.baseCurrency} ${row.strategy}`,
}

const structureColumn: QueueColumn = {
  id: 'structure',
  heading: 'Structure',
  width: 136,
  grows: 3,
  cell: ({ row }) => <StructureCell row={row} />,
  text: ({ row }) => structureCellText(row),
}

const marketColumns = (stale: ReadonlySet<string>): readonly QueueColumn[] => [
  {
    id: 'size',
    heading: 'Size',
    width: 84,
    align: 'end',
    cell: ({ row }) => <SizeDone rfq={row.rfq} />,
    text: ({ row }) => sizeDoneText(row.rfq),
    sortBy: ({ row }) => Number(row.rfq.quantity),
  },
  {
    id: 'mark',
    heading: 'Mark',
    width: 62,
    dropsAt: 4,
    align: 'end',
    fits: true,
    ink: 'market',
    cell: ({ row }) => <Mark row={row} isStale={stale.has(`${row.rfq.venue}.${row.rfq.baseCurrency}`)} />,
    text: ({ row }) => (row.mark === undefined ? '' : groupedText(row.mark, row.decimals)),
    sortBy: ({ row }) => row.mark,
  },
  {
    id: 'moved',
    heading: 'Moved',
    fileHeading: 'Mark moved, ticks',
    width: 58,
    dropsAt: 6,
    align: 'end',
    fits: true,
    ink: 'market',
    cell: (entry) => <Moved {...entry} />,
    text: movedText,
    sortBy: ({ moved }) => moved,
  },
]

const priceColumn = (id: string, heading: string, side: MakerSide): QueueColumn => ({
  id,
  heading,
  width: 60,
  align: 'end',
  fits: true,
  ink: 'own',
  cell: (entry) => <OwnPrice entry={entry} side={side} />,
  text: (entry) => shownPrice(entry, side)?.text ?? '',
  sortBy: (entry) => {
    const price = shownPrice(entry, side)
    return price === undefined ? undefined : Number(price.text)
  },
})

const volColumn: QueueColumn = {
  id: 'vol-vs-mark',
  heading: 'Vol vs mark',
  width: 88,
  dropsAt: 5,
  align: 'end',
  ink: 'own',
  cell: (entry) => <VolVersus entry={entry} />,
  text: volVersusText,
}

const actColumn = (actions: QueueActions): QueueColumn => ({
  id: 'act',
  heading: 'Act',
  isHeadingHidden: true,
  width: 102,
  align: 'end',
  fits: true,
  cell: (entry) => <RowActions entry={entry} actions={actions} />,
  isExported: false,
  text: () => '',
})

/** The first click shows the prices and the second sends them. A button with dots does not send anything. */
function RowActions({ entry, actions }: { readonly entry: QueueEntry; readonly actions: QueueActions }) {
  const { state, quote, row, outcome } = entry
  if (row.isOver) return null
  if (state === 'MMP')
    return (
      <SettledButton
        meaning="Reset"
        size="small"
        tabIndex={-1}
        disabledReason={actions.pullReason}
        onClick={own(() => actions.reset(entry))}
      >
        Reset
      </SettledButton>
    )
  const hasOwn = entry.bid !== undefined || entry.ask !== undefined
  const verb = hasOwn ? 'Replace' : 'Quote'
  const reason = actions.sendReason ?? (quote?.state === 'CANNOT' ? `Not sent: ${quote.reason}` : undefined)
  const isOffered = quote !== undefined || entry.band !== 'Quoted'
  return (
    <span className={styles['acts']}>
      {isOffered && (
        <SettledButton
          meaning={`${verb} ${quote === undefined ? 'shows' : 'sends'}`}
          size="small"
          kind={entry.band === 'New' || entry.band === 'Stale' ? 'primary' : 'default'}
          tabIndex={-1}
          isBusy={outcome?.tone === 'SENT'}
          disabledReason={reason}
          aria-label={
            quote?.state === 'CAN'
              ? `${verb} ${quote.lines.map(({ words }) => words).join(', ')}`
              : `${verb} ${nameOf(entry)}: show the prices`
          }
          onClick={own(() => (quote === undefined ? actions.toggle(entry) : actions.send(entry)))}
        >
          {quote === undefined ? `${verb}…` : verb}
        </SettledButton>
      )}
      {hasOwn && (
        <SettledButton
          meaning="Cancel"
          size="small"
          tabIndex={-1}
          keyOf="pullRow"
          disabledReason={actions.pullReason}
          aria-label={`Cancel ${nameOf(entry)}`}
          onClick={own(() => actions.pull(entry))}
        >
          {isOffered ? '×' : 'Cancel ×'}
        </SettledButton>
      )}
    </span>
  )
}

/**
 * The columns of the maker's queue. In a narrow window those with the highest `dropsAt` are dropped first. The taker and the desk's own prices are never
 * dropped.
 */
export const queueColumns = (
  stale: ReadonlySet<string>,
  histories: ReadonlyMap<string, TakerHistory> | undefined,
  actions: QueueActions,
): readonly QueueColumn[] => [
  chooseColumn(actions),
  ...askedColumns,
  hitColumn(histories),
  strategyColumn,
  structureColumn,
  ...marketColumns(stale),
  priceColumn('my-bid', 'My bid', 'BUY'),
  priceColumn('my-ask', 'My ask', 'SELL'),
  volColumn,
  actColumn(actions),
  menuColumn(({ row }) => repeatOfRfq(row.rfq)),
]
