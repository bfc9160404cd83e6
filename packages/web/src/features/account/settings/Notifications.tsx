import type { UserView } from '@parley/contracts'
import { useState } from 'react'
import { Button } from '../../../components/Button.tsx'
import { Toggle } from '../../../components/Choice.tsx'
import { askForDesktop, desktopState, type DesktopState, type SoundEvent } from '../../../live/attention.ts'
import { useFlag } from '../../../live/feature-flags.ts'
import { errorMessage } from '../../../live/loadable.ts'
import { isSoundOn } from '../../../live/notices.ts'
import { changePreferences, isMatchingDetected, usePreferences } from '../../../live/preferences.ts'
import { updateUser, useUser } from '../../../live/session.ts'
import styles from './Settings.module.css'
import { report } from '../../../live/report.ts'

type Flag = Extract<keyof UserView, `${string}_notifications_enabled`>
type Setting = { readonly name: Flag; readonly label: string; readonly why: string }

const groups: readonly { readonly title: string; readonly settings: readonly Setting[] }[] = [
  {
    title: 'On a computer',
    settings: [
      { name: 'visual_notifications_enabled', label: 'Messages', why: 'In the app, and as browser notifications if you allow them' },
      { name: 'audio_notifications_enabled', label: 'Sound', why: 'One short tone, at most once a second. Choose the events below.' },
    ],
  },
  {
    title: 'On a phone',
    settings: [
      { name: 'visual_mobile_notifications_enabled', label: 'Messages on a phone', why: 'On screens narrower than 900 px' },
      { name: 'audio_mobile_notifications_enabled', label: 'Sound on a phone', why: 'One short tone, at most once a second' },
    ],
  },
  {
    title: 'Events',
    settings: [
      {
        name: 'trading_notifications_enabled',
        label: 'Trading',
        why: 'Quotes in your RFQs, fills, trades away and rejections. New RFQs always notify you.',
      },
      {
        name: 'email_notifications_enabled',
        label: 'Email',
        why: 'New RFQs and settled trades while you have no screen open. Security emails are always sent.',
      },
    ],
  },
]

/** Each change is saved immediately. The screen shows the values that the server holds. */
export function Notifications() {
  const user = useUser()
  const [saving, setSaving] = useState<Partial<Record<Flag, boolean>>>({})
  const [outcome, setOutcome] = useState('')
  const save = async (name: Flag, isOn: boolean) => {
    setOutcome('')
    setSaving((before) => ({ ...before, [name]: isOn }))
    await updateUser({ [name]: isOn }).then(
      () => setOutcome('Profile updated successfully!'),
      (error: unknown) => {
        report('A notification setting was not saved.', error)
        setOutcome(`Not saved: ${errorMessage(error)}`)
      },
    )
    setSaving(({ [name]: _saved, ...others }) => others)
  }
  return (
    <div className={styles['settings']}>
      {groups.map(({ title, settings }) => (
        <section key={title} className={styles['section']} aria-label={title}>
          <h3 className={styles['subtitle']}>{title}</h3>
          {settings.map(({ name, label, why }) => (
            <div key={name} className={styles['setting']}>
              <Toggle size="medium" checked={saving[name] ?? user[name]} onChange={(isOn) => void save(name, isOn)}>
                {label}
              </Toggle>
              <span className={styles['why']}>{why}</span>
            </div>
          ))}
        </section>
      ))}
      <Sounds />
      <Matching />
      <Desktop />
      <p className={styles['quiet']} role="status">
        {outcome}
      </p>
    </div>
  )
}

const sounds: readonly { readonly event: SoundEvent; readonly label: string; readonly why: string }[] = [
  { event: 'REQUEST', label: 'New RFQ sound', why: 'An even tone' },
  { event: 'QUOTE', label: 'Quote sound', why: 'A low tone: the first quote in each of your RFQs, and trades away' },
  { event: 'FILL', label: 'Fill sound', why: 'A rising tone' },
  { event: 'WARNING', label: 'Warning sound', why: 'A falling tone: rejections, protections, and your orders cancelled by others' },
]

/** Saved with the user's preferences. The sound switches above turn all of them off. */
function Sounds() {
  const preferences = usePreferences()
  const turn = (event: SoundEvent, isOn: boolean) =>
    changePreferences((before) => ({ ...before, sounds: { ...(before['sounds'] as object | undefined), [event]: isOn } }))
  return (
    <section className={styles['section']} aria-label="Sounds">
      <h3 className={styles['subtitle']}>Sounds</h3>
      {sounds.map(({ event, label, why }) => (
        <div key={event} className={styles['setting']}>
          <Toggle size="medium" checked={isSoundOn(preferences, event)} onChange={(isOn) => turn(event, isOn)}>
            {label}
          </Toggle>
          <span className={styles['why']}>{why}</span>
        </div>
      ))}
    </section>
  )
}

/** Saved with the user's preferences. */
function Matching() {
  const preferences = usePreferences()
  if (!useFlag('feature_matching_quote')) return null
  return (
    <section className={styles['section']} aria-label="In tickets">
      <h3 className={styles['subtitle']}>In tickets</h3>
      <div className={styles['setting']}>
        <Toggle
          size="medium"
          checked={isMatchingDetected(preferences)}
          onChange={(isOn) => changePreferences((before) => ({ ...before, isMatchingDetectionEnabled: isOn }))}
        >
          Suggest matching quotes
        </Toggle>
        <span className={styles['why']}>If you already quote the same structure elsewhere, the ticket suggests that price</span>
      </div>
    </section>
  )
}

const desktopText: Readonly<Record<DesktopState, string>> = {
  ASK: 'Notifications while another window is in front. The browser asks once.',
  ON: 'Allowed by this browser',
  REFUSED: 'Blocked by this browser. Allow notifications in its settings for this site.',
  NOT_HERE: 'Not supported by this browser',
}

function Desktop() {
  const [state, setState] = useState(desktopState)
  return (
    <div className={styles['desktop']}>
      <div className={styles['setting']}>
        <span>Browser notifications</span>
        <span className={styles['hint']}>{desktopText[state]}</span>
      </div>
      {state === 'ASK' && <Button onClick={() => void askForDesktop().then(setState)}>Allow</Button>}
    </div>
  )
}
