import type { KeyboardEvent, ReactNode } from 'react'
import { Button, type ButtonKind } from './Button.tsx'
import styles from './HoldButton.module.css'
import { beginHold, releaseHold, useHolding } from './holding.ts'
import { Kbd } from './Kbd.tsx'
import { isKey, type KeyName } from './key-table.ts'

type HoldButtonProps = {
  readonly of: KeyName
  readonly kind?: ButtonKind
  readonly size?: 'small' | 'medium' | 'large'
  readonly isBusy?: boolean
  readonly disabledReason?: string | undefined
  readonly onHeld: () => void
  readonly children: ReactNode
}

/** Acts only when it is held: by pointer, by touch or by its key. A short press does nothing. */
export function HoldButton({ of, onHeld, children, ...rest }: HoldButtonProps) {
  const isHeld = useHolding(({ hold }) => hold?.what === of)
  const canHold = rest.disabledReason === undefined && rest.isBusy !== true
  const begin = () => canHold && beginHold({ what: of, by: 'POINTER' }, onHeld)
  return (
    <Button
      {...rest}
      title="Hold for 0.6 s. Releasing earlier does nothing."
      keyOf={of}
      onPointerDown={begin}
      onPointerUp={releaseHold}
      onPointerLeave={releaseHold}
      onPointerCancel={releaseHold}
      onContextMenu={(event) => event.preventDefault()}
      onKeyDown={(event: KeyboardEvent) => (isKey('enter', event) || isKey('select', event)) && begin()}
      onKeyUp={releaseHold}
      onBlur={releaseHold}
      className={styles['hold']}
      icon={<Ring isFilling={isHeld} />}
    >
      {children} <Kbd of={of} isSilent />
    </Button>
  )
}

/** Fills up while the button is held. */
export const Ring = ({ isFilling }: { readonly isFilling: boolean }) => (
  <svg className={styles['ring']} viewBox="0 0 16 16" width="15" height="15" aria-hidden="true">
    <circle cx="8" cy="8" r="6" className={styles['track']} />
    {isFilling && <circle cx="8" cy="8" r="6" pathLength="100" className={styles['fill']} />}
  </svg>
)
