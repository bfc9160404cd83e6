import { ChevronDown } from 'lucide-react'
import type { ComponentPropsWithRef } from 'react'
import { classNames } from '../theme/class-names.ts'
import { Field, type FieldFrame } from './Field.tsx'
import inputStyles from './Input.module.css'
import styles from './Select.module.css'

export type Option<T extends string> = { readonly value: T; readonly label: string; readonly disabled?: boolean }

/** The browser's own select, which works with every keyboard, screen reader and touch screen. */
export function Select<T extends string>(
  props: FieldFrame & {
    readonly value: T
    readonly options: readonly Option<T>[]
    readonly onChange: (value: T) => void
    readonly size?: 'small' | 'medium'
    /** Marks the field as invalid if the message is shown elsewhere. */
    readonly isInvalid?: boolean
    /** `short` limits the list to 150 px in browsers that support it. */
    readonly menu?: 'short' | 'own'
  } & Pick<ComponentPropsWithRef<'select'>, 'aria-label' | 'disabled'>,
) {
  return (
    <Field {...props}>
      {({ id, describedBy, invalid }) => (
        <div
          className={classNames(
            inputStyles['box'],
            props.size === 'small' && inputStyles['small'],
            (invalid || props.isInvalid) && inputStyles['invalid'],
          )}
        >
          <select
            id={id}
            className={classNames(styles['select'], props.menu === 'short' && styles['short'])}
            value={props.value}
            disabled={props.disabled}
            aria-label={props['aria-label']}
            aria-describedby={describedBy}
            aria-invalid={invalid || props.isInvalid || undefined}
            onChange={(event) => props.onChange(event.target.value as T)}
          >
            {props.options.map((option) => (
              <option key={option.value} value={option.value} disabled={option.disabled}>
                {option.label}
              </option>
            ))}
          </select>
          <ChevronDown size={13} className={styles['arrow']} aria-hidden="true" />
        </div>
      )}
    </Field>
  )
}
