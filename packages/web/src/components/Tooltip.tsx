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

/** More about what is under the pointer, has the focus or was pressed: a finger does not hover. */
export function Tooltip({ text, side = 'top', children }: TooltipProps) {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <Radix.Root open={isOpen} onOpenChange={setIsOpen}>
      <Radix.Trigger
        asChild
        onClick={(event) => {
          // A press would else close what the same press may have opened.
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
