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

/** Without words beside it, as in the row of a table: its label is read to those who do not see the row. */
export const BareCheckbox = ({ onChange, ...rest }: Omit<ChoiceProps, 'children'>) => (
  <input {...rest} type="checkbox" className={styles['checkbox']} onChange={(event) => onChange(event.target.checked)} />
)

/** 15, 20 and 25 px high. */
export type ToggleSize = 'small' | 'medium' | 'large'

/** On or off at once, without a button to save it. */
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
