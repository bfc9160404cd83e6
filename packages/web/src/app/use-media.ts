import { useSyncExternalStore } from 'react'
import { narrow } from './screen-state.ts'

const subscribe = (listener: () => void): (() => void) => {
  narrow?.addEventListener('change', listener)
  return () => narrow?.removeEventListener('change', listener)
}

/** Narrower than 900 px: cards for tables, sheets for panels. */
export const useIsNarrow = (): boolean => useSyncExternalStore(subscribe, () => narrow?.matches ?? false)

const online = (listener: () => void): (() => void) => {
  addEventListener('online', listener)
  addEventListener('offline', listener)
  return () => {
    removeEventListener('online', listener)
    removeEventListener('offline', listener)
  }
}
/** Whether the machine has a network at all, as far as the browser knows. */
export const useIsOnline = (): boolean => useSyncExternalStore(online, () => navigator.onLine)
