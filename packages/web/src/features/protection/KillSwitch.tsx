import { CircleCheck, OctagonX } from 'lucide-react'
import { deskCalls, type TradingStopView } from '@parley/contracts'
import { hasRight } from '@parley/core'
import { useState } from 'react'
import { Button } from '../../components/Button.tsx'
import { Input } from '../../components/Input.tsx'
import { Segmented } from '../../components/Segmented.tsx'
import { Select } from '../../components/Select.tsx'
import { tooLongText } from '../../components/text-limit.ts'
import { useOnce } from '../../live/loadable.ts'
import { useUser } from '../../live/session.ts'
import { AllowAgain } from './AllowAgain.tsx'
import { ConfirmStop, type Stopping } from './ConfirmStop.tsx'
import { OwnStop } from './OwnStop.tsx'
import styles from './Protection.module.css'
import { useStops } from '../../live/trade-reasons.ts'
import { stopTitle, stopText } from '../../live/stop-text.ts'

const REASON_CHARACTERS = 200

/** Cancels everything of the desk, or of one user or key, and blocks new orders. For administrators. */
export function KillSwitch() {
  const user = useUser()
  const stops = useStops()
  const isAdministrator = hasRight(user.role, 'Administer')
  return (
    <div className={styles['section']}>
      <p className={styles['about']}>
        The kill switch cancels all quotes, orders and RFQs in both flows with one command, and blocks new ones until trading is resumed.
        Nothing that it cancelled can fill after the sequence number that it returns. Trades that are already agreed still settle.
      </p>
      <Stops stops={stops} isAdministrator={isAdministrator} />
      {isAdministrator ? (
        <Press isDeskStopped={stops.some((stop) => stop.user === null)} />
      ) : (
        <p className={styles['quietLine']}>
          An administrator can stop the desk or any of its members. You can stop yourself. Only an administrator can resume your trading.
        </p>
      )}
      <OwnStop />
    </div>
  )
}

function Stops({ stops, isAdministrator }: { readonly stops: readonly TradingStopView[]; readonly isAdministrator: boolean }) {
  const [asked, setAsked] = useState<TradingStopView>()
  if (stops.length === 0)
    return (
      <p className={styles['good']}>
        <CircleCheck size={15} aria-hidden="true" /> Trading is enabled.
      </p>
    )
  return (
    <ul className={styles['cards']}>
      {stops.map((stop) => (
        <li key={stop.user ?? ''} className={styles['stopRow']}>
          <div className={styles['stopWords']}>
            <b>{stopTitle(stop)}</b>
            <span className={styles['cardAbout']}>{stopText(stop)}</span>
          </div>
          {isAdministrator && (
            <Button size="small" onClick={() => setAsked(stop)}>
              Resume trading
            </Button>
          )}
        </li>
      ))}
      {asked !== undefined && <AllowAgain stop={asked} onClose={() => setAsked(undefined)} />}
    </ul>
  )
}

const scopes = [
  { value: 'DESK', label: 'Whole desk' },
  { value: 'ONE', label: 'One person or key' },
] as const

function Press({ isDeskStopped }: { readonly isDeskStopped: boolean }) {
  const user = useUser()
  const [scope, setScope] = useState<'DESK' | 'ONE'>('DESK')
  const [one, setOne] = useState('')
  const [why, setWhy] = useState('')
  const [asked, setAsked] = useState<Stopping>()
  const long = tooLongText(why, REASON_CHARACTERS)
  const people = usePeople(user.id)
  const named = people.find(({ value }) => value === one)
  const reason =
    scope === 'DESK'
      ? isDeskStopped
        ? 'Your desk is already stopped.'
        : undefined
      : named === undefined
        ? 'Choose a person or key.'
        : undefined
  const press = () =>
    setAsked({ ...(scope === 'DESK' || named === undefined ? {} : { user: named.value, name: named.label }), why: why.trim() })
  return (
    <div className={styles['press']}>
      <Segmented label="Scope" value={scope} options={scopes} onChange={setScope} />
      {scope === 'ONE' && (
        <Select
          label="Person or key"
          value={one}
          options={[{ value: '', label: 'Choose…' }, ...people]}
          onChange={setOne}
          hint="This stops all sessions of a person, or all programs that use a key."
        />
      )}
      <Input
        label="Reason (visible to your desk)"
        value={why}
        error={long}
        placeholder="Optional"
        onChange={(event) => setWhy(event.target.value)}
      />
      <Button kind="danger" size="large" icon={<OctagonX size={16} />} disabledReason={reason ?? long} onClick={press}>
        {scope === 'DESK' ? 'Stop the desk' : 'Stop selected'}
      </Button>
      {asked !== undefined && <ConfirmStop stopping={asked} onClose={() => setAsked(undefined)} />}
    </div>
  )
}

/** Members, then the current user, then keys. */
function usePeople(own: string): readonly { readonly value: string; readonly label: string }[] {
  const members = useOnce(deskCalls.listMembers, {})
  const keys = useOnce(deskCalls.listApiKeys, {})
  const known = members.state === 'LOADED' ? members.data.results : []
  const people = known.map(({ id, first_name: first, last_name: last, email }) => ({
    value: id,
    label: `${`${first} ${last}`.trim() || email}${id === own ? ' (you)' : ''}`,
  }))
  const ofKeys = keys.state === 'LOADED' ? keys.data.results.map(({ id, name }) => ({ value: id, label: `Key ${name}` })) : []
  return [...people.filter(({ value }) => value !== own), ...people.filter(({ value }) => value === own), ...ofKeys]
}
