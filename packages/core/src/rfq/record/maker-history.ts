/** The outcome of a taker's own past direct RFQs, maker by maker (rulebook 8.13), which helps it to choose makers for the next one. */
import type { DeskId, Instant } from '../../ids.ts'
import { medianOf } from '../../pricing/deal-quality.ts'
import type { RecordEntry } from './record.ts'
import type { Rfq } from '../model/rfq.ts'
import { rfqFor } from '../display/visibility.ts'

/** Numbers of RFQs. The response time is that of the first visible quote. */
export type MakerHistory = {
  readonly desk: DeskId
  readonly asked: number
  readonly quoted: number
  readonly dealt: number
  readonly medianResponseMs: number | undefined
}

/** An RFQ and entries of its record: at least when it was sent and each maker's first quote. */
export type PastRequest = { readonly rfq: Rfq; readonly moments: readonly RecordEntry[] }

type Ask = { readonly desk: DeskId; readonly responseMs: number | undefined; readonly hasDealt: boolean }

/** By name. RFQs of other desks do not count, and neither do those that were never sent. */
export function makerHistories(requests: readonly PastRequest[], viewer: DeskId): readonly MakerHistory[] {
  const asks = Map.groupBy(requests.flatMap((request) => asksOf(request, viewer)), ({ desk }) => desk) // prettier-ignore
  return [...asks].map(([desk, of]) => historyOf(desk, of)).sort((a, b) => (a.desk < b.desk ? -1 : 1))
}

function asksOf({ rfq, moments }: PastRequest, viewer: DeskId): readonly Ask[] {
  const seen = rfqFor(rfq, viewer)
  const asked = moments.find(({ kind }) => kind === 'ASKED')
  if (seen?.role !== 'TAKER' || asked === undefined) return []
  const firstQuotes = new Map<DeskId, Instant>()
  for (const moment of moments) {
    if (moment.kind !== 'QUOTE') continue
    firstQuotes.set(moment.desk, Math.min(moment.at, firstQuotes.get(moment.desk) ?? moment.at) as Instant)
  }
  return seen.makers.map((desk) => {
    const first = firstQuotes.get(desk)
    const hasDealt = rfq.makerTotals.some((totals) => totals.desk === desk && totals.filled + totals.pending > 0)
    return { desk, responseMs: first === undefined ? undefined : first - asked.at, hasDealt }
  })
}

/** A maker that traded has quoted, even if its quote was hidden until then or traded on arrival. */
function historyOf(desk: DeskId, asks: readonly Ask[]): MakerHistory {
  const median = medianOf(asks.flatMap(({ responseMs }) => responseMs ?? []))
  return {
    desk,
    asked: asks.length,
    quoted: asks.filter(({ responseMs, hasDealt }) => responseMs !== undefined || hasDealt).length,
    dealt: asks.filter(({ hasDealt }) => hasDealt).length,
    medianResponseMs: median === undefined ? undefined : Math.round(median),
  }
}
