import { Inbox, SearchX } from 'lucide-react'
import { useMemo } from 'react'
import { openDialog, selectRfq, useScreen } from '../../app/screen-state.ts'
import { useIsNarrow } from '../../app/use-media.ts'
import { newRfqReason } from '../../app/view-only.ts'
import { Button } from '../../components/Button.tsx'
import { DataTable } from '../../components/DataTable.tsx'
import { Empty } from '../../components/Empty.tsx'
import { Kbd } from '../../components/Kbd.tsx'
import { Skeleton } from '../../components/Skeleton.tsx'
import { parseLayout, plainLayout } from '../../components/table-layout.ts'
import { useKept } from '../../live/kept.ts'
import { useUser } from '../../live/session.ts'
import { useIsLoaded, useStaleAge } from '../../live/use-live.ts'
import { FilterBar } from './FilterBar.tsx'
import { togglePin } from './pins.ts'
import { RfqCards } from './RfqCards.tsx'
import { rfqColumns } from './rfq-columns.tsx'
import type { RfqRow } from './rfq-rows.ts'
import styles from './RfqTable.module.css'
import { type RfqRows, useRfqRows } from './use-rfq-rows.ts'

const rowId = (row: RfqRow): string => row.id
const tone = (row: RfqRow) => (row.rfq.state === 'CLOSED' ? 'closed' : undefined)
const focusTicket = () => document.querySelector<HTMLElement>('[data-ticket] input, [data-ticket] button')?.focus()

export function RfqTable() {
  const rows = useRfqRows()
  const [layout, setLayout] = useKept('rfq-table', plainLayout, parseLayout)
  const selected = useScreen((state) => state.selectedRfq)
  const isNarrow = useIsNarrow()
  const btcStale = useStaleAge('BTC') !== undefined
  const ethStale = useStaleAge('ETH') !== undefined
  const columns = useMemo(() => rfqColumns(new Set([...(btcStale ? ['BTC'] : []), ...(ethStale ? ['ETH'] : [])])), [btcStale, ethStale])
  const empty = <NoRows rows={rows} />
  return (
    <section className={styles['section']} aria-label="RFQs">
      <FilterBar rows={rows} columns={columns} layout={layout} onLayout={setLayout} />
      {isNarrow ? (
        <RfqCards rows={rows.shown} empty={empty} />
      ) : (
        <DataTable
          label="RFQs"
          columns={columns}
          rows={rows.shown}
          rowId={rowId}
          layout={layout}
          onLayout={setLayout}
          selectedId={selected}
          onSelect={(row) => selectRfq(row.id)}
          onOpen={focusTicket}
          onRowKey={(row, event) => {
            if (event.key.toLowerCase() !== 'p' || event.ctrlKey || event.metaKey) return
            event.preventDefault()
            togglePin(row.id)
          }}
          tone={tone}
          empty={empty}
        />
      )}
    </section>
  )
}

function NoRows({ rows }: { readonly rows: RfqRows }) {
  const isLoaded = useIsLoaded('rfqs')
  const user = useUser()
  if (!isLoaded) return <Skeleton lines={6} label="Loading RFQs" />
  if (rows.inMarket.length > 0)
    return (
      <Empty
        icon={SearchX}
        title={rows.text === '' ? 'No RFQ passes the filter' : `Nothing matches “${rows.text}”`}
        text={`${rows.inMarket.length} ${rows.inMarket.length === 1 ? 'RFQ is' : 'RFQs are'} hidden by this filter.`}
        action={
          <Button
            onClick={() => {
              rows.setText('')
              rows.setFilter('ALL')
              rows.setStrategies([])
            }}
          >
            Clear filter
          </Button>
        }
      />
    )
  const reason = newRfqReason(user)
  return (
    <Empty
      icon={Inbox}
      title="No RFQs yet"
      text={reason ?? 'Ask five makers for a price in one step. Requests to your desk appear here by themselves.'}
      action={
        reason === undefined && (
          <Button kind="primary" onClick={() => openDialog('new-rfq')}>
            New RFQ <Kbd>N</Kbd>
          </Button>
        )
      }
    />
  )
}
