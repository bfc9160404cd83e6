import type { ConsoleOverviewView, WaitingSettlementView } from '@parley/client'
import { Button } from '../../components/Button.tsx'
import { VenueBadge } from '../../components/Badge.tsx'
import { clockText } from '../../components/time-text.ts'
import type { CommandTask } from './command-task.ts'
import { ageText, nextStepText } from './console-text.ts'
import { ConsoleTable, Panel, type ConsoleColumn } from './Panel.tsx'
import styles from './Cells.module.css'

type Props = { readonly overview: Pick<ConsoleOverviewView, 'settlements' | 'at'>; readonly onTask: (task: CommandTask) => void }

/** A row that Parley retries by itself has no button. Only a dispute between two desks needs a decision (rulebook 16.7). */
export function SettlementTable({ overview: { settlements, at }, onTask }: Props) {
  const columns: readonly ConsoleColumn<WaitingSettlementView>[] = [
    { heading: 'Since', cell: (row) => <span className={styles['strong']}>{ageText(at - row.agreed_at)}</span> },
    { heading: 'Trade', cell: (row) => <code className={styles['id']}>{row.trade_id}</code>, isExtra: true },
    { heading: 'Desks', cell: (row) => `${row.taker} / ${row.maker}` },
    {
      heading: 'Structure',
      cell: (row) => (
        <>
          <VenueBadge venue={row.venue} /> {row.structure}
        </>
      ),
    },
    { heading: 'Venue reports', cell: messageOf },
    {
      heading: 'What you can do',
      align: 'end',
      cell: (row) =>
        row.dispute === null ? (
          <span className={styles['muted']}>{nextStepText(row)}</span>
        ) : (
          <Button size="small" onClick={() => onTask(decisionOn(row))}>
            Decide…
          </Button>
        ),
    },
  ]
  return (
    <Panel
      title="Settlements waiting"
      aside={settlements.length === 0 ? 'none' : `${settlements.length} · oldest ${ageText(at - settlements[0]!.agreed_at)}`}
    >
      <ConsoleTable
        label="Settlements waiting"
        columns={columns}
        rows={settlements}
        rowId={(row) => row.trade_id}
        tone={(row) => (row.dispute === null ? undefined : 'danger')}
        empty="All trades are settled. Trades that wait for a venue or for their desks appear here."
      />
    </Panel>
  )
}

function messageOf({ dispute, venue_message: message, next_attempt_at: next, attempts }: WaitingSettlementView) {
  if (dispute !== null) return <span className={styles['danger']}>{`Taker ${dispute.taker}; maker ${dispute.maker}`}</span>
  if (next === null) return 'Both desks book it themselves'
  const again = attempts === 0 ? 'First attempt' : `Attempt ${attempts + 1}`
  return `${message === null ? '' : `${message}. `}${again} at ${clockText(next)}`
}

const decisionOn = ({ trade_id: trade, taker, maker, dispute }: WaitingSettlementView): CommandTask => ({
  command: 'settle-dispute',
  hurts: true,
  title: `Decide on ${trade}`,
  about: `${taker} ${dispute!.taker}. ${maker} ${dispute!.maker}. Your decision is final, and both desks see it with the reason.`,
  button: 'Decide',
  done: 'Dispute decided',
  options: { trade },
  fields: [
    {
      name: 'as',
      label: 'The trade is',
      kind: 'choice',
      initial: 'FILLED',
      choices: [
        { value: 'FILLED', label: 'Filled: it is booked at the venue' },
        { value: 'REJECTED', label: 'Rejected: it is not booked' },
      ],
    },
  ],
})
