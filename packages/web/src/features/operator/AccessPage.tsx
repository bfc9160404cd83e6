import type { ConsoleAccessView } from '@parley/client'
import { StatusBadge } from '../../components/Badge.tsx'
import { Button } from '../../components/Button.tsx'
import { flagTask, liftTask, restrictAddressTask, restrictCountryTask } from './access-tasks.ts'
import styles from './Cells.module.css'
import { ListPage, type OnTask } from './ListPage.tsx'
import { ConsoleTable, Panel, type ConsoleColumn } from './Panel.tsx'

export const AccessPage = () => (
  <ListPage
    page="access"
    title="Access"
    about="Parts of the product that are on, and countries and networks that are restricted."
    tasks={[restrictCountryTask, restrictAddressTask]}
  >
    {({ flags, restrictions }, onTask) => (
      <>
        <Panel title="Restrictions" aside={`${restrictions.length} of 1000`}>
          <ConsoleTable
            label="Restrictions"
            columns={restrictionColumns(onTask)}
            rows={restrictions}
            rowId={({ kind, value }) => `${kind} ${value}`}
            empty="Nothing is restricted. Use the buttons above to restrict a country or a network."
          />
        </Panel>
        <Panel title="Flags" aside={`${flags.length} flags`}>
          <ConsoleTable label="Flags" columns={flagColumns(onTask)} rows={flags} rowId={({ name }) => name} empty="No flags." />
        </Panel>
      </>
    )}
  </ListPage>
)

const restrictionColumns = (onTask: OnTask): readonly ConsoleColumn<ConsoleAccessView['restrictions'][number]>[] => [
  { heading: 'Kind', cell: ({ kind }) => (kind === 'country' ? 'Country' : 'Address') },
  { heading: 'Value', cell: ({ value }) => <span className={styles['strong']}>{value}</span> },
  {
    heading: 'Action',
    align: 'end',
    cell: (row) => (
      <Button size="small" onClick={() => onTask(liftTask(row))}>
        Lift…
      </Button>
    ),
  },
]

const flagColumns = (onTask: OnTask): readonly ConsoleColumn<ConsoleAccessView['flags'][number]>[] => [
  { heading: 'Flag', cell: ({ name }) => <code>{name}</code> },
  { heading: 'State', cell: ({ is_on: isOn }) => <StatusBadge tone={isOn ? 'open' : 'plain'}>{isOn ? 'On' : 'Off'}</StatusBadge> },
  { heading: 'For', cell: ({ desks }) => desks?.join(', ') ?? 'every desk', isExtra: true },
  {
    heading: 'Set by',
    cell: ({ is_default: isDefault }) => (isDefault ? <span className={styles['muted']}>default</span> : 'the operator'),
    isExtra: true,
  },
  {
    heading: 'Action',
    align: 'end',
    cell: (flag) => (
      <Button size="small" onClick={() => onTask(flagTask(flag))}>
        Set…
      </Button>
    ),
  },
]
