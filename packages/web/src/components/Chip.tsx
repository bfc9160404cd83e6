import type { ComponentPropsWithRef } from 'react'
import { classNames } from '../theme/class-names.ts'
import styles from './Chip.module.css'

/** A filter toggle with the number of rows it leaves. */
export function Chip({ isOn, count, children, className, ...rest }: ComponentPropsWithRef<'button'> & { isOn: boolean; count?: number }) {
  return (
    <button type="button" {...rest} aria-pressed={isOn} className={classNames(styles['chip'], isOn && styles['on'], className)}>
      {children}
      {count !== undefined && <span>{count}</span>}
    </button>
  )
}
