/** The parts of a dropdown menu. Import them through Menu.tsx, which loads them after the first screen. */
import { Check } from 'lucide-react'
import { DropdownMenu } from 'radix-ui'
import type { ReactNode } from 'react'
import { classNames } from '../theme/class-names.ts'
import styles from './Menu.module.css'

export type MenuProps = {
  readonly trigger: ReactNode
  readonly align?: 'start' | 'end'
  /** For a menu that a key can open as well. */
  readonly isOpen?: boolean
  readonly onOpenChange?: (isOpen: boolean) => void
  readonly children: ReactNode
}

/** `isOpenAtFirst` opens it at once: its trigger was clicked before the code had arrived. */
export const Menu = ({ isOpenAtFirst, ...props }: MenuProps & { readonly isOpenAtFirst: boolean }) => (
  <DropdownMenu.Root
    modal={false}
    defaultOpen={isOpenAtFirst}
    {...(props.isOpen === undefined ? {} : { open: props.isOpen })}
    onOpenChange={(isOpen) => props.onOpenChange?.(isOpen)}
  >
    <DropdownMenu.Trigger asChild>{props.trigger}</DropdownMenu.Trigger>
    <DropdownMenu.Portal>
      <DropdownMenu.Content className={styles['menu']} align={props.align ?? 'start'} sideOffset={5} collisionPadding={8}>
        {props.children}
      </DropdownMenu.Content>
    </DropdownMenu.Portal>
  </DropdownMenu.Root>
)

export type MenuItemProps = {
  readonly onSelect: () => void
  readonly disabled?: boolean
  /** Item height: one line, or as many as the content needs. */
  readonly size?: 'line' | 'tall'
  readonly children: ReactNode
}

export const MenuItem = (props: MenuItemProps) => (
  <DropdownMenu.Item
    className={classNames(styles['item'], props.size === 'tall' && styles['tall'])}
    disabled={props.disabled ?? false}
    onSelect={props.onSelect}
  >
    {props.children}
  </DropdownMenu.Item>
)

const CheckMark = () => (
  <span className={styles['check']}>
    <DropdownMenu.ItemIndicator>
      <Check size={13} />
    </DropdownMenu.ItemIndicator>
  </span>
)

export type MenuCheckProps = { readonly isOn: boolean; readonly onChange: (isOn: boolean) => void; readonly children: ReactNode }

/** A checkbox item. The menu stays open for several choices. */
export const MenuCheck = (props: MenuCheckProps) => (
  <DropdownMenu.CheckboxItem
    className={styles['item']}
    checked={props.isOn}
    onCheckedChange={props.onChange}
    onSelect={(event) => event.preventDefault()}
  >
    <CheckMark />
    {props.children}
  </DropdownMenu.CheckboxItem>
)

export type MenuChoiceProps = { readonly isChosen: boolean; readonly onChoose: () => void; readonly children: ReactNode }

/** A radio item. Choosing it closes the menu. */
export const MenuChoice = (props: MenuChoiceProps) => (
  <DropdownMenu.CheckboxItem className={styles['item']} role="menuitemradio" checked={props.isChosen} onCheckedChange={props.onChoose}>
    <CheckMark />
    {props.children}
  </DropdownMenu.CheckboxItem>
)

export const MenuLine = () => <DropdownMenu.Separator className={styles['line']} />
