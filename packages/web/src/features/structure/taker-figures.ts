/** A taker's history with the desk in figures and in words. Pure. */
import type { TakerHistory } from '@parley/client'
import { ageText } from '../../components/time-text.ts'

const percent = (part: number, of: number): string => (of === 0 ? '—' : `${Math.round((part / of) * 100)} %`)

/** Deals of the requests that were quoted. */
export const hitText = ({ dealt, quoted }: Pick<TakerHistory, 'dealt' | 'quoted'>): string => percent(dealt, quoted)

/** `hit 31 % of 40, won 45 % of 27, dealt 2 h ago`: counts stand beside the shares, which say little of a few. */
export function takerFigures({ asked, quoted, dealt, traded, lastDealtAt }: TakerHistory, now: number): string {
  if (quoted === 0) return `asked ${asked} in 30 d, you quoted none`
  const last = lastDealtAt === undefined ? 'no deal yet' : `dealt ${ageText(now - lastDealtAt)} ago`
  return `hit ${hitText({ dealt, quoted })} of ${quoted}, won ${percent(dealt, traded)} of ${traded}, ${last}`
}

/** The same in whole sentences. */
export const takerWords = ({ deskName, asked, quoted, dealt, traded }: TakerHistory): string =>
  `${deskName} asked your desk ${asked} times in 30 days, by name; you quoted ${quoted} and dealt ${dealt}. Of those you quoted ${traded} traded, with you or away.`
