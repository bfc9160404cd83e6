/** The time zone of all times on the screen. It is chosen once for the whole page, and no other code reads the browser's zone. */
import { create } from 'zustand'

export type TimeZone = 'UTC' | 'LOCAL'
export const timeZones: readonly TimeZone[] = ['UTC', 'LOCAL']
export const timeZoneLabel: Readonly<Record<TimeZone, string>> = { UTC: 'UTC', LOCAL: 'Local' }

const useChosen = create<{ readonly zone: TimeZone }>(() => ({ zone: 'LOCAL' }))

export const timeZone = (): TimeZone => useChosen.getState().zone
export const applyTimeZone = (zone: TimeZone): void => useChosen.setState({ zone })
/** For components that show a time, so that they are rendered again when the zone changes. */
export const useTimeZone = (): TimeZone => useChosen(({ zone }) => zone)
