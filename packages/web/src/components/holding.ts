/** Actions that cannot be undone are done by holding a key or a button. Releasing it early does nothing. */
import { create } from 'zustand'
import type { KeyName } from './key-table.ts'

export const HOLD_MS = 600

type Hold = { readonly what: KeyName; readonly by: 'KEY' | 'POINTER' }

export const useHolding = create<{ readonly hold: Hold | undefined }>(() => ({ hold: undefined }))

let done: ReturnType<typeof setTimeout> | undefined

/** Key repeat continues the hold and does not start a second one after it is done. */
export function beginHold(hold: Hold, act: () => void): void {
  if (useHolding.getState().hold !== undefined || done !== undefined) return
  useHolding.setState({ hold })
  done = setTimeout(() => {
    useHolding.setState({ hold: undefined })
    act()
  }, HOLD_MS)
}

export function releaseHold(): void {
  clearTimeout(done)
  done = undefined
  if (useHolding.getState().hold !== undefined) useHolding.setState({ hold: undefined })
}
