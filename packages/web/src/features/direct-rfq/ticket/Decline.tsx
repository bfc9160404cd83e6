import { type BodyOf, directRfqCalls, type RfqView } from '@parley/contracts'
import { ChevronDown } from 'lucide-react'
import { useState } from 'react'
import { Button } from '../../../components/Button.tsx'
import { Menu, MenuItem } from '../../../components/Menu.tsx'
import { toast } from '../../../components/toasts.ts'
import { write } from '../../../live/api.ts'
import { wordsOf } from '../../../live/loadable.ts'
import { useCancelReason } from '../../protection/use-protection.ts'
import { declineReasons, declineWords, similarText } from './decline-words.ts'
import styles from './Decline.module.css'

type Reason = BodyOf<typeof directRfqCalls.declineRfq>['reason']

/** A maker that will not quote says so, and why: the taker stops waiting for it. A quote takes it back. */
export function Decline({ rfq }: { readonly rfq: RfqView }) {
  return (
    <DeclineChoice
      subject={rfq.id}
      isDeclined={rfq.declined_by_me}
      words={similarText(rfq) ?? 'Not for you? The taker then knows not to wait.'}
      decline={(reason) => write(directRfqCalls.declineRfq, { params: { id: rfq.id }, body: { reason } })}
    />
  )
}

type DeclineChoiceProps = {
  readonly subject: string
  readonly isDeclined: boolean
  /** Beside the button, as long as the desk has not declined. */
  readonly words: string
  readonly decline: (why: Reason) => Promise<unknown>
}

export function DeclineChoice({ subject, isDeclined, words, decline }: DeclineChoiceProps) {
  const [isSent, setIsSent] = useState(false)
  const reason = useCancelReason()
  const choose = async (why: Reason) => {
    setIsSent(true)
    try {
      await decline(why)
    } catch (error) {
      toast({ key: `decline-${subject}`, tone: 'refused', title: 'Not declined', text: wordsOf(error) })
    }
    setIsSent(false)
  }
  return (
    <section className={styles['decline']} aria-label="Decline">
      <p className={styles['words']}>{isDeclined ? 'You have declined; a quote takes it back.' : words}</p>
      {!isDeclined && (
        <Menu
          align="end"
          trigger={
            <Button size="small" isBusy={isSent} disabledReason={reason}>
              Decline <ChevronDown size={13} aria-hidden="true" />
            </Button>
          }
        >
          {declineReasons.map((why) => (
            <MenuItem key={why} disabled={reason !== undefined} onSelect={() => void choose(why)}>
              {declineWords[why]}
            </MenuItem>
          ))}
        </Menu>
      )}
    </section>
  )
}

/** For the taker: who has said that they will not quote, counted apart from those who are silent. */
export function Declines({ rfq }: { readonly rfq: RfqView }) {
  if (rfq.role !== 'TAKER' || rfq.declines.length === 0) return null
  const asked = rfq.counterparties.length
  return (
    <section className={styles['declines']} aria-label="Declined">
      <p className={styles['head']}>
        <b>
          {rfq.declines.length} of {asked} declined
        </b>
      </p>
      <ul>
        {rfq.declines.map(({ desk_name: desk, reason, text }) => (
          <li key={desk}>
            <span>{desk}</span>
            <span className={styles['words']}>{text === null ? declineWords[reason] : `${declineWords[reason]}: ${text}`}</span>
          </li>
        ))}
      </ul>
    </section>
  )
}
