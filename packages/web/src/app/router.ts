/** The browser's own history is all the routing there is. */
import { useSyncExternalStore } from 'react'
import { keep, read } from '../live/browser-store.ts'

const LAST = 'last-route'
const LAST_OF = 'last-route-of'
const listeners = new Set<() => void>()

/** Where this person was last; what another person left at this browser is not theirs. */
export const lastRoute = (userId: string): string | undefined => (read(LAST_OF) === userId ? read(LAST) : undefined)

export function keepLastRoute(userId: string, path: string): void {
  keep(LAST, path)
  keep(LAST_OF, userId)
}

/** An address may carry a query; `?…` alone stays on the path. */
export function navigate(address: string, how: 'push' | 'replace' = 'push'): void {
  const next = address.startsWith('?') ? location.pathname + address : address
  if (next !== location.pathname + location.search) history[how === 'push' ? 'pushState' : 'replaceState'](null, '', next)
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

/** One parameter of the query; empty where there is none. */
export const useQuery = (name: string): string =>
  useSyncExternalStore(subscribe, () => new URLSearchParams(location.search).get(name)?.trim() ?? '')
