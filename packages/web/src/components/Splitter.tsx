import { type KeyboardEvent, useState } from 'react'
import { classNames } from '../theme/class-names.ts'
import styles from './Splitter.module.css'
import { runKey } from './key-table.ts'

const STEP_PX = 16

/** The divider between two panels, moved by dragging or with the arrow keys. The size is that of the panel after it. */
export function Splitter(props: {
  readonly label: string
  readonly axis: 'across' | 'down'
  readonly size: number
  readonly least: number
  readonly most: number
  readonly onSize: (size: number) => void
  readonly onReset: () => void
}) {
  const [from, setFrom] = useState<{ at: number; size: number }>()
  const isAcross = props.axis === 'across'
  const take = (size: number) => props.onSize(Math.max(props.least, Math.min(props.most, Math.round(size))))
  const onKeyDown = (event: KeyboardEvent) => {
    const [larger, smaller] = [() => take(props.size + STEP_PX), () => take(props.size - STEP_PX)]
    if (runKey(event, { left: larger, up: larger, right: smaller, down: smaller })) event.stopPropagation()
  }
  return (
    <div
      className={classNames(styles['line'], isAcross ? styles['across'] : styles['down'], from !== undefined && styles['held'])}
      role="separator"
      aria-label={props.label}
      aria-orientation={isAcross ? 'vertical' : 'horizontal'}
      aria-valuenow={props.size}
      aria-valuemin={props.least}
      aria-valuemax={props.most}
      tabIndex={0}
      onKeyDown={onKeyDown}
      onDoubleClick={props.onReset}
      onPointerDown={(event) => {
        event.currentTarget.setPointerCapture(event.pointerId)
        setFrom({ at: isAcross ? event.clientX : event.clientY, size: props.size })
      }}
      onPointerMove={(event) => from !== undefined && take(from.size + from.at - (isAcross ? event.clientX : event.clientY))}
      onPointerUp={() => setFrom(undefined)}
      onLostPointerCapture={() => setFrom(undefined)}
    />
  )
}
