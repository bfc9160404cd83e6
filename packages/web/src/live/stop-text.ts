/** Texts about a stop: the stopped desk or person, who stopped it and why, and who can resume. Pure. */
import type { TradingStopView } from '@parley/contracts'
import { OPERATOR } from '@parley/core'
import { clockText, zoneName } from '../components/time-text.ts'

/** The stop that applies to this user. A stop of the desk comes before their own. */
export const stopFor = (stops: readonly TradingStopView[], user: string): TradingStopView | undefined =>
  stops.find((stop) => stop.user === null) ?? stops.find((stop) => stop.user === user)

export const stopTitle = (stop: TradingStopView): string =>
  stop.user === null ? 'Trading is stopped for your desk' : `Trading is stopped for ${stop.user_name ?? stop.user}`

/** The actor, the time and the reason of a stop. */
export const stopText = ({ by, why, at }: TradingStopView): string =>
  `By ${by} at ${clockText(at)} ${zoneName(at)}${why === null || why === '' ? '' : `: ${why}`}`

/** Only the operator can end a stop by the operator (rulebook 11.6). */
export const isOfOperator = ({ by }: TradingStopView): boolean => by === OPERATOR

export const allowedBy = (stop: TradingStopView): string =>
  isOfOperator(stop) ? 'Only the operator can resume it' : 'A desk administrator can resume it'
