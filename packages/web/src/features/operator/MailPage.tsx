import type { ConsoleMailView } from '@parley/client'
import { StatusBadge } from '../../components/Badge.tsx'
import { minuteText } from '../../components/time-text.ts'
import { ageText } from './console-text.ts'
import { ListPage } from './ListPage.tsx'
import { ConsoleTable, Panel, type ConsoleColumn } from './Panel.tsx'

type Email = ConsoleMailView['emails'][number]

export const MailPage = () => (
  <ListPage
    page="mail"
    title="Mail queue"
    about="Emails that wait, and those of the last week that were rejected or abandoned. Their texts are encrypted."
  >
    {({ emails, at }) => (
      <Panel title="Emails" aside={`${emails.filter(({ failed_at: failed }) => failed === null).length} waiting`}>
        <ConsoleTable
          label="Emails"
          columns={columnsAt(at)}
          rows={emails}
          rowId={({ id }) => id}
          tone={({ failed_at: failed }) => (failed === null ? undefined : 'warn')}
          empty="No emails are waiting and none have failed. Those that do appear here with the answer of the mail server."
        />
      </Panel>
    )}
  </ListPage>
)

const columnsAt = (at: number): readonly ConsoleColumn<Email>[] => [
  { heading: 'Recipient', cell: ({ recipient }) => recipient },
  { heading: 'Age', align: 'end', cell: ({ created_at: created }) => ageText(at - created) },
  { heading: 'Attempts', align: 'end', cell: ({ attempts }) => attempts },
  {
    heading: 'State',
    cell: ({ failed_at: failed }) => (
      <StatusBadge tone={failed === null ? 'plain' : 'warn'}>{failed === null ? 'Waiting' : 'Failed'}</StatusBadge>
    ),
  },
  { heading: 'Next attempt', cell: ({ next_at: next }) => (next === null ? 'none' : minuteText(next)), isExtra: true },
  { heading: 'The mail server reports', cell: ({ last_error: error }) => error ?? '—', isExtra: true },
]
