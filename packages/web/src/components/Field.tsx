import { CircleAlert } from 'lucide-react'
import { type ReactNode, useId } from 'react'
import { classNames } from '../theme/class-names.ts'
import styles from './Field.module.css'

export type FieldFrame = {
  readonly label?: ReactNode
  /** At the right of the label, such as a link or a unit. */
  readonly aside?: ReactNode
  /** The server's message if the value is refused. */
  readonly error?: string | undefined
  /** The accepted values, shown before anything is wrong. */
  readonly hint?: string | undefined
  /** A button next to the error that enters an accepted value. */
  readonly remedy?: { readonly label: string; readonly apply: () => void } | undefined
  readonly className?: string | undefined
}

/** Label above, control, error below. The control receives the ids that connect them. */
export function Field(
  props: FieldFrame & { readonly children: (ids: { id: string; describedBy: string | undefined; invalid: boolean }) => ReactNode },
) {
  const id = useId()
  const errorId = `${id}-error`
  const hintId = `${id}-hint`
  const invalid = props.error !== undefined
  const isHinted = props.hint !== undefined && !invalid
  return (
    <div className={classNames(styles['field'], props.className)}>
      {props.label !== undefined && (
        <div className={styles['head']}>
          <label className={styles['label']} htmlFor={id}>
            {props.label}
          </label>
          {props.aside}
        </div>
      )}
      {props.children({ id, describedBy: invalid ? errorId : isHinted ? hintId : undefined, invalid })}
      {isHinted && (
        <p className={styles['hint']} id={hintId}>
          {props.hint}
        </p>
      )}
      {invalid && (
        <div className={styles['error']} id={errorId} role="alert">
          <CircleAlert size={14} aria-hidden="true" />
          <span>{props.error}</span>
          {props.remedy !== undefined && (
            <button type="button" className={styles['remedy']} onClick={props.remedy.apply}>
              {props.remedy.label}
            </button>
          )}
        </div>
      )}
    </div>
  )
}
