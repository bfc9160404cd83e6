import type { UserView } from '@parley/contracts'
import { useState } from 'react'
import { Button } from '../../components/Button.tsx'
import { Toggle } from '../../components/Choice.tsx'
import { askForDesktop, desktopState, type DesktopState } from '../../live/attention.ts'
import { wordsOf } from '../../live/loadable.ts'
import { updateUser, useUser } from '../../live/session.ts'
import styles from './SettingsDialog.module.css'

const settings = [
  { name: 'visual_notifications_enabled', label: 'Messages on the screen', why: 'New RFQs, quotes, fills, trades away and refusals' },
  { name: 'audio_notifications_enabled', label: 'Sound', why: 'One short tone, at most once a second' },
] as const

export const notificationSummary = (user: UserView): string =>
  [user.visual_notifications_enabled && 'Screen', user.audio_notifications_enabled && 'sound'].filter(Boolean).join(', ') || 'Off'

/** Saved at each change; what the server holds is what is shown. */
export function NotificationSettings() {
  const user = useUser()
  const [refused, setRefused] = useState<string>()
  const save = async (change: Parameters<typeof updateUser>[0]) => {
    setRefused(undefined)
    await updateUser(change).catch((error: unknown) => setRefused(wordsOf(error)))
  }
  return (
    <div className={styles['settings']}>
      {settings.map(({ name, label, why }) => (
        <div key={name} className={styles['setting']}>
          <Toggle checked={user[name]} onChange={(isOn) => void save({ [name]: isOn })}>
            {label}
          </Toggle>
          <span className={styles['why']}>{why}</span>
        </div>
      ))}
      <Desktop />
      {refused !== undefined && (
        <p className={styles['refused']} role="alert">
          {refused}
        </p>
      )}
    </div>
  )
}

const desktopWords: Readonly<Record<DesktopState, string>> = {
  ASK: 'Messages outside the browser while you look elsewhere; the browser asks once',
  ON: 'Allowed by this browser',
  REFUSED: 'Refused by this browser; its settings for this page allow it again',
  NOT_HERE: 'This browser has none',
}

function Desktop() {
  const [state, setState] = useState(desktopState)
  return (
    <div className={styles['desktop']}>
      <div className={styles['setting']}>
        <span>Desktop</span>
        <span className={styles['hint']}>{desktopWords[state]}</span>
      </div>
      {state === 'ASK' && <Button onClick={() => void askForDesktop().then(setState)}>Allow</Button>}
    </div>
  )
}
