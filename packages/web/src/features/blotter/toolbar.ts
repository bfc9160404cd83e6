import { createContext, use } from 'react'

export type Toolbar = {
  /** The place at the right of the tabs where the tab in sight puts its buttons. */
  readonly place: HTMLElement | null
  /** There is room for a few only: what is rarely used goes into a menu. */
  readonly isTight: boolean
}

export const ToolbarPlace = createContext<Toolbar>({ place: null, isTight: false })
export const useToolbar = (): Toolbar => use(ToolbarPlace)
