/** The browser's own history is all the routing there is. */
import { useSyncExternalStore } from 'react'
import { keep, read } from '../live/api.ts'

const LAST = 'last-route'
const listeners = new Set<() => void>()

export const lastRoute = (): string | undefined => read(LAST)

export function navigate(path: string, how: 'push' | 'replace' = 'push'): void {
  if (path !== location.pathname) history[how === 'push' ? 'pushState' : 'replaceState'](null, '', path)
  if (path !== '/') keep(LAST, path)
  for (const listener of listeners) listener()
}

const subscribe = (listener: () => void): (() => void) => {
  listeners.add(listener)
  addEventListener('popstate', listener)
  return () => {
    listeners.delete(listener)
    removeEventListener('popstate', listener)
  }
}

export const usePath = (): string => useSyncExternalStore(subscribe, () => location.pathname)
