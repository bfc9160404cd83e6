import { StatusBadge } from '../../components/Badge.tsx'
import { Button } from '../../components/Button.tsx'
import { minuteText } from '../../components/time-text.ts'
import { announcementState, announceTask, withdrawTask, type Announcement } from './announcement-tasks.ts'
import { whoOf } from './audit-text.ts'
import styles from './Cells.module.css'
import { plainWord } from './console-text.ts'
import { ListPage, type OnTask } from './ListPage.tsx'
import { ConsoleTable, Panel, type ConsoleColumn } from './Panel.tsx'

export const AnnouncementsPage = () => (
  <ListPage
    page="announcements"
    title="Announcements"
    about="Messages to every user of the app. An announcement does not change: withdraw it and make another one."
    tasks={[announceTask]}
  >
    {({ announcements, at }, onTask) => (
      <Panel
        title="Current and past"
        aside={`${announcements.filter((one) => announcementState(one, at).isOpen).length} of 10 have not ended, newest first`}
      >
        <ConsoleTable
          label="Announcements"
          columns={columnsAt(at, onTask)}
          rows={announcements}
          rowId={({ id }) => id}
          empty="No announcements yet. Use the button above to make the first one."
        />
      </Panel>
    )}
  </ListPage>
)

const columnsAt = (at: number, onTask: OnTask): readonly ConsoleColumn<Announcement>[] => [
  { heading: 'Kind', cell: ({ kind }) => plainWord(kind), isExtra: true },
  { heading: 'Text', cell: ({ text }) => <span className={styles['prose']}>{text}</span> },
  {
    heading: 'State',
    cell: (one) => {
      const { label, tone } = announcementState(one, at)
      return <StatusBadge tone={tone}>{label}</StatusBadge>
    },
  },
  { heading: 'From', cell: ({ starts_at: from }) => minuteText(from), isExtra: true },
  { heading: 'Until', cell: ({ ends_at: until }) => minuteText(until), isExtra: true },
  { heading: 'Sign-in page', cell: ({ is_on_sign_in: isOn }) => (isOn ? 'yes' : 'no'), isExtra: true },
  { heading: 'By', cell: ({ made_by: actor }) => whoOf({ actor, desk: null }), isExtra: true },
  {
    heading: 'Action',
    align: 'end',
    cell: (one) =>
      announcementState(one, at).isOpen && (
        <Button size="small" onClick={() => onTask(withdrawTask(one))}>
          Withdraw…
        </Button>
      ),
  },
]
