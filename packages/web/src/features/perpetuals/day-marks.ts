/**
 * The beginnings of days on the candle chart. The chart library places the marks of days, months and years by UTC. Candles shorter than a day are
 * named in the time zone of the screen, so their marks must be at the beginning of the days of that zone. Candles of a day are whole UTC days.
 */
import { defaultHorzScaleBehavior, type Time, type UTCTimestamp } from 'lightweight-charts'
import { clockText, dateText, minuteText, wallText } from '../../components/time-text.ts'
import { type Resolution } from './candles.ts'

const MS = 1_000
const CLOCK_CHARACTERS = 5
/** The library's numbers of year, month and day. Larger ones are times of day. */
const DAY_MARK = 2

/** Whether a candle is a day, and so belongs to UTC. */
export type DaysOf = 'SCREEN' | 'UTC'
export const daysOf = (resolution: Resolution): DaysOf => (resolution === '1440' ? 'UTC' : 'SCREEN')

export const secondsOf = (at: number): UTCTimestamp => (at / MS) as UTCTimestamp
const momentOf = (time: Time): number => Number(time) * MS

/** The same clock time as if it were in UTC. */
const wallSeconds = (time: Time): UTCTimestamp => secondsOf(Date.parse(wallText(momentOf(time))))

export const markText = (time: Time, kind: number, days: DaysOf): string =>
  kind > DAY_MARK ? clockText(momentOf(time)).slice(0, CLOCK_CHARACTERS) : dateText(momentOf(time), days === 'UTC' ? 'UTC' : undefined)

/** The text of the crosshair: the day of a daily candle, or the time at which a shorter one begins. */
export const candleTimeText = (time: Time, days: DaysOf): string =>
  days === 'UTC' ? `${wallText(momentOf(time), 'UTC').slice(0, 'yyyy-mm-dd'.length)} UTC` : minuteText(momentOf(time))

const Behaviour = defaultHorzScaleBehavior()
type Points = Parameters<InstanceType<typeof Behaviour>['fillWeightsForPoints']>[0]

/** The library's scale of times, with the marks of days by the clock of the screen. `days` is asked when the candles are placed. */
export function createTimeScale(days: () => DaysOf): InstanceType<typeof Behaviour> {
  const behaviour = new Behaviour()
  const fill = behaviour.fillWeightsForPoints.bind(behaviour)
  behaviour.fillWeightsForPoints = (points: Points, startIndex: number) => {
    if (days() === 'UTC') return fill(points, startIndex)
    const walls = points.map((point) => ({ ...point, time: behaviour.convertHorzItemToInternal(wallSeconds(point.originalTime as Time)) }))
    fill(walls, startIndex)
    for (const [at, { timeWeight }] of walls.entries()) points[at]!.timeWeight = timeWeight
  }
  return behaviour
}
