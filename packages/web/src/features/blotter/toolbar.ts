import { createContext, use } from 'react'

/** The place at the right of the tabs where the tab in sight puts its buttons. */
export const ToolbarPlace = createContext<HTMLElement | null>(null)
export const useToolbar = (): HTMLElement | null => use(ToolbarPlace)
