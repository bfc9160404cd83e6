import { type ReactNode, useEffect, useRef, useState } from 'react'
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
  const before = useRef(value)
  const [way, setWay] = useState<'up' | 'down'>()
  useEffect(() => {
    const old = before.current
    before.current = value
    if (old === undefined || value === undefined || old === value) return
    setWay(value > old ? 'up' : 'down')
    const timer = setTimeout(() => setWay(undefined), FLASH_MS)
    return () => clearTimeout(timer)
  }, [value])
  return <span className={classNames(styles['figure'], way !== undefined && styles[way], className)}>{children}</span>
}
