import { Tooltip as Radix } from 'radix-ui'
import type { ReactNode } from 'react'
import styles from './Tooltip.module.css'

export const TooltipProvider = ({ children }: { readonly children: ReactNode }) => (
  <Radix.Provider delayDuration={350} skipDelayDuration={150}>
    {children}
  </Radix.Provider>
)

/** More about what is under the pointer or the focus. */
export const Tooltip = (props: {
  readonly text: ReactNode
  readonly side?: 'top' | 'right' | 'bottom' | 'left'
  readonly children: ReactNode
}) => (
  <Radix.Root>
    <Radix.Trigger asChild>{props.children}</Radix.Trigger>
    <Radix.Portal>
      <Radix.Content className={styles['tip']} side={props.side ?? 'top'} sideOffset={6} collisionPadding={8}>
        {props.text}
      </Radix.Content>
    </Radix.Portal>
  </Radix.Root>
)
