import { withCommas } from '@parley/core'
import { Minus, Plus } from 'lucide-react'
import { type KeyboardEvent, type ReactNode, useState } from 'react'
import { classNames } from '../theme/class-names.ts'
import { Field, type FieldFrame } from './Field.tsx'
import inputStyles from './Input.module.css'
import styles from './NumberField.module.css'
import { type EnteredNumber, readEntered, roundedText, stepNumberText, suggestEntered } from './number-text.ts'
import { isKey, runKey } from './key-table.ts'

export type NumberFieldProps = FieldFrame & {
  readonly value: EnteredNumber
  /** Receives undefined as soon as the text is not a valid number, so that no button acts on the previous number. */
  readonly onChange: (value: EnteredNumber) => void
  /** One tick or increment as decimal text: the arrow keys add one, or ten with Shift. */
  readonly step: string
  /** For quantities: the value is rounded to the step when the field loses focus, and the field shows the original (rulebook 3.17). */
  readonly isRounded?: boolean
  /** The value from which stepping starts while the field is empty, for example the mark. */
  readonly stepFrom?: string | undefined
  readonly hint?: ReactNode
  readonly hasButtons?: boolean
  readonly size?: 'small' | 'medium'
  readonly disabled?: boolean
  readonly onEnter?: () => void
  /** Reads other formats, such as `52v` for a vol. Returns undefined if it cannot. */
  readonly readOther?: (text: string) => string | undefined
  readonly inputRef?: React.Ref<HTMLInputElement>
  readonly placeholder?: string
  readonly name?: string
  readonly 'aria-label'?: string
}

/** Understands `2.5k`, `1,000`, the typographic minus and arrow keys. The text stays as typed until the field loses focus. */
export function NumberField(props: NumberFieldProps) {
  const { shown, error, remedy, roundedFrom, take, step, leave } = useTyped(props)
  const onKeyDown = (event: KeyboardEvent) => {
    const many = event.shiftKey ? 10 : 1
    if (runKey(event, { up: () => step(many), down: () => step(-many) })) return
    // The form is sent with the number that the field shows after rounding.
    if (isKey('enter', event) || isKey('sendRfq', event)) leave()
    if (isKey('enter', event)) props.onEnter?.()
  }
  const after = roundedFrom === undefined ? props.hint : <span role="status">{`rounded from ${roundedFrom}`}</span>
  return (
    <Field
      {...props}
      className={classNames(props.className, props.label === undefined && styles['alone'])}
      hint={undefined}
      error={error ?? props.error}
      remedy={error === undefined ? props.remedy : remedy}
    >
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
            onBlur={leave}
            onKeyDown={onKeyDown}
          />
          {after !== undefined && <span className={inputStyles['after']}>{after}</span>}
          {props.hasButtons && <StepButton label="One step up" onPress={() => step(1)} icon={<Plus size={13} />} />}
        </div>
      )}
    </Field>
  )
}

/** The text being typed and the value reported for it. */
type Draft = { readonly text: string; readonly value: EnteredNumber }
/** The quantity before and after rounding. */
type Rounding = { readonly from: string; readonly to: string }

/** A draft is valid while the form still has its value. If another value is set from outside, that one is shown. */
function useTyped({ value, onChange, step, stepFrom, isRounded, readOther }: NumberFieldProps) {
  const [held, setDraft] = useState<Draft>()
  const [rounding, setRounding] = useState<Rounding>()
  const draft = held !== undefined && (held.text.trim() === '' || held.value === value) ? held : undefined
  const take = (text: string) => {
    const entered = readEntered(text, readOther)
    setDraft({ text, value: entered })
    setRounding(undefined)
    onChange(entered)
  }
  const leave = () => {
    // Unreadable text stays visible until it is corrected.
    if (value === undefined) return
    setDraft(undefined)
    const rounded = isRounded === true ? roundedText(draft?.value ?? '', step) : undefined
    if (rounded === undefined) return
    setRounding({ from: withCommas(value), to: rounded })
    onChange(rounded)
  }
  const text = draft?.text ?? (value === undefined ? '' : withCommas(value))
  const suggested = value === undefined ? suggestEntered(text, readOther) : undefined
  return {
    shown: text,
    take,
    leave,
    step: (times: number) => {
      setDraft(undefined)
      setRounding(undefined)
      onChange(stepNumberText(value === undefined || value === '' ? (stepFrom ?? '0') : value, step, times))
    },
    error: value !== undefined ? undefined : text === '' ? 'Enter a number.' : invalidNumberText(text, suggested),
    remedy: suggested === undefined ? undefined : { label: `Use ${suggested}`, apply: () => take(suggested) },
    roundedFrom: rounding !== undefined && rounding.to === value ? rounding.from : undefined,
  }
}

const invalidNumberText = (text: string, suggested: string | undefined): string =>
  `${text.trim()} is not a valid number.${suggested === undefined ? ' Accepted: 250, 2.5k, 0.0428.' : ''}`

/** Not in the tab order, because the arrow keys do the same. */
const StepButton = (props: { readonly label: string; readonly onPress: () => void; readonly icon: ReactNode }) => (
  <button type="button" tabIndex={-1} className={styles['step']} aria-label={props.label} onClick={props.onPress}>
    {props.icon}
  </button>
)
