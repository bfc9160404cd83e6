import { ArrowLeftRight } from 'lucide-react'
import { perpetualCalls, type PerpetualTransferView } from '@parley/contracts'
import { StatusBadge, type Tone } from '../../components/Badge.tsx'
import { Empty } from '../../components/Empty.tsx'
import { numberColumn, textColumn } from '../../components/number-column.ts'
import type { Column } from '../../components/table-column.ts'
import { gainText } from '../../components/known-figure.ts'
import { serverNow } from '../../live/connection.ts'
import { useOnce } from '../../live/loadable.ts'
import { Blotter } from '../blotter/Blotter.tsx'
import { Moment, timeColumn } from '../blotter/cells.tsx'
import { mutedColumn } from '../blotter/column-kit.tsx'
import { FirstOrder } from './FirstOrder.tsx'
import styles from './PerpetualPanel.module.css'
import { Gain } from './Positions.tsx'

const DAY_MS = 86_400_000
const DAYS = 31

const states: Readonly<Record<PerpetualTransferView['state'], { readonly label: string; readonly tone: Tone }>> = {
  PENDING: { label: 'Pending', tone: 'warn' },
  AVAILABLE: { label: 'To collect', tone: 'warn' },
  COMPLETED: { label: 'Completed', tone: 'faint' },
  FAILED: { label: 'Failed', tone: 'danger' },
}

/** `Vault deposit` of `VAULT_DEPOSIT`. */
export const kindText = (kind: string): string => {
  const text = kind.toLowerCase().replaceAll('_', ' ')
  return text.charAt(0).toUpperCase() + text.slice(1)
}

/** Negative for a withdrawal. */
const signed = ({ direction, amount }: PerpetualTransferView): number => (direction === 'IN' ? 1 : -1) * Number(amount)

const State = ({ transfer: { state, reason } }: { readonly transfer: PerpetualTransferView }) => (
  <span title={reason ?? undefined}>
    <StatusBadge tone={states[state].tone}>{states[state].label}</StatusBadge>
  </span>
)

const columns: readonly Column<PerpetualTransferView>[] = [
  timeColumn('Requested', ({ at }) => at),
  textColumn('kind', 'Kind', 130, ({ kind }) => kindText(kind)),
  numberColumn('amount', 'Amount', 120, (row) => gainText(signed(row), 2), {
    cell: (row) => <Gain value={signed(row)} />,
    sortBy: signed,
  }),
  textColumn('currency', 'Currency', 72, ({ currency }) => currency),
  mutedColumn('chain', 'Chain', 96, ({ chain }) => (chain === null ? '—' : kindText(chain)), { text: ({ chain }) => chain ?? '' }),
  textColumn('state', 'State', 96, ({ state }) => states[state].label, { cell: (row) => <State transfer={row} /> }),
  mutedColumn('reason', 'Reason', 160, ({ reason }) => reason ?? '', { grows: 1 }),
]

/** Deposits and withdrawals of the account in the last 31 days (rulebook 18.17). They are read when the tab opens. */
export function Transfers() {
  const now = Math.round(serverNow())
  const read = useOnce(perpetualCalls.listPerpetualTransfers, { query: { from: now - DAYS * DAY_MS, to: now } })
  return (
    <Blotter<PerpetualTransferView>
      name="perpetual-transfers"
      label="your transfers"
      columns={columns}
      rows={read.state === 'LOADED' ? { state: 'LOADED', data: read.data.results } : read}
      rowId={({ id }) => id}
      compact={(row) => (
        <div className={styles['lines']}>
          <p>
            <b>{kindText(row.kind)}</b> <Gain value={signed(row)} /> {row.currency}
            <span className={styles['end']}>
              <State transfer={row} />
            </span>
          </p>
          <p>
            <Moment at={row.at} /> {row.reason}
          </p>
        </div>
      )}
      empty={
        <Empty
          icon={ArrowLeftRight}
          title="No transfers"
          text="Deposits and withdrawals of the last 31 days appear here. They are made at Paradex."
          action={<FirstOrder />}
        />
      }
    />
  )
}
