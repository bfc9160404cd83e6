/** A dropdown menu. Its code is loaded after the first screen, with the first trigger that is rendered. */
import { cloneElement, isValidElement, useState } from 'react'
import { fetched } from './fetched.tsx'
import type * as MenuParts from './MenuParts.tsx'

type MenuProps = MenuParts.MenuProps

/** Known as soon as any menu can open, because items are rendered only in an open one. */
let parts: typeof MenuParts | undefined

async function loadParts(): Promise<typeof MenuParts> {
  parts = await import('./MenuParts.tsx')
  return parts
}

type LoadedMenuProps = MenuProps & { readonly isOpenAtFirst: boolean; readonly onEarlyPress: () => void }

/** Before the code has arrived, the trigger remembers a click. */
const Closed = ({ trigger, onEarlyPress }: LoadedMenuProps) =>
  isValidElement<{ readonly onClick?: () => void }>(trigger) ? cloneElement(trigger, { onClick: onEarlyPress }) : trigger

const LoadedMenu = fetched<LoadedMenuProps>(
  async () => (await loadParts()).Menu,
  (props) => <Closed {...props} />,
)

/** Loads the code before a menu is rendered. */
export const loadMenus = (): void => LoadedMenu.fetch()

export function Menu(props: MenuProps) {
  const [isPressed, setIsPressed] = useState(false)
  return <LoadedMenu {...props} isOpenAtFirst={isPressed} onEarlyPress={() => setIsPressed(true)} />
}

export const MenuItem = (props: MenuParts.MenuItemProps) => parts && <parts.MenuItem {...props} />
export const MenuCheck = (props: MenuParts.MenuCheckProps) => parts && <parts.MenuCheck {...props} />
export const MenuChoice = (props: MenuParts.MenuChoiceProps) => parts && <parts.MenuChoice {...props} />
export const MenuLine = () => parts && <parts.MenuLine />
