/** The instant of a time that a person enters or chooses in the zone of the page. */
import { aheadMs, wallText } from './time-text.ts'
import { timeZone } from './time-zone.ts'

/** The instant at which clocks in the zone show this time. Undefined for a day that does not exist. */
export function momentOfWall(
  { year, month, day }: { readonly year: number; readonly month: number; readonly day: number },
  time: readonly [hours: number, minutes: number, seconds: number, ms: number],
): number | undefined {
  const at = instantOf(year, month - 1, day, time)
  return Number(wallText(at).slice(5, 7)) === month ? at : undefined
}

function instantOf(year: number, month: number, day: number, time: readonly [number, number, number, number]): number {
  const zone = timeZone()
  if (zone === 'LOCAL') return new Date(year, month, day, ...time).getTime()
  const wall = Date.UTC(year, month, day, ...time)
  // The first offset can be from the other side of a change to or from summer time.
  return wall - aheadMs(wall - aheadMs(wall, zone), zone)
}
