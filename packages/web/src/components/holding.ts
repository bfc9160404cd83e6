/** Steps that cannot be taken back are done by holding a key or a button for a while; letting go before that does nothing. */
import { create } from 'zustand'
import type { KeyName } from './key-table.ts'

export const HOLD_MS = 600

type Hold = { readonly what: KeyName; readonly by: 'KEY' | 'POINTER' }

export const useHolding = create<{ readonly hold: Hold | undefined }>(() => ({ hold: undefined }))

let done: ReturnType<typeof setTimeout> | undefined

/** A key that repeats goes on with its hold, and begins no second one after it is done. */
export function beginHold(hold: Hold, act: () => void): void {
  if (useHolding.getState().hold !== undefined || done !== undefined) return
  useHolding.setState({ hold })
  done = setTimeout(() => {
    useHolding.setState({ hold: undefined })
    act()
  }, HOLD_MS)
}

export function letGo(): void {
  clearTimeout(done)
  done = undefined
  if (useHolding.getState().hold !== undefined) useHolding.setState({ hold: undefined })
}
