/** Where one is in the dashboard: the browser's own history, apart from the trader's routes, which remember their last one. */
import { type MouseEvent, useSyncExternalStore } from 'react'
import { type Section, sectionOf, sectionPath } from './sections.ts'

const listeners = new Set<() => void>()
const tell = () => listeners.forEach((listener) => listener())
const subscribe = (listener: () => void): (() => void) => {
  listeners.add(listener)
  addEventListener('popstate', listener)
  return () => {
    listeners.delete(listener)
    removeEventListener('popstate', listener)
  }
}

export const useSection = (): Section => useSyncExternalStore(subscribe, () => sectionOf(location.pathname))
/** What a link chose beforehand, as `?show=waiting-for-you`. */
export const useShown = (): string | undefined => useSyncExternalStore(subscribe, () => shownOf(location.search))

const shownOf = (search: string): string | undefined => new URLSearchParams(search).get('show') ?? undefined

export const addressOf = (section: Section, show?: string): string =>
  `${sectionPath(section)}${show === undefined ? '' : `?show=${encodeURIComponent(show)}`}`

export function goTo(section: Section, show?: string): void {
  const address = addressOf(section, show)
  if (address !== location.pathname + location.search) history.pushState(null, '', address)
  tell()
}

/** A true link: a new tab and copying its address work as anywhere. */
export const linkTo = (section: Section, show?: string) => ({
  href: addressOf(section, show),
  onClick: (event: MouseEvent) => {
    if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
    event.preventDefault()
    goTo(section, show)
  },
})
