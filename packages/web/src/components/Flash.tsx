import { type ReactNode, useEffect, useRef } from 'react'
import { classNames } from '../theme/class-names.ts'
import styles from './Flash.module.css'

const FLASH_MS = 450

/** A figure that flashes when it changes, in the direction of the change. Its width stays the same, so nothing moves. */
export function Flash({
  value,
  children,
  className,
}: {
  readonly value: number | undefined
  readonly children: ReactNode
  readonly className?: string | undefined
}) {
  const place = useRef<HTMLSpanElement>(null)
  const before = useRef(value)
  useEffect(() => {
    const old = before.current
    before.current = value
    const element = place.current
    if (element === null || old === undefined || value === undefined || old === value) return
    // Set on the element itself: hundreds of figures flash each second, and rendering each twice more would be too expensive.
    element.dataset['way'] = value > old ? 'up' : 'down'
    const end = () => void delete element.dataset['way']
    const timer = setTimeout(end, FLASH_MS)
    return () => {
      clearTimeout(timer)
      end()
    }
  }, [value])
  return (
    <span ref={place} className={classNames(styles['figure'], className)}>
      {children}
    </span>
  )
}
