import type { ComponentPropsWithRef, ReactNode } from 'react'
import { classNames } from '../theme/class-names.ts'
import { Field, type FieldFrame } from './Field.tsx'
import styles from './Input.module.css'

export type InputProps = Omit<ComponentPropsWithRef<'input'>, 'size' | 'className'> &
  FieldFrame & {
    readonly size?: 'small' | 'medium' | 'large'
    readonly before?: ReactNode
    /** A hint at the right edge: a unit, a minimum, the vol of the price. */
    readonly after?: ReactNode
    readonly align?: 'start' | 'center'
  }

export function Input({ label, aside, error, remedy, className, size = 'medium', before, after, align = 'start', ...rest }: InputProps) {
  return (
    <Field {...{ label, aside, error, remedy, className }}>
      {({ id, describedBy, invalid }) => (
        <div className={classNames(styles['box'], styles[size], invalid && styles['invalid'], rest.disabled && styles['disabled'])}>
          {before !== undefined && <span className={styles['before']}>{before}</span>}
          <input
            spellCheck={false}
            autoComplete="off"
            {...rest}
            id={rest.id ?? id}
            className={classNames(styles['input'], align === 'center' && styles['center'])}
            aria-invalid={invalid || undefined}
            aria-describedby={describedBy}
          />
          {after !== undefined && <span className={styles['after']}>{after}</span>}
        </div>
      )}
    </Field>
  )
}
