import { ListX } from 'lucide-react'
import { type KeyboardEvent, useMemo, useState } from 'react'
import { useLatest } from '../../live/use-latest.ts'
import { useScreen } from '../../live/screen-state.ts'
import { useIsNarrow } from '../../components/use-media.ts'
import { Empty } from '../../components/Empty.tsx'
import type { AnyOrder } from '@parley/client'
import { useSpreadDeals } from '../../live/spread-deals.ts'
import { useLive } from '../../live/store.ts'
import type { Loadable } from '../../live/loadable.ts'
import { useIsLoaded, useMarks, useOrders, useRfqs } from '../../live/use-live.ts'
import { useCancelReason } from '../../live/trade-reasons.ts'
import { Blotter } from './Blotter.tsx'
import { CompactQuote } from './CompactQuote.tsx'
import styles from './cells.module.css'
import { FirstStep } from './FirstStep.tsx'
import { isChosen, useFlowChoice } from './flow-choice.ts'
import { ownColumns, type OwnActions } from './own-columns.tsx'
import { type Layers, layersOf, ordersOf, type OwnRow, ownRows, restingOrders } from './own-quotes.ts'
import { PullTools } from './PullTools.tsx'
import { showOrder } from './row-actions.ts'
import { type Pulling, usePulling } from './use-pulling.ts'
import { runKey } from '../../components/key-table.ts'

const rowId = (row: OwnRow): string => row.id

/** All resting orders of the desk in every flow, and every way to cancel them. */
export function OpenOrders() {
  const [choice, choose] = useFlowChoice()
  const currency = useScreen((state) => state.currency)
  const own = useOwnRows()
  const isNarrow = useIsNarrow()
  const reason = useCancelReason()
  const pulling = usePulling()
  const shown = useMemo(
    () => own.filter((row) => isChosen(choice, row.audience) && (currency === 'ALL' || row.baseCurrency === currency)),
    [own, choice, currency],
  )
  const selection = useSelection(shown)
  const actions = useActions(selection, pulling, reason)
  const columns = useMemo(() => ownColumns(actions), [actions])
  const tools = <PullTools {...{ choice, choose, currency, pulling, reason }} shown={shown.flatMap(ordersOf)} selected={selection.orders} />
  const onRowKey = (row: OwnRow, event: KeyboardEvent) => {
    const isOnRow = event.target === event.currentTarget
    const pull = () => {
      if (selection.orders.length > 0) void pulling.several('selected', selection.orders)
      else actions.pullRow(row)
    }
    runKey(event, {
      pullOrder: reason === undefined ? pull : undefined,
      select: isOnRow ? () => selection.toggle(row) : undefined,
      selectAll: selection.all,
    })
  }
  const rows = useRows(shown)
  return (
    <>
      {isNarrow && <div className={styles['phoneBar']}>{tools}</div>}
      <Blotter<OwnRow>
        name="open-orders"
        label="open orders"
        columns={columns}
        rows={rows}
        rowId={rowId}
        onSelect={showOrder}
        onRowKey={onRowKey}
        compact={(row) => <CompactQuote row={row} actions={actions} />}
        actions={tools}
        empty={
          <Empty
            icon={ListX}
            title="No open orders"
            text="Your resting quotes, limit orders and spread orders appear here."
            action={<FirstStep />}
          />
        }
      />
    </>
  )
}

function useOwnRows(): readonly OwnRow[] {
  const asked = useOrders()
  const ofSpreads = useSpreadDeals((deals) => deals.orders)
  const orders = useMemo((): readonly AnyOrder[] => [...asked.values(), ...ofSpreads.values()], [asked, ofSpreads])
  const rfqs = useRfqs()
  const marks = useMarks()
  const levelsByRfq = useLive((live) => live.levelsByRfq)
  const [held] = useState<{ layers: Layers }>({ layers: new Map() })
  const layers = useMemo(() => (held.layers = layersOf(restingOrders(orders), held.layers)), [orders, held])
  return useMemo(() => ownRows({ orders, rfqs, marks, levelsByRfq }, layers), [orders, rfqs, marks, levelsByRfq, layers])
}

/** Each dialect has its own socket. The list is not shown as empty until all of them have loaded. */
function useRows(shown: readonly OwnRow[]): Loadable<readonly OwnRow[]> {
  const isDirectLoaded = useIsLoaded('orders', 'DIRECT')
  const isBookLoaded = useIsLoaded('orders', 'ORDER_BOOK')
  const areSpreadsLoaded = useSpreadDeals(({ isLoaded: isHere, failed }) => isHere || failed !== undefined)
  const isLoaded = shown.length > 0 || (isDirectLoaded && isBookLoaded && areSpreadsLoaded)
  return useMemo(() => (isLoaded ? { state: 'LOADED', data: shown } : { state: 'LOADING' }), [isLoaded, shown])
}

type Selection = ReturnType<typeof useSelection>

/** Orders that have left the list are no longer selected. */
function useSelection(shown: readonly OwnRow[]) {
  const [ids, setIds] = useState<ReadonlySet<string>>(new Set())
  const all = shown.flatMap(ordersOf)
  const orders = all.filter(({ id }) => ids.has(id))
  return {
    ids,
    orders,
    toggle: (row: OwnRow) => {
      const own = ordersOf(row).map(({ id }) => id)
      const isOn = own.every((id) => ids.has(id))
      setIds(new Set(isOn ? [...ids].filter((id) => !own.includes(id)) : [...ids, ...own]))
    },
    all: () => setIds(orders.length === all.length ? new Set() : new Set(all.map(({ id }) => id))),
  }
}

/** A stable object until something that a row shows changes, because it rebuilds the columns and thus every row. */
function useActions(selection: Selection, pulling: Pulling, reason: string | undefined): OwnActions {
  const { ids } = selection
  const { isBusy } = pulling
  const latest = useLatest({ selection, pulling })
  return useMemo(
    () => ({
      reason,
      isBusy,
      isSelected: (row) => ordersOf(row).every(({ id }) => ids.has(id)),
      toggle: (row) => latest().selection.toggle(row),
      pullOne: (order) => void latest().pulling.one(order.id, order),
      pullRow: (row) => {
        const orders = ordersOf(row)
        if (orders.length === 1) void latest().pulling.one(row.id, orders[0]!)
        else void latest().pulling.several(row.id, orders)
      },
    }),
    [latest, reason, isBusy, ids],
  )
}
