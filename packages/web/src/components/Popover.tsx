import { Popover as Radix } from 'radix-ui'
import type { ReactNode } from 'react'
import styles from './Popover.module.css'

/** A small form below a button. Escape and a click outside close it. */
export const Popover = (props: { readonly label: string; readonly trigger: ReactNode; readonly children: ReactNode }) => (
  <Radix.Root>
    <Radix.Trigger asChild>{props.trigger}</Radix.Trigger>
    <Radix.Portal>
      <Radix.Content className={styles['popover']} aria-label={props.label} align="end" sideOffset={5} collisionPadding={8}>
        {props.children}
      </Radix.Content>
    </Radix.Portal>
  </Radix.Root>
)
