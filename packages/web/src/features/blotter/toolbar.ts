import { createContext, use } from 'react'

export type Toolbar = {
  /** The place at the right of the tabs for the buttons of the visible tab. */
  readonly place: HTMLElement | null
  /** There is little room, so rarely used buttons go into a menu. */
  readonly isTight: boolean
}

export const ToolbarPlace = createContext<Toolbar>({ place: null, isTight: false })
export const useToolbar = (): Toolbar => use(ToolbarPlace)
