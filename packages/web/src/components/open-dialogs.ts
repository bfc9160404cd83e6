/** The number of open dialogs. Market news waits while it is not zero. */
import { create } from 'zustand'

export const useOpenDialogs = create<{ readonly count: number }>(() => ({ count: 0 }))

/** Returns the function to call when the dialog closes. */
export function countOpenDialog(): () => void {
  const add = (by: number) => useOpenDialogs.setState(({ count }) => ({ count: count + by }))
  add(1)
  return () => add(-1)
}
