/** The makers that can be asked, with their past responses to the desk's RFQs, in the order that the taker chose. Pure. */
import type { MakerHistory } from '@parley/client'
import type { CounterpartyView } from '@parley/contracts'

export const makerOrders = ['NAME', 'RESPONSE', 'HIT', 'SPEED'] as const
export type MakerOrder = (typeof makerOrders)[number]

/** Shares from 0 to 1. Undefined if there were no RFQs, no quotes or no data. */
export type MakerRow = {
  readonly maker: CounterpartyView
  readonly history: MakerHistory | undefined
  readonly responseRate: number | undefined
  readonly hitRate: number | undefined
  readonly medianMs: number | undefined
}

export function makerRows(makers: readonly CounterpartyView[], histories: readonly MakerHistory[], order: MakerOrder): readonly MakerRow[] {
  const byDesk = new Map(histories.map((history) => [history.deskName, history]))
  return makers.map((maker) => rowOf(maker, byDesk.get(maker.desk_name))).toSorted((a, b) => before(a, b, order))
}

function rowOf(maker: CounterpartyView, history: MakerHistory | undefined): MakerRow {
  const shareOf = (part: number, of: number) => (of === 0 ? undefined : part / of)
  return {
    maker,
    history,
    responseRate: history && shareOf(history.quoted, history.asked),
    hitRate: history && shareOf(history.dealt, history.quoted),
    medianMs: history?.medianResponseMs,
  }
}

/** Unknown figures are last, and equal ones are sorted by name. */
function before(a: MakerRow, b: MakerRow, order: MakerOrder): number {
  const figure = figureOf[order]
  const [one, other] = [figure(a), figure(b)]
  return compared(one, other) || a.maker.desk_name.localeCompare(b.maker.desk_name)
}

const compared = (one: number | undefined, other: number | undefined): number =>
  one === other ? 0 : one === undefined ? 1 : other === undefined ? -1 : one - other

const negative = (share: number | undefined) => (share === undefined ? undefined : -share)
const figureOf: Readonly<Record<MakerOrder, (row: MakerRow) => number | undefined>> = {
  NAME: () => undefined,
  RESPONSE: ({ responseRate }) => negative(responseRate),
  HIT: ({ hitRate }) => negative(hitRate),
  SPEED: ({ medianMs }) => medianMs,
}

export const percentText = (share: number | undefined): string => (share === undefined ? '—' : `${Math.round(share * 100)} %`)

/** In tenths of a second while that is significant. */
export const medianText = (ms: number | undefined): string => {
  if (ms === undefined) return '—'
  return ms < 9_950 ? `${(ms / 1_000).toFixed(1)} s` : ms < 59_500 ? `${Math.round(ms / 1_000)} s` : `${Math.round(ms / 60_000)} m`
}

/** The same as a text, with what it is counted from. */
export function historyText({ history, medianMs }: MakerRow): string {
  if (history === undefined) return 'no history: your desk sent it no RFQs in 30 days'
  const { quoted, asked, dealt } = history
  const time = medianMs === undefined ? '' : `, median ${medianText(medianMs)}`
  return `quoted ${quoted} of ${asked} in 30 days, traded ${dealt}${time}`
}
