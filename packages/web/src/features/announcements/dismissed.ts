/** Announcements that the user has dismissed, in the user's preferences, so that they are dismissed on every device (rulebook 23.6). */
import { changePreferences, type Preferences, usePreferences } from '../../live/preferences.ts'

const NAME = 'dismissedAnnouncements'
/** Older ones have ended long ago. */
const KEPT_MOST = 50

const dismissedIn = (preferences: Preferences): readonly string[] => {
  const kept = preferences[NAME]
  return Array.isArray(kept) ? kept.filter((id) => typeof id === 'string') : []
}

export const useDismissed = (): readonly string[] => dismissedIn(usePreferences())

export const dismiss = (id: string): void =>
  changePreferences((before) => ({ ...before, [NAME]: [...new Set([...dismissedIn(before), id])].slice(-KEPT_MOST) }))
