import { Minus, Plus } from 'lucide-react'
import { readDecimal } from '@parley/core'
import { type KeyboardEvent, type ReactNode, useState } from 'react'
import { classNames } from '../theme/class-names.ts'
import { Field, type FieldFrame } from './Field.tsx'
import inputStyles from './Input.module.css'
import styles from './NumberField.module.css'
import { stepNumberText, withCommas } from './number-text.ts'

export type NumberFieldProps = FieldFrame & {
  /** Plain decimal text, empty when nothing is entered; never rounded. */
  readonly value: string
  readonly onChange: (value: string) => void
  /** One tick or increment, plain decimal text: what an arrow key adds, ten of them with Shift. */
  readonly step: string
  /** Where stepping starts from while the field is empty, e.g. the mark. */
  readonly stepFrom?: string | undefined
  readonly hint?: ReactNode
  readonly hasButtons?: boolean
  readonly size?: 'small' | 'medium'
  readonly disabled?: boolean
  readonly onEnter?: () => void
  /** Reads what is no number, `52v` for a vol; undefined where it cannot. */
  readonly readOther?: (text: string) => string | undefined
  readonly inputRef?: React.Ref<HTMLInputElement>
  readonly placeholder?: string
  readonly name?: string
  readonly 'aria-label'?: string
}

/** Understands `2.5k`, `1,000`, the special minus and arrows. The text stays as typed until the field is left. */
export function NumberField(props: NumberFieldProps) {
  const [draft, setDraft] = useState<string>()
  const shown = draft ?? withCommas(props.value)

  const take = (text: string) => {
    setDraft(text)
    const read = readDecimal(text) ?? props.readOther?.(text)
    if (read !== undefined) props.onChange(read)
    else if (text.trim() === '') props.onChange('')
  }
  const unreadable = draft !== undefined && draft.trim() !== '' && (readDecimal(draft) ?? props.readOther?.(draft)) === undefined
  const step = (times: number) => {
    setDraft(undefined)
    props.onChange(stepNumberText(props.value === '' ? (props.stepFrom ?? '0') : props.value, props.step, times))
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'ArrowUp' || event.key === 'ArrowDown') {
      event.preventDefault()
      step((event.key === 'ArrowUp' ? 1 : -1) * (event.shiftKey ? 10 : 1))
    } else if (event.key === 'Enter') {
      setDraft(undefined)
      props.onEnter?.()
    }
  }

  return (
    <Field {...props} hint={undefined} error={props.error ?? (unreadable ? 'A number is accepted: 250, 2.5k, 0.0428.' : undefined)}>
      {({ id, describedBy, invalid }) => (
        <div
          className={classNames(
            inputStyles['box'],
            props.size === 'small' && inputStyles['small'],
            invalid && inputStyles['invalid'],
            props.disabled && inputStyles['disabled'],
          )}
        >
          {props.hasButtons && <StepButton label="One step down" onPress={() => step(-1)} icon={<Minus size={13} />} />}
          <input
            ref={props.inputRef}
            id={id}
            name={props.name}
            className={classNames(inputStyles['input'], styles['number'], props.hasButtons && inputStyles['center'])}
            inputMode="decimal"
            autoComplete="off"
            spellCheck={false}
            value={shown}
            placeholder={props.placeholder}
            disabled={props.disabled}
            aria-label={props['aria-label']}
            aria-invalid={invalid || undefined}
            aria-describedby={describedBy}
            onChange={(event) => take(event.target.value)}
            onFocus={(event) => event.target.select()}
            onBlur={() => !unreadable && setDraft(undefined)}
            onKeyDown={onKeyDown}
          />
          {props.hint !== undefined && <span className={inputStyles['after']}>{props.hint}</span>}
          {props.hasButtons && <StepButton label="One step up" onPress={() => step(1)} icon={<Plus size={13} />} />}
        </div>
      )}
    </Field>
  )
}

/** Out of the tab order: the arrow keys do the same. */
const StepButton = (props: { readonly label: string; readonly onPress: () => void; readonly icon: ReactNode }) => (
  <button type="button" tabIndex={-1} className={styles['step']} aria-label={props.label} onClick={props.onPress}>
    {props.icon}
  </button>
)
