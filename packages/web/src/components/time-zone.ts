/** The time zone of all times on the screen. It is chosen once for the whole page, and no other code reads the browser's zone. */
import { create } from 'zustand'

/** UTC, the browser's own zone, and those of the cities in which options are traded. */
export const timeZones = [
  'UTC',
  'LOCAL',
  'America/Chicago',
  'America/New_York',
  'Europe/London',
  'Europe/Zurich',
  'Asia/Dubai',
  'Asia/Singapore',
  'Asia/Hong_Kong',
  'Asia/Tokyo',
] as const
export type TimeZone = (typeof timeZones)[number]

/** `UTC`, `Local`, or the city: `New York`. */
export const timeZoneLabel = (zone: TimeZone): string => (zone === 'LOCAL' ? 'Local' : zone.replace(/^.*\//, '').replace('_', ' '))

const useChosen = create<{ readonly zone: TimeZone }>(() => ({ zone: 'LOCAL' }))

export const timeZone = (): TimeZone => useChosen.getState().zone
export const applyTimeZone = (zone: TimeZone): void => useChosen.setState({ zone })
/** For components that show a time, so that they are rendered again when the zone changes. */
export const useTimeZone = (): TimeZone => useChosen(({ zone }) => zone)
