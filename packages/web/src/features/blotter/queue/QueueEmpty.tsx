import { ArrowUpRight, CircleCheck, Inbox } from 'lucide-react'
import { Button } from '../../../components/Button.tsx'
import { Empty } from '../../../components/Empty.tsx'
import { links } from '../../../components/links.ts'
import { useUser } from '../../../live/session.ts'
import styles from './Queue.module.css'
import type { QueueFilter } from './queue-filters.ts'

type Words = { readonly title: string; readonly text: string }

const words: Readonly<Record<QueueFilter, Words>> = {
  NEW: { title: 'No new RFQs', text: 'You have quoted or declined every RFQ. New ones appear here.' },
  BEHIND: { title: 'No stale quotes', text: 'The mark has not moved away from any of your quotes.' },
  QUOTED: { title: 'You have no live quotes', text: 'Select RFQs, then quote all of them at once.' },
  SOON: { title: 'Nothing expiring soon', text: 'RFQs with less than a minute left appear here.' },
  DECLINED: {
    title: 'No declined RFQs',
    text: 'Declined RFQs stay here until they close. Quoting one reverses the decline.',
  },
  MMP: {
    title: 'No blocked RFQs',
    text: 'RFQs that a protection of your desk is blocking appear here. Reset the protection to quote them.',
  },
}

type QueueEmptyProps = {
  /** Undefined if all RFQs of the queue are shown. */
  readonly filter: QueueFilter | undefined
  /** The number of RFQs in the whole queue. */
  readonly count: number
  readonly onAll: () => void
}

export function QueueEmpty({ filter, count, onAll }: QueueEmptyProps) {
  const isAdministrator = useUser().role === 'administrator'
  if (filter === undefined || count === 0)
    return (
      <Empty
        icon={Inbox}
        title="No incoming RFQs"
        text="RFQs sent to your desk appear here, most urgent first, with prices that you can send in one step. You receive RFQs from takers once you have approved each other."
        action={
          <a className={styles['link']} href={`${links.dashboard}counterparties/`} target="_blank" rel="opener">
            {isAdministrator ? 'Approve takers' : 'See your counterparties'} <ArrowUpRight size={13} aria-hidden="true" />
          </a>
        }
      />
    )
  const { title, text } = words[filter]
  return <Empty icon={CircleCheck} title={title} text={text} action={<Button onClick={onAll}>Show all {count}</Button>} />
}
