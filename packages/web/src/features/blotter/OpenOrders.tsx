import { ListX } from 'lucide-react'
import { type KeyboardEvent, useMemo, useState } from 'react'
import { selectRfq, useScreen } from '../../live/screen-state.ts'
import { useIsNarrow } from '../../components/use-media.ts'
import { Empty } from '../../components/Empty.tsx'
import { useLive } from '../../live/store.ts'
import type { Loadable } from '../../live/loadable.ts'
import { useIsLoaded, useMarks, useOrders, useRfqs } from '../../live/use-live.ts'
import { useCancelReason } from '../protection/use-protection.ts'
import { Blotter } from './Blotter.tsx'
import { CompactQuote } from './CompactQuote.tsx'
import styles from './cells.module.css'
import { isChosen, useFlowChoice } from './flow-choice.ts'
import { ownColumns, type OwnActs } from './own-columns.tsx'
import { type OwnLine, ownQuotes, type QuoteLine, withHeads } from './own-quotes.ts'
import { flowName } from './pull-plan.ts'
import { PullTools } from './PullTools.tsx'
import { type Pulling, usePulling } from './use-pulling.ts'
import { runKey } from '../../components/key-table.ts'

const lineId = (line: OwnLine): string => line.id
const heads = (lines: readonly OwnLine[]): readonly OwnLine[] => withHeads(lines as readonly QuoteLine[])

/** In their groups on a phone too, where no heads stand between them. */
const asInBooks = (quotes: readonly QuoteLine[]): readonly QuoteLine[] => withHeads(quotes).filter((line) => line.kind === 'QUOTE')

/** All my quotes: what rests of the desk in every audience, and every way to pull it. */
export function OpenOrders() {
  const [choice, choose] = useFlowChoice()
  const currency = useScreen((state) => state.currency)
  const quotes = useOwnQuotes()
  const isNarrow = useIsNarrow()
  const reason = useCancelReason()
  const pulling = usePulling()
  const shown = useMemo(
    () => asInBooks(quotes.filter((line) => isChosen(choice, line.audience) && (currency === 'ALL' || line.baseCurrency === currency))),
    [quotes, choice, currency],
  )
  const selection = useSelection(shown)
  const acts = actsOf(selection, pulling, reason)
  const columns = useMemo(() => ownColumns(acts), [shown, selection.ids, pulling.isBusy, reason])
  const tools = <PullTools {...{ shown, choice, choose, currency, pulling, reason }} selected={selection.lines} />
  const onRowKey = (line: OwnLine, event: KeyboardEvent) => {
    const isOnRow = event.target === event.currentTarget
    const pull = () => {
      if (selection.lines.length > 0) void pulling.several('selected', selection.lines)
      else if (line.kind === 'QUOTE') acts.pullOne(line)
      else acts.pullIn(line)
    }
    runKey(event, {
      pullOrder: reason === undefined ? pull : undefined,
      select: isOnRow ? () => selection.toggle(line) : undefined,
      selectAll: selection.all,
    })
  }
  const rows = useRows(shown)
  return (
    <>
      {isNarrow && <div className={styles['phoneBar']}>{tools}</div>}
      <Blotter<OwnLine>
        name="open-orders"
        label="open orders"
        columns={columns}
        rows={rows}
        rowId={lineId}
        withHeads={heads}
        onSelect={({ audience, rfqId: id }) => selectRfq({ audience, id })}
        onRowKey={onRowKey}
        compact={(line) => <CompactQuote line={line} acts={acts} />}
        actions={tools}
        empty={
          <Empty
            icon={ListX}
            title="No open orders"
            text="Quotes and limits that rest in an RFQ or a market show here, and can be pulled from here."
          />
        }
      />
    </>
  )
}

function useOwnQuotes(): readonly QuoteLine[] {
  const orders = useOrders()
  const rfqs = useRfqs()
  const marks = useMarks()
  const levelsByRfq = useLive((live) => live.levelsByRfq)
  return useMemo(() => ownQuotes({ orders: orders.values(), rfqs, marks, levelsByRfq }), [orders, rfqs, marks, levelsByRfq])
}

/** Each dialect has its own socket; one alone is no reason to say that there is nothing. */
function useRows(shown: readonly QuoteLine[]): Loadable<readonly OwnLine[]> {
  const isDirectLoaded = useIsLoaded('orders', 'DIRECT')
  const isBookLoaded = useIsLoaded('orders', 'ORDER_BOOK')
  const isLoaded = shown.length > 0 || (isDirectLoaded && isBookLoaded)
  return useMemo(() => (isLoaded ? { state: 'LOADED', data: shown } : { state: 'LOADING' }), [isLoaded, shown])
}

type Selection = ReturnType<typeof useSelection>

/** Orders that have left the list are not selected any more. */
function useSelection(shown: readonly QuoteLine[]) {
  const [ids, setIds] = useState<ReadonlySet<string>>(new Set())
  const lines = shown.filter(({ id }) => ids.has(id))
  const under = (line: OwnLine): readonly QuoteLine[] =>
    line.kind === 'QUOTE' ? [line] : shown.filter(({ group }) => group === line.group)
  return {
    ids,
    lines,
    has: (line: OwnLine): boolean => under(line).every(({ id }) => ids.has(id)),
    toggle: (line: OwnLine) => {
      const own = under(line).map(({ id }) => id)
      const isOn = own.every((id) => ids.has(id))
      setIds(new Set(isOn ? [...ids].filter((id) => !own.includes(id)) : [...ids, ...own]))
    },
    all: () => setIds(lines.length === shown.length ? new Set() : new Set(shown.map(({ id }) => id))),
  }
}

function actsOf(selection: Selection, pulling: Pulling, reason: string | undefined): OwnActs {
  return {
    reason,
    isBusy: pulling.isBusy,
    isSelected: selection.has,
    toggle: selection.toggle,
    pullOne: (line) => void pulling.one(line),
    pullIn: ({ id, audience, rfqId, rfqNumber }, side) => {
      const body = { flow: flowName[audience], rfq_id: rfqNumber ?? rfqId, ...(side === undefined ? {} : { side }) } as const
      void pulling.many(side === undefined ? id : `${id} ${side}`, [{ kind: 'ALL', body }])
    },
  }
}
