import { Check, CircleX } from 'lucide-react'
import { Button } from '../../../components/Button.tsx'
import { Time } from '../../../components/Time.tsx'
import { preciseText } from '../../../components/time-text.ts'
import type { Alternative, Outcome } from './order-outcome.ts'
import styles from './Outcomes.module.css'
import { Unanswered } from '../../order-entry/Unanswered.tsx'
import type { SentSide } from './use-taker-sending.ts'

type OutcomesProps = {
  readonly sent: readonly SentSide[]
  readonly alternativesOf: (one: SentSide) => readonly Alternative[]
  readonly onTake: (alternative: Alternative) => void
  readonly onWithdraw: (one: SentSide) => void
}

/** The outcome of the last order on each side, with its time. Only completed steps have a tick. */
export const Outcomes = ({ sent, alternativesOf, onTake, onWithdraw }: OutcomesProps) =>
  sent.length === 0 ? null : (
    <ul className={styles['outcomes']} aria-label="Outcomes of your orders">
      {sent.map((one) => (
        <li key={one.side}>
          <span role="status">
            {one.outcome === undefined ? <OnItsWay one={one} onWithdraw={onWithdraw} /> : <Became one={one} outcome={one.outcome} />}
          </span>
          {one.outcome?.kind === 'NOT' && (
            <span className={styles['presses']}>
              {alternativesOf(one).map((alternative) => (
                <Button key={alternative.label} size="small" onClick={() => onTake(alternative)}>
                  {alternative.label}
                </Button>
              ))}
            </span>
          )}
        </li>
      ))}
    </ul>
  )

type OnItsWayProps = { readonly one: SentSide; readonly onWithdraw: (one: SentSide) => void }

const OnItsWay = ({ one, onWithdraw }: OnItsWayProps) => (
  <span>
    <Check size={12} aria-hidden="true" /> {`${one.what}: entered and sent`} <Time at={one.pressedAt} text={preciseText} />
    <Unanswered of={one} onWithdraw={() => onWithdraw(one)} />
  </span>
)

const Became = ({ one, outcome }: { readonly one: SentSide; readonly outcome: Outcome }) => (
  <span className={styles[outcome.kind]}>
    {outcome.kind === 'DONE' || outcome.kind === 'PARTLY' ? (
      <Check size={12} aria-hidden="true" />
    ) : (
      <CircleX size={12} aria-hidden="true" />
    )}{' '}
    {`${one.what}: `}
    <b>{outcome.words}</b>{' '}
    <Time at={one.answeredAt ?? one.pressedAt} text={preciseText} after={`· entered ${preciseText(one.pressedAt)}`} />
  </span>
)
