import type { KeyboardEvent } from 'react'
import { runKey } from './key-table.ts'
import styles from './Slider.module.css'

type SliderProps = {
  /** For screen readers. The caller provides the visible text. */
  readonly label: string
  readonly value: number
  readonly least: number
  readonly most: number
  /** The step of an arrow key. Shift multiplies it by ten. */
  readonly step: number
  /** `32 % of free margin`. */
  readonly valueText: string
  /** Labels under the track, at their positions. */
  readonly marks: readonly { readonly at: number; readonly label: string }[]
  readonly disabled?: boolean
  readonly onChange: (value: number) => void
}

/** The browser's own slider, so that keys, touch and screen readers work as usual. */
export function Slider({ label, value, least, most, step, valueText, marks, disabled, onChange }: SliderProps) {
  const share = (at: number): number => ((Math.min(most, Math.max(least, at)) - least) / (most - least || 1)) * 100
  const go = (by: number) => onChange(Math.min(most, Math.max(least, value + by)))
  const onKeyDown = (event: KeyboardEvent) => {
    const many = event.shiftKey ? 10 : 1
    const [up, down] = [() => go(many * step), () => go(-many * step)]
    if (runKey(event, { up, right: up, down, left: down })) event.stopPropagation()
  }
  return (
    <div className={styles['slider']}>
      <input
        type="range"
        className={styles['range']}
        style={{ '--share': `${share(value)}%` } as React.CSSProperties}
        aria-label={label}
        aria-valuetext={valueText}
        min={least}
        max={most}
        step={step}
        value={Math.min(most, Math.max(least, value))}
        disabled={disabled}
        onChange={(event) => onChange(Number(event.target.value))}
        onKeyDown={onKeyDown}
      />
      <span className={styles['marks']} aria-hidden="true">
        {marks.map(({ at, label: words }) => (
          <span key={at} style={{ left: `${share(at)}%` }} data-edge={at === least ? 'start' : at === most ? 'end' : undefined}>
            {words}
          </span>
        ))}
      </span>
    </div>
  )
}
