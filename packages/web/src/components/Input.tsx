import type { ComponentPropsWithRef, ReactNode } from 'react'
import { classNames } from '../theme/class-names.ts'
import { Field, type FieldFrame } from './Field.tsx'
import styles from './Input.module.css'

/** A browser shortens what is pasted to `maxLength` before the spaces around it are removed, so no field has it (`text-limit.ts`). */
export type InputProps = Omit<ComponentPropsWithRef<'input'>, 'size' | 'className' | 'maxLength'> &
  FieldFrame & {
    readonly size?: 'small' | 'medium' | 'large'
    readonly before?: ReactNode
    /** A hint at the right edge: a unit, a minimum, or the vol of the price. */
    readonly after?: ReactNode
    readonly align?: 'start' | 'center'
    /** A code is read digit by digit, so it is large and wide. */
    readonly look?: 'text' | 'code'
  }

export function Input({
  label,
  aside,
  error,
  hint,
  remedy,
  className,
  size = 'medium',
  before,
  after,
  align = 'start',
  look = 'text',
  ...rest
}: InputProps) {
  return (
    <Field {...{ label, aside, error, hint, remedy, className }}>
      {({ id, describedBy, invalid }) => (
        <div className={classNames(styles['box'], styles[size], invalid && styles['invalid'], rest.disabled && styles['disabled'])}>
          {before !== undefined && <span className={styles['before']}>{before}</span>}
          <input
            spellCheck={false}
            autoComplete="off"
            {...rest}
            id={rest.id ?? id}
            className={classNames(styles['input'], align === 'center' && styles['center'], look === 'code' && styles['code'])}
            aria-invalid={invalid || undefined}
            aria-describedby={describedBy}
          />
          {after !== undefined && <span className={styles['after']}>{after}</span>}
        </div>
      )}
    </Field>
  )
}
