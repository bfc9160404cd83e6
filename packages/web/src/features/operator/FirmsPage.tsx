import type { ConsoleDeskView, ConsoleFirmsView } from '@parley/client'
import { StatusBadge } from '../../components/Badge.tsx'
import styles from './Cells.module.css'
import { deskTasks, newDeskTask, usualRateTask } from './desk-tasks.ts'
import { isSought, ListPage, type OnTask, TaskMenu } from './ListPage.tsx'
import { ConsoleTable, Panel, type ConsoleColumn } from './Panel.tsx'

export const FirmsPage = () => (
  <ListPage
    page="firms"
    title="Firms and desks"
    about="Who trades here, and with which limits and rates. Changes take effect immediately."
    tasks={[newDeskTask]}
    search="Find a desk or firm"
  >
    {(data, onTask, sought) => (
      <Panel title="Desks" aside={`${data.desks.length} desks of ${data.firms.length} firms`}>
        <ConsoleTable
          label="Desks"
          columns={columnsOf(data, onTask)}
          rows={data.desks.filter(({ ticker, name, firm }) => isSought(sought, ticker, name, firm))}
          rowId={({ ticker }) => ticker}
          tone={({ suspended_at: suspended }) => (suspended === null ? undefined : 'warn')}
          empty={sought === '' ? 'No desks yet. Create the first one above.' : 'No desk matches. Clear the search to see all.'}
        />
      </Panel>
    )}
  </ListPage>
)

const columnsOf = ({ rates }: ConsoleFirmsView, onTask: OnTask): readonly ConsoleColumn<ConsoleDeskView>[] => [
  { heading: 'Desk', cell: ({ ticker }) => <span className={styles['strong']}>{ticker}</span> },
  { heading: 'Name', cell: ({ name }) => name },
  { heading: 'Firm', cell: ({ firm }) => firm, isExtra: true },
  {
    heading: 'State',
    cell: ({ suspended_at: suspended }) =>
      suspended === null ? <StatusBadge tone="open">Active</StatusBadge> : <StatusBadge tone="warn">Suspended</StatusBadge>,
  },
  { heading: 'Type', cell: ({ is_maker: isMaker }) => (isMaker ? 'Market maker' : 'Taker'), isExtra: true },
  { heading: 'Members', align: 'end', cell: ({ members }) => members, isExtra: true },
  { heading: 'Keys', align: 'end', cell: ({ keys }) => keys, isExtra: true },
  { heading: 'Accounts', align: 'end', cell: ({ accounts }) => accounts, isExtra: true },
  { heading: 'Order limit', align: 'end', cell: limitsOf, isExtra: true },
  { heading: 'Own rates', cell: ratesOf, isExtra: true },
  {
    heading: 'Actions',
    align: 'end',
    cell: (desk) => (
      <TaskMenu
        of={desk.ticker}
        tasks={[...deskTasks(desk, rates), ...desk.rates.map(({ name }) => usualRateTask(desk.ticker, name))]}
        onTask={onTask}
      />
    ),
  },
]

function limitsOf({ most_notional: notional, most_deviation_percent: deviation }: ConsoleDeskView): string {
  const parts = [
    notional === null ? [] : `$${Number(notional).toLocaleString('en-US')}`,
    deviation === null ? [] : `±${deviation} %`,
  ].flat()
  return parts.length === 0 ? 'none' : parts.join(', ')
}

const ratesOf = ({ rates }: ConsoleDeskView) =>
  rates.length === 0 ? (
    <span className={styles['muted']}>usual</span>
  ) : (
    rates.map(({ name, most, within_ms: within }) => `${name} ${most} in ${within} ms`).join(', ')
  )
