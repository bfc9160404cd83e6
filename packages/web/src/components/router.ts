/** The browser's own history is all the routing there is, on both pages (decision 0170). */
import { type MouseEvent, useSyncExternalStore } from 'react'

const listeners = new Set<() => void>()

/** An address may carry a query; `?…` alone stays on the path. */
export function navigate(address: string, how: 'push' | 'replace' = 'push'): void {
  const next = address.startsWith('?') ? location.pathname + address : address
  if (next !== location.pathname + location.search) history[how === 'push' ? 'pushState' : 'replaceState'](null, '', next)
  for (const listener of listeners) listener()
}

/** The address may be another one now. */
export const onAddress = (listener: () => void): (() => void) => {
  listeners.add(listener)
  addEventListener('popstate', listener)
  return () => {
    listeners.delete(listener)
    removeEventListener('popstate', listener)
  }
}

export const usePath = (): string => useSyncExternalStore(onAddress, () => location.pathname)

/** One parameter of the query; empty where there is none. */
export const useQuery = (name: string): string =>
  useSyncExternalStore(onAddress, () => new URLSearchParams(location.search).get(name)?.trim() ?? '')

/** A true link: a new tab and copying its address work as anywhere, and a plain press loads no new page. */
export const linkProps = (address: string) => ({
  href: address,
  onClick: (event: MouseEvent) => {
    if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
    event.preventDefault()
    navigate(address)
  },
})
