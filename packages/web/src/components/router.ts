/** Routing uses only the browser's history, on both pages (decision 0170). */
import { type MouseEvent, useSyncExternalStore } from 'react'

const listeners = new Set<() => void>()

/** An address may have a query. `?…` alone keeps the path. */
export function navigate(address: string, how: 'push' | 'replace' = 'push'): void {
  const next = address.startsWith('?') ? location.pathname + address : address
  if (next !== location.pathname + location.search) history[how === 'push' ? 'pushState' : 'replaceState'](null, '', next)
  for (const listener of listeners) listener()
}

/** Called when the address may have changed. */
export const onAddress = (listener: () => void): (() => void) => {
  listeners.add(listener)
  addEventListener('popstate', listener)
  return () => {
    listeners.delete(listener)
    removeEventListener('popstate', listener)
  }
}

export const usePath = (): string => useSyncExternalStore(onAddress, () => location.pathname)

/** A query parameter, or an empty string. */
export const useQuery = (name: string): string =>
  useSyncExternalStore(onAddress, () => new URLSearchParams(location.search).get(name)?.trim() ?? '')

/** A real link: opening it in a new tab and copying its address work as usual, and a plain click does not reload the page. */
export const linkProps = (address: string) => ({
  href: address,
  onClick: (event: MouseEvent) => {
    if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
    event.preventDefault()
    navigate(address)
  },
})
