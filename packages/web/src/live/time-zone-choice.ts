/** The user's time zone for this browser, stored like the palette. */
import { applyTimeZone, type TimeZone, timeZones } from '../components/time-zone.ts'
import { keep, read } from './browser-store.ts'

const KEY = 'times'

export function keptTimeZone(): TimeZone {
  const kept = read(KEY)
  return timeZones.find((zone) => zone === kept) ?? 'LOCAL'
}

export function chooseTimeZone(zone: TimeZone): void {
  keep(KEY, zone)
  applyTimeZone(zone)
}
