import type { VenueAccountView } from '@parley/contracts'
import { venueForms } from '@parley/core'
import { Check, Minus, RefreshCw, TriangleAlert, X } from 'lucide-react'
import type { ReactNode } from 'react'
import { StatusBadge } from '../../components/Badge.tsx'
import { classNames } from '../../theme/class-names.ts'
import { RowButton } from './cells.tsx'
import { useClock } from './use-clock.ts'
import { accountText, keyStatus, refusalText, subjectText, successText } from './venue-account-text.ts'
import styles from './VenueAccounts.module.css'

export type RowActions = {
  readonly check: (account: VenueAccountView) => void
  readonly isChecking: boolean
  readonly edit: (account: VenueAccountView) => void
  readonly makeDefault: (account: VenueAccountView) => void
  readonly remove: (account: VenueAccountView) => void
}
type RowProps = { readonly account: VenueAccountView; readonly disabledReason: string | undefined; readonly actions: RowActions }

/** An account: its health, the findings of its venue about the key, and the possible actions. */
export function VenueAccountRow({ account, disabledReason, actions }: RowProps) {
  const { name, is_default, is_read_only } = account
  return (
    <li className={styles['account']}>
      <div className={styles['cell']}>
        <span className={styles['names']}>
          <span className={styles['accountName']}>{name}</span>
          {is_default && <StatusBadge tone="mine">Default</StatusBadge>}
          {is_read_only && <StatusBadge tone="plain">Read only</StatusBadge>}
        </span>
        <span className={styles['second']}>{accountText(account)}</span>
      </div>
      <Health account={account} />
      <Scopes account={account} />
      <Key account={account} />
      <Buttons account={account} disabledReason={disabledReason} actions={actions} />
    </li>
  )
}

const tones = { HEALTHY: 'healthy', WARNING: 'warning', FAILING: 'failing', UNCHECKED: 'unchecked' } as const

function Health({ account }: { readonly account: VenueAccountView }) {
  const now = useClock()
  const { health, venue } = account
  return (
    <div className={styles['cell']}>
      <span className={classNames(styles['health'], styles[tones[health.state]])}>
        <span className={styles['dot']} aria-hidden="true" /> {health.words}
      </span>
      {venueForms[venue].secret === 'KEY' && <span className={styles['second']}>{successText(account, now)}</span>}
      {health.state !== 'HEALTHY' && health.sentence !== null && <span className={styles['why']}>{health.sentence}</span>}
      {health.unanswered !== null && <span className={styles['why']}>{health.unanswered.words}</span>}
      {venueForms[venue].secret === 'KEY' && (
        <span className={styles['second']}>
          <span className={styles['faint']}>Last refusal</span> {refusalText(account)}
        </span>
      )}
    </div>
  )
}

type Finding = NonNullable<VenueAccountView['health']['check']>['findings'][number]
const marks: Readonly<Record<Finding['verdict'], ReactNode>> = {
  GOOD: <Check size={13} className={styles['good']} role="img" aria-label="good" />,
  WARNING: <TriangleAlert size={13} className={styles['warning']} role="img" aria-label="warning" />,
  BAD: <X size={13} className={styles['failing']} role="img" aria-label="bad" />,
  NOT_SAID: <Minus size={13} className={styles['faint']} role="img" aria-label="not reported" />,
}

const Scopes = ({ account: { health } }: { readonly account: VenueAccountView }) => (
  <ul className={styles['scopes']} aria-label="Scopes we checked">
    {(health.check?.findings ?? []).map(({ about, verdict, sentence, venue_words }) => (
      <li key={about} title={[sentence, venue_words].filter(Boolean).join(' ')}>
        {marks[verdict]} {subjectText[about]}
      </li>
    ))}
  </ul>
)

function Key({ account }: { readonly account: VenueAccountView }) {
  const now = useClock()
  const { age, next, tone } = keyStatus(account, now)
  return (
    <div className={styles['cell']}>
      <span className={classNames(tone === 'warn' && styles['warning'], tone === 'mine' && styles['rotating'])}>
        {tone === 'mine' && <RefreshCw size={12} aria-hidden="true" />} {age}
      </span>
      <span className={styles['second']}>{next}</span>
    </div>
  )
}

const Buttons = ({ account, disabledReason, actions }: RowProps) => {
  const hasKey = venueForms[account.venue].secret === 'KEY'
  const button = (label: string, onPress: (account: VenueAccountView) => void, reason = disabledReason) => (
    <RowButton label={label} of={account.name} disabledReason={reason} onPress={() => onPress(account)} />
  )
  return (
    <span className={styles['buttons']}>
      {hasKey && button('Check', actions.check, disabledReason ?? (actions.isChecking ? 'Checking with the venue.' : undefined))}
      {button(hasKey ? 'Rotate' : 'Edit', actions.edit)}
      {!account.is_default &&
        button(
          'Make default',
          actions.makeDefault,
          disabledReason ?? (account.is_read_only ? 'A read-only account cannot be the default.' : undefined),
        )}
      {button('Remove', actions.remove)}
    </span>
  )
}
