import { Tooltip as Radix } from 'radix-ui'
import { type ReactNode, useState } from 'react'
import styles from './Tooltip.module.css'

export const TooltipProvider = ({ children }: { readonly children: ReactNode }) => (
  <Radix.Provider delayDuration={350} skipDelayDuration={150}>
    {children}
  </Radix.Provider>
)

type TooltipProps = {
  readonly text: ReactNode
  readonly side?: 'top' | 'right' | 'bottom' | 'left'
  readonly children: ReactNode
}

/** Shown on hover, on focus and on click or tap, because touch has no hover. */
export function Tooltip({ text, side = 'top', children }: TooltipProps) {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <Radix.Root open={isOpen} onOpenChange={setIsOpen}>
      <Radix.Trigger
        asChild
        onClick={(event) => {
          // Otherwise the click would close the tooltip that it has just opened.
          event.preventDefault()
          setIsOpen(true)
        }}
      >
        {children}
      </Radix.Trigger>
      <Radix.Portal>
        <Radix.Content className={styles['tip']} side={side} sideOffset={6} collisionPadding={8}>
          {text}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  )
}
