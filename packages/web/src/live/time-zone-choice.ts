/** The zone in which this browser shows times: the person's choice, kept here as the palette is. */
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
