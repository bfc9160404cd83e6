import { type ReactNode, useEffect, useRef } from 'react'
import { classNames } from '../theme/class-names.ts'
import styles from './Flash.module.css'

const FLASH_MS = 450

/** A figure that shows once, briefly, that it has changed and which way. Its place keeps its size, so nothing moves. */
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
    // On the element itself: hundreds flash each second, and to draw each of them twice more would cost more than the figures.
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
