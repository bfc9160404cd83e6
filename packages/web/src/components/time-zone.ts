/** The zone of every time on the screen. One choice for the whole page: no part of it reads the browser's zone by itself. */
import { create } from 'zustand'

export type TimeZone = 'UTC' | 'LOCAL'
export const timeZones: readonly TimeZone[] = ['UTC', 'LOCAL']
export const timeZoneLabel: Readonly<Record<TimeZone, string>> = { UTC: 'UTC', LOCAL: 'Local' }

const useChosen = create<{ readonly zone: TimeZone }>(() => ({ zone: 'LOCAL' }))

export const timeZone = (): TimeZone => useChosen.getState().zone
export const applyTimeZone = (zone: TimeZone): void => useChosen.setState({ zone })
/** For what shows a time: drawn again when the zone changes. */
export const useTimeZone = (): TimeZone => useChosen(({ zone }) => zone)
