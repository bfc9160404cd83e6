import type { ComponentPropsWithRef, ReactNode } from 'react'
import { classNames } from '../theme/class-names.ts'
import styles from './Choice.module.css'

type ChoiceProps = Omit<ComponentPropsWithRef<'input'>, 'type' | 'onChange' | 'className'> & {
  readonly children: ReactNode
  readonly onChange: (isOn: boolean) => void
}

export const Checkbox = ({ children, onChange, ...rest }: ChoiceProps) => (
  <label className={styles['choice']}>
    <input {...rest} type="checkbox" className={styles['checkbox']} onChange={(event) => onChange(event.target.checked)} />
    <span>{children}</span>
  </label>
)

/** On or off at once, without a button to save it. */
export const Toggle = ({ children, onChange, ...rest }: ChoiceProps) => (
  <label className={classNames(styles['choice'])}>
    <input {...rest} type="checkbox" role="switch" className={styles['toggle']} onChange={(event) => onChange(event.target.checked)} />
    <span>{children}</span>
  </label>
)
