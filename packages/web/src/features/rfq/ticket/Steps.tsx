import { Check, CircleX } from 'lucide-react'
import type { ReactNode } from 'react'
import { Time } from '../../../components/Time.tsx'
import { preciseText } from '../../../components/time-text.ts'
import { classNames } from '../../../theme/class-names.ts'
import styles from './Steps.module.css'
import type { Refused, Step } from './step.ts'

/** The progress of the last order: entered, sent, accepted or rejected, each with its time. */
type StepsProps = { readonly steps: readonly Step[]; readonly refused: Refused | undefined; readonly children?: ReactNode }

export const Steps = ({ steps, refused, children }: StepsProps) => (
  <p className={styles['steps']} role="status">
    {steps.map((step) => (
      <span key={step.word} className={classNames(styles['step'], step.isNot && styles['not'])}>
        {step.isNot ? <CircleX size={12} aria-hidden="true" /> : <Check size={12} aria-hidden="true" />} {step.word}{' '}
        <Time at={step.at} text={preciseText} />
      </span>
    ))}
    {children}
    {refused !== undefined && (
      <span className={styles['refused']}>
        <CircleX size={12} aria-hidden="true" /> Refused <Time at={refused.at} text={preciseText} />: {refused.words}
      </span>
    )}
  </p>
)
