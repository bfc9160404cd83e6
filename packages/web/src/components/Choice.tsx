import type { ComponentPropsWithRef, ReactNode } from 'react'
import { classNames } from '../theme/class-names.ts'
import styles from './Choice.module.css'

type ChoiceProps = Omit<ComponentPropsWithRef<'input'>, 'type' | 'onChange' | 'className'> & {
  readonly children: ReactNode
  readonly onChange: (isOn: boolean) => void
}

export const Checkbox = ({ children, ...rest }: ChoiceProps) => (
  <label className={styles['choice']}>
    <BareCheckbox {...rest} />
    <span>{children}</span>
  </label>
)

/** A checkbox without visible text, as in a table row. Its label is for screen readers. */
export const BareCheckbox = ({ onChange, ...rest }: Omit<ChoiceProps, 'children'>) => (
  <input {...rest} type="checkbox" className={styles['checkbox']} onChange={(event) => onChange(event.target.checked)} />
)

/** 15, 20 and 25 px high. */
export type ToggleSize = 'small' | 'medium' | 'large'

/** Takes effect immediately, without a save button. */
export const Toggle = ({ children, onChange, size = 'small', ...rest }: Omit<ChoiceProps, 'size'> & { readonly size?: ToggleSize }) => (
  <label className={styles['choice']}>
    <input
      {...rest}
      type="checkbox"
      role="switch"
      className={classNames(styles['toggle'], styles[size])}
      onChange={(event) => onChange(event.target.checked)}
    />
    <span>{children}</span>
  </label>
)
