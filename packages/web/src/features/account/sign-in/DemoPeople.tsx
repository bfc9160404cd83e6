import type { DemoPersonView } from '@parley/contracts'
import { ArrowRight } from 'lucide-react'
import { useEffect, useState } from 'react'
import { Button } from '../../../components/Button.tsx'
import { Refused } from '../../../components/Refused.tsx'
import { createFirstReading } from '../../../live/first-reading.ts'
import { demoPeople, signInToDemo } from '../../../live/session.ts'
import { OutwardLink } from './AccessPage.tsx'
import styles from './DemoPeople.module.css'

/** In a demo, one click signs in as one of its users. The list is next to the form, which does not move when the list arrives. */
export function DemoPeople({ isBusy }: { readonly isBusy: boolean }) {
  const [people, setPeople] = useState<readonly DemoPersonView[]>([])
  const [sending, setSending] = useState<string>()
  const [refused, setRefused] = useState<string>()
  // A server that has just started may not answer at first. Until it does, the form works without the list.
  useEffect(() => createFirstReading(demoPeople, ({ data = [] }) => setPeople(data)), [])
  if (people.length === 0) return null
  const press = async ({ desk, desk_name }: DemoPersonView) => {
    setSending(desk)
    setRefused(undefined)
    const answer = await signInToDemo(desk)
    if (answer.state === 'DONE') return
    setSending(undefined)
    setRefused(
      answer.state === 'REFUSED'
        ? answer.words
        : `${desk_name} uses two-factor authentication. Sign in with the password printed in the terminal.`,
    )
  }
  return (
    <section className={styles['demo']} aria-label="Demo">
      <h2 className={styles['title']}>This is a demo</h2>
      {people.map((person) => (
        <Button
          key={person.desk}
          className={styles['card']}
          isBusy={sending === person.desk}
          disabledReason={isBusy || (sending !== undefined && sending !== person.desk) ? 'Signing you in.' : undefined}
          // The email field keeps the focus, because leaving it empty would show an error.
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => void press(person)}
        >
          <b>
            {person.is_maker ? `Make markets as ${person.desk_name}` : `Trade as ${person.desk_name}`}
            <ArrowRight size={15} aria-hidden="true" />
          </b>
          <small>{person.is_maker ? 'Answer RFQs with your prices.' : 'Ask makers for a price and trade.'}</small>
        </Button>
      ))}
      <Refused words={refused} />
      <p className={styles['hint']}>Everything in it is simulated, including the trades from before its first start.</p>
      <p className={styles['hint']}>
        Each window has its own sign-in, so you can run both sides: <OutwardLink href="/">open a second window</OutwardLink>
      </p>
    </section>
  )
}
