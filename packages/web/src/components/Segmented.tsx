import { classNames } from '../theme/class-names.ts'
import styles from './Segmented.module.css'
import { runKey } from './key-table.ts'

/** A radio group with all options visible. Arrow keys move through it. */
export function Segmented<T extends string>(props: {
  readonly label: string
  readonly value: T
  readonly options: readonly { readonly value: T; readonly label: string; readonly disabledReason?: string }[]
  readonly onChange: (value: T) => void
}) {
  const move = (from: number, by: number) => {
    const count = props.options.length
    for (let step = 1; step <= count; step += 1) {
      const next = props.options[(from + by * step + count * step) % count]
      if (next !== undefined && next.disabledReason === undefined) return props.onChange(next.value)
    }
  }
  return (
    <div className={styles['group']} role="radiogroup" aria-label={props.label}>
      {props.options.map((option, index) => {
        const isChosen = option.value === props.value
        return (
          <button
            key={option.value}
            type="button"
            role="radio"
            aria-checked={isChosen}
            aria-disabled={option.disabledReason !== undefined || undefined}
            title={option.disabledReason}
            tabIndex={isChosen ? 0 : -1}
            ref={(element) => {
              if (isChosen && element?.parentElement?.contains(document.activeElement)) element.focus()
            }}
            className={classNames(styles['segment'], isChosen && styles['chosen'])}
            onClick={() => option.disabledReason === undefined && props.onChange(option.value)}
            onKeyDown={(event) => {
              const [next, previous] = [() => move(index, 1), () => move(index, -1)]
              if (runKey(event, { right: next, down: next, left: previous, up: previous })) event.stopPropagation()
            }}
          >
            {option.label}
          </button>
        )
      })}
    </div>
  )
}
