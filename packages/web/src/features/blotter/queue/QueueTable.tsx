/** The RFQs that a maker was asked to quote, in bands by what they need. Several can be priced and sent at once. */
import { isResting } from '@parley/client'
import { type KeyboardEvent, type ReactNode, useMemo, useState } from 'react'
import { createPortal } from 'react-dom'
import { ColumnMenu } from '../../../components/ColumnMenu.tsx'
import { DataTable } from '../../../components/DataTable.tsx'
import { runKey } from '../../../components/key-table.ts'
import { parseLayout, plainLayout } from '../../../components/table-layout.ts'
import { repeatOfRfq, runRepeatKey } from '../row/repeat-actions.ts'
import { chooseRow, useScreen } from '../../../live/screen-state.ts'
import { useTakerHistories } from '../../../live/taker-history.ts'
import { useLatest } from '../../../live/use-latest.ts'
import { useKept } from '../../../live/use-kept-setting.ts'
import { useCancelReason } from '../../../live/trade-reasons.ts'
import { useResetting } from '../../protection/resetting.ts'
import { usePulling } from '../use-pulling.ts'
import { focusTicket } from '../row/focus-ticket.ts'
import { bandOf as bandOfState } from '../row/maker-state.ts'
import { isOfMarket } from '../row/rfq-rows.ts'
import { queueColumns, type QueueActions } from './queue-columns.tsx'
import { entriesOf, type HeldRow, type QueueEntry, withHeldBand } from './queue-entries.ts'
import type { QueueKnobs } from './queue-prices.ts'
import type { QueueRow } from './queue-rows.ts'
import { SelectionBar } from './SelectionBar.tsx'
import { usePegged, useQueueQuotes, useQueueReason } from './use-queue-quotes.ts'
import { type QueueSending, useQueueSending } from './use-queue-sending.ts'

type QueueTableProps = {
  /** As filtered, most urgent first. */
  readonly rows: readonly QueueRow[]
  readonly stale: ReadonlySet<string>
  /** The column list is placed in the filter bar. */
  readonly menuPlace: HTMLElement | null
  readonly empty: ReactNode
}

const usualKnobs: QueueKnobs = { width: '1.0', skew: '0.0', least: '2', size: 'FULL' }
const rowId = (entry: QueueEntry): string => entry.id
const bandOf = (entry: QueueEntry): string => entry.band
/** A row with the focus stays in its band after its state has changed. */
const countedIn = (entry: QueueEntry): string => bandOfState(entry.state)
const toneOf = (entry: QueueEntry) => (entry.row.isOver ? 'closed' : entry.quote !== undefined ? 'mine' : undefined)

export function QueueTable({ rows, stale, menuPlace, empty }: QueueTableProps) {
  const [held, setHeld] = useState<HeldRow>()
  const [knobs, setKnobs] = useState(usualKnobs)
  const selection = useSelection(rows)
  const pegged = usePegged()
  const chosen = useQueueQuotes(selection.rows, knobs, pegged)
  const sending = useQueueSending()
  const reason = useQueueReason()
  const shown = useMemo(() => withHeldBand(rows, held), [rows, held])
  const entries = useMemo(() => entriesOf(shown, { chosen, outcomes: sending.outcomes, pegged }), [shown, chosen, sending.outcomes, pegged])
  const sendAll = () => {
    if (reason !== undefined) return
    void sending.send(chosen)
    selection.drop(chosen.flatMap(({ queue, quote }) => (quote.state === 'CAN' ? [queue.id] : [])))
  }
  const clear = () => {
    selection.drop(selection.rows.map(({ id }) => id))
    sending.clear()
  }
  const actions = useActions(selection, sending, reason)
  const histories = useTakerHistories('queue')
  const columns = useMemo(() => queueColumns(stale, histories, actions), [stale, histories, actions])
  const [layout, setLayout] = useKept('queue-table', plainLayout, parseLayout)
  const selected = useScreen(({ selectedRfq }) => selectedRfq?.id)
  const onRowKey = (entry: QueueEntry, event: KeyboardEvent) => {
    const isOnRow = event.target === event.currentTarget
    const isRepeated = isOnRow && runRepeatKey(repeatOfRfq(entry.row.rfq), event)
    const isTaken =
      isRepeated ||
      runKey(event, {
        select: isOnRow ? () => actions.toggle(entry) : undefined,
        quoteSelected: chosen.length > 0 ? sendAll : undefined,
        pullRow: isOnRow && actions.pullReason === undefined ? () => actions.pull(entry) : undefined,
        back: chosen.length > 0 || sending.outcomes.size > 0 ? clear : undefined,
      })
    if (isTaken) event.stopPropagation()
  }
  return (
    <>
      {menuPlace !== null && createPortal(<ColumnMenu columns={columns} layout={layout} onLayout={setLayout} />, menuPlace)}
      <div style={{ display: 'contents' }} onFocus={({ target }) => setHeld(heldAt(target, entries))} onBlur={() => setHeld(undefined)}>
        <DataTable
          label="RFQs"
          columns={columns}
          rows={entries}
          rowId={rowId}
          layout={layout}
          onLayout={setLayout}
          selectedId={selected}
          onSelect={({ row }) => chooseRow(row.rfq)}
          onOpen={({ row }) => focusTicket(row)}
          onRowKey={onRowKey}
          tone={toneOf}
          isOfMarket={({ row }) => isOfMarket(row)}
          bandOf={bandOf}
          countedIn={countedIn}
          empty={empty}
        />
      </div>
      <SelectionBar
        {...{ chosen, knobs, reason }}
        outcomes={[...sending.outcomes.values()]}
        onKnobs={setKnobs}
        onSend={sendAll}
        onClear={clear}
        onWithdraw={sending.withdraw}
      />
    </>
  )
}

/** Only a visible (keyboard) focus holds its row. A click with the pointer has already held it. */
function heldAt(target: Element, entries: readonly QueueEntry[]): HeldRow | undefined {
  const id = target.matches('[role="row"]:focus-visible') ? target.getAttribute('data-row') : null
  const entry = entries.find((one) => one.id === id)
  return entry === undefined ? undefined : { id: entry.id, band: entry.band }
}

type Selection = ReturnType<typeof useSelection>

/** RFQs that are closed or have left the list are no longer selected. */
function useSelection(rows: readonly QueueRow[]) {
  const [ids, setIds] = useState<ReadonlySet<string>>(new Set())
  return {
    rows: useMemo(() => rows.filter(({ id, row }) => ids.has(id) && !row.isOver), [rows, ids]),
    toggle: (id: string) => setIds((before) => new Set(before.has(id) ? [...before].filter((one) => one !== id) : [...before, id])),
    drop: (gone: readonly string[]) => setIds((before) => new Set([...before].filter((one) => !gone.includes(one)))),
  }
}

/** A stable object until the next action becomes possible or impossible, because the columns are rebuilt with it. */
function useActions(selection: Selection, sending: QueueSending, sendReason: string | undefined): QueueActions {
  const pulling = usePulling()
  const resetting = useResetting()
  const pullReason = useCancelReason()
  const latest = useLatest({ selection, sending, pulling, resetting })
  return useMemo(
    () => ({
      sendReason,
      pullReason,
      toggle: (entry) => entry.row.isOver || latest().selection.toggle(entry.id),
      send: (entry) => {
        if (entry.quote?.state !== 'CAN') return
        void latest().sending.send([{ queue: entry, quote: entry.quote }])
        latest().selection.drop([entry.id])
      },
      pull: ({ id, row }) => {
        const orders = [...row.own.bids, ...row.own.asks].filter(isResting)
        if (orders.length > 0) void latest().pulling.several(id, orders)
      },
      reset: ({ held }) => held !== undefined && void latest().resetting.reset({ product: held.product, limit: held.limit }),
    }),
    [latest, sendReason, pullReason],
  )
}
