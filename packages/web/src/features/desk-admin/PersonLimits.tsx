import { type PersonLimitView, protectionCalls } from '@parley/contracts'
import { Button } from '../../components/Button.tsx'
import { Input } from '../../components/Input.tsx'
import { Refused } from '../../components/Refused.tsx'
import { Skeleton } from '../../components/Skeleton.tsx'
import { toast } from '../../components/toasts.ts'
import { useForm } from '../../components/use-form.ts'
import { write } from '../../live/api.ts'
import { useOnce } from '../../live/loadable.ts'
import { readPreTradeLimits } from '../../live/pre-trade-limits.ts'
import { isStepUpGivenUp, withStepUp } from '../../live/step-up.ts'
import { orNone, wrongLimit } from '../protection/PreTradeLimits.tsx'
import protection from '../protection/Protection.module.css'
import { refusalOf } from '../protection/refusal-of.ts'
import styles from './PersonLimits.module.css'

/** The maximum order notional of each member and API key, in addition to the limit of the desk. For administrators. */
export function PersonLimits() {
  const people = useOnce(protectionCalls.getPersonLimits, {})
  return (
    <section className={protection['section']} aria-labelledby="person-limits">
      <h2 id="person-limits" className={styles['heading']}>
        User and key limits
      </h2>
      <p className={protection['about']}>
        The maximum notional of one order or RFQ of a user or an API key. The smaller of this limit and the desk’s limit applies, and a
        rejection names the limit that was exceeded. Users see only their own limit. Leave a field empty to use the desk’s limit.
      </p>
      {people.state === 'LOADING' && <Skeleton lines={3} label="Loading limits" />}
      {people.state === 'FAILED' && (
        <>
          <Refused words={people.words} />
          <Button onClick={people.retry}>Try again</Button>
        </>
      )}
      {people.state === 'LOADED' && (
        <ul className={styles['list']}>
          {people.data.results.map((person) => (
            <li key={person.user}>
              <PersonLimit person={person} />
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}

function PersonLimit({ person }: { readonly person: PersonLimitView }) {
  const { user: id, user_name: name, is_key: isKey } = person
  const form = useForm({
    initial: { most_notional: person.most_notional ?? '' },
    check: ({ most_notional: text }) => ({ most_notional: wrongLimit(text) }),
    send: async ({ most_notional: text }) => {
      try {
        const body = { most_notional: orNone(text) }
        const set = await withStepUp(() => write(protectionCalls.setPersonLimit, { params: { id }, body }))
        const title = set.most_notional === null ? 'Limit removed' : 'Limit set'
        toast({ key: `limit ${id}`, tone: 'done', title, text: `${name}: takes effect immediately.` })
        // An administrator may have changed their own limit.
        void readPreTradeLimits()
        return undefined
      } catch (error) {
        return isStepUpGivenUp(error) ? undefined : refusalOf(error)
      }
    },
  })
  return (
    <form className={styles['row']} onSubmit={form.onSubmit} noValidate aria-label={`Limit of ${name}`}>
      <Input
        label={isKey ? `${name} (API key)` : name}
        inputMode="decimal"
        after="USD"
        placeholder="Desk limit"
        {...form.field('most_notional')}
      />
      <Button type="submit" isBusy={form.isSending} disabledReason={form.disabledReason}>
        Set limit
      </Button>
      <Refused words={form.refused} />
    </form>
  )
}
