import { Download, X } from 'lucide-react'
import { Button, IconButton } from '../components/Button.tsx'
import { links } from '../components/links.ts'
import { dismissInstalling, install, type InstallState, useInstalling } from '../live/installing.ts'
import styles from './InstallCard.module.css'

const words: Readonly<Record<Exclude<InstallState, 'SUCCESS'>, string>> = {
  ALLOWED: 'Parley can run in its own window and notify you of fills in the background.',
  WAITING_CONFIRM: 'Confirm the installation in your browser.',
  INSTALLING: 'Parley is being installed.',
  CANCELLED: 'Parley was not installed. You can try again.',
  FAILED: 'Your browser could not install Parley.',
}

/**
 * Appears when the browser offers the installation, below everything, so that it covers nothing. It disappears on either dismissal and after the
 * installation.
 */
export function InstallCard() {
  const { state, isDismissed } = useInstalling()
  if (state === undefined || state === 'SUCCESS' || isDismissed) return null
  const isUnderWay = state === 'WAITING_CONFIRM' || state === 'INSTALLING'
  return (
    <section className={styles['card']} aria-label="Install Parley">
      <Download size={16} aria-hidden="true" />
      <p className={styles['words']} role="status">
        {words[state]}{' '}
        {state === 'FAILED' && (
          <a href={links.install} target="_blank" rel="noreferrer">
            How to install it
          </a>
        )}
      </p>
      <Button size="small" kind="primary" isBusy={isUnderWay} onClick={() => void install()}>
        Install
      </Button>
      {!isUnderWay && (
        <Button size="small" kind="quiet" title="Do not show again in this browser" onClick={() => dismissInstalling('permanently')}>
          Don't Show
        </Button>
      )}
      {!isUnderWay && (
        <IconButton label="Not now" title="Ask again in a week" onClick={() => dismissInstalling('softly')}>
          <X size={15} aria-hidden="true" />
        </IconButton>
      )}
    </section>
  )
}
