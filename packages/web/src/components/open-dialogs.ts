/** The number of dialogs that are open: news of the market waits behind them. */
import { create } from 'zustand'

export const useOpenDialogs = create<{ readonly count: number }>(() => ({ count: 0 }))

/** Answers what to call when it is closed. */
export function countOpenDialog(): () => void {
  const add = (by: number) => useOpenDialogs.setState(({ count }) => ({ count: count + by }))
  add(1)
  return () => add(-1)
}
