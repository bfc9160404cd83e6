/** A taker's history with the desk as figures and text. Pure. */
import type { TakerHistory } from '@parley/client'
import { ageText } from '../../components/time-text.ts'

const percent = (part: number, of: number): string => (of === 0 ? '—' : `${Math.round((part / of) * 100)} %`)

/** Trades as a share of the quoted RFQs. */
export const hitText = ({ dealt, quoted }: Pick<TakerHistory, 'dealt' | 'quoted'>): string => percent(dealt, quoted)

/** `hit 31 % of 40, won 45 % of 27, traded 2 h ago`: counts are next to the shares, because a share of few RFQs means little. */
export function takerFigures({ asked, quoted, dealt, traded, lastDealtAt }: TakerHistory, now: number): string {
  if (quoted === 0) return `asked ${asked} in 30 d, you quoted none`
  const last = lastDealtAt === undefined ? 'no trade yet' : `traded ${ageText(now - lastDealtAt)} ago`
  return `hit ${hitText({ dealt, quoted })} of ${quoted}, won ${percent(dealt, traded)} of ${traded}, ${last}`
}

/** The same in full sentences. */
export const takerSummary = ({ deskName, asked, quoted, dealt, traded }: TakerHistory): string =>
  `${deskName} sent your desk ${asked} non-anonymous RFQs in the last 30 days. You quoted ${quoted} and traded ${dealt}. It traded ${traded} of the RFQs you quoted, with you or away.`
