import { useId } from 'react'
import styles from './Form.module.css'

export type OptionLine<T extends string> = { readonly value: T; readonly name: string; readonly meaning: string }

/** A choice among a few options that need a line of explanation each. It uses native radio buttons, which work with arrow keys and screen readers. */
export function Options<T extends string>(props: {
  readonly legend: string
  readonly name: string
  readonly value: T
  readonly options: readonly OptionLine<T>[]
  readonly onChange: (value: T) => void
}) {
  const id = useId()
  return (
    <fieldset className={styles['group']}>
      <legend className={styles['legend']}>{props.legend}</legend>
      {props.options.map((option) => (
        <label key={option.value} className={styles['option']}>
          <input
            type="radio"
            className={styles['radio']}
            name={props.name}
            value={option.value}
            checked={option.value === props.value}
            aria-labelledby={`${id}-${option.value}-name`}
            aria-describedby={`${id}-${option.value}-meaning`}
            onChange={() => props.onChange(option.value)}
          />
          <span className={styles['optionWords']}>
            <span id={`${id}-${option.value}-name`} className={styles['optionName']}>
              {option.name}
            </span>
            <span id={`${id}-${option.value}-meaning`} className={styles['optionMeaning']}>
              {option.meaning}
            </span>
          </span>
        </label>
      ))}
    </fieldset>
  )
}
