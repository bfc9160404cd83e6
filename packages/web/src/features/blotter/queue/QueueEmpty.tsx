import { ArrowUpRight, CircleCheck, Inbox } from 'lucide-react'
import { Button } from '../../../components/Button.tsx'
import { Empty } from '../../../components/Empty.tsx'
import { links } from '../../../components/links.ts'
import { useUser } from '../../../live/session.ts'
import styles from './Queue.module.css'
import type { QueueFilter } from './queue-filters.ts'

type Words = { readonly title: string; readonly text: string }

const words: Readonly<Record<QueueFilter, Words>> = {
  NEW: { title: 'Nothing new', text: 'Every request has your price or your no. The next one appears here by itself.' },
  BEHIND: { title: 'Nothing is behind', text: 'The mark has left none of your quotes. One that it leaves appears here by itself.' },
  QUOTED: { title: 'You quote nothing now', text: 'Select requests with Space, and quote all of them with one press.' },
  SOON: { title: 'Nothing ends within a minute', text: 'Requests with less than a minute left appear here by themselves.' },
  DECLINED: {
    title: 'You have declined nothing',
    text: 'A request you decline in its ticket stands here until it is over; a quote takes the no back.',
  },
  MMP: { title: 'Nothing is held', text: 'Requests in a product that a protection of your desk holds stand here, with Reset.' },
}

type QueueEmptyProps = {
  /** Undefined where all that one is asked to quote is shown. */
  readonly filter: QueueFilter | undefined
  /** Of the whole queue. */
  readonly count: number
  readonly onAll: () => void
}

export function QueueEmpty({ filter, count, onAll }: QueueEmptyProps) {
  const isAdministrator = useUser().role === 'administrator'
  if (filter === undefined || count === 0)
    return (
      <Empty
        icon={Inbox}
        title="Nobody asks you now"
        text="Requests to your desk appear here by themselves, the most urgent first, with a sound and with prices you can send with one press. Takers can ask every desk that has approved them and that they have approved."
        action={
          isAdministrator && (
            <a className={styles['link']} href={`${links.dashboard}counterparties/`} target="_blank" rel="opener">
              Approve takers <ArrowUpRight size={13} aria-hidden="true" />
            </a>
          )
        }
      />
    )
  const { title, text } = words[filter]
  return <Empty icon={CircleCheck} title={title} text={text} action={<Button onClick={onAll}>All {count} you are asked in</Button>} />
}
