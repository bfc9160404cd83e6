import { Check, CircleX } from 'lucide-react'
import { clockText } from '../../../components/time-text.ts'
import { classNames } from '../../../theme/class-names.ts'
import styles from './Steps.module.css'
import type { Refused, Step } from './step.ts'

/** The way of the order that was pressed last: pressed, sent, accepted or refused, each with its time. */
export const Steps = ({ steps, refused }: { readonly steps: readonly Step[]; readonly refused: Refused | undefined }) => (
  <p className={styles['steps']} role="status">
    {steps.map((step) => (
      <span key={step.word} className={classNames(styles['step'], step.isNot && styles['not'])}>
        {step.isNot ? <CircleX size={12} aria-hidden="true" /> : <Check size={12} aria-hidden="true" />} {step.word}{' '}
        <time title={timeText(step.at)}>{timeText(step.at).slice(SECONDS)}</time>
      </span>
    ))}
    {refused !== undefined && (
      <span className={styles['refused']}>
        <CircleX size={12} aria-hidden="true" /> Refused <time>{timeText(refused.at)}</time>: {refused.words}
      </span>
    )}
  </p>
)

/** The minute is known to who has just pressed: `41.220` is enough. */
const SECONDS = 'hh:mm:'.length

/** Thousandths of a second: a trader asks which came first. */
export const timeText = (at: number): string => `${clockText(at)}.${String(Math.floor(at % 1_000)).padStart(3, '0')}`
