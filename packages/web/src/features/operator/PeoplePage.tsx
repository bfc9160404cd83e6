import type { ConsolePeopleView, ConsolePersonView } from '@parley/client'
import { StatusBadge } from '../../components/Badge.tsx'
import { minuteText } from '../../components/time-text.ts'
import styles from './Cells.module.css'
import { ageText, plainWord } from './console-text.ts'
import { isSought, ListPage, type OnTask, TaskMenu } from './ListPage.tsx'
import { ConsoleTable, Panel, type ConsoleColumn } from './Panel.tsx'
import { inviteTask, personTasks } from './person-tasks.ts'

export const PeoplePage = () => (
  <ListPage
    page="people"
    title="People"
    about="Users of all desks, and the invitations that are open."
    tasks={[inviteTask]}
    search="Find a person or desk"
  >
    {(data, onTask, sought) => (
      <>
        <Panel title="Users" aside={`${data.people.length} users`}>
          <ConsoleTable
            label="Users"
            columns={columnsAt(data.at, onTask)}
            rows={data.people
              .toSorted((a, b) => a.name.localeCompare(b.name))
              .filter(({ name, email, desks }) => isSought(sought, name, email, ...desks.map(({ ticker }) => ticker)))}
            rowId={({ id }) => id}
            tone={({ state }) => (state === 'SUSPENDED' ? 'warn' : undefined)}
            empty={sought === '' ? 'No users yet. Invite the first one above.' : 'No user matches. Clear the search to see all.'}
          />
        </Panel>
        <Panel title="Open invitations" aside={`${data.invitations.length} open`}>
          <ConsoleTable
            label="Open invitations"
            columns={invitationColumns}
            rows={data.invitations.filter(({ email, desk }) => isSought(sought, email, desk))}
            rowId={({ id }) => id}
            empty="No open invitations. Those that were sent and not accepted yet appear here."
          />
        </Panel>
      </>
    )}
  </ListPage>
)

const tones = { ACTIVE: 'open', SUSPENDED: 'warn', DISABLED: 'faint' } as const

const columnsAt = (at: number, onTask: OnTask): readonly ConsoleColumn<ConsolePersonView>[] => [
  { heading: 'Name', cell: ({ name }) => <span className={styles['strong']}>{name}</span> },
  { heading: 'Email', cell: ({ email }) => email, isExtra: true },
  { heading: 'Desks', cell: ({ desks }) => (desks.length === 0 ? 'none' : desks.map(({ ticker }) => ticker).join(', ')) },
  { heading: 'Role', cell: ({ desks }) => [...new Set(desks.map(({ role }) => plainWord(role.toUpperCase())))].join(', '), isExtra: true },
  {
    heading: 'State',
    cell: ({ state, suspended_why: why }) => (
      <span title={why ?? undefined}>
        <StatusBadge tone={tones[state]}>{plainWord(state)}</StatusBadge>
      </span>
    ),
  },
  {
    heading: 'Two-factor',
    cell: ({ has_two_factor: hasIt }) => (hasIt ? 'on' : <span className={styles['muted']}>off</span>),
    isExtra: true,
  },
  {
    heading: 'Last seen',
    align: 'end',
    cell: ({ last_seen_at: seen }) => (seen === null ? <span className={styles['muted']}>no session</span> : `${ageText(at - seen)} ago`),
    isExtra: true,
  },
  {
    heading: 'Actions',
    align: 'end',
    cell: (person) => {
      const tasks = personTasks(person)
      return tasks.length === 0 ? null : <TaskMenu of={person.name} tasks={tasks} onTask={onTask} />
    },
  },
]

const invitationColumns: readonly ConsoleColumn<ConsolePeopleView['invitations'][number]>[] = [
  { heading: 'Email', cell: ({ email }) => email },
  { heading: 'Desk', cell: ({ desk }) => desk },
  { heading: 'Role', cell: ({ role }) => plainWord(role.toUpperCase()), isExtra: true },
  { heading: 'Expires', align: 'end', cell: ({ expires_at: at }) => minuteText(at) },
]
