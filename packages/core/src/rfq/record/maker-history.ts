/** How a taker's own past requests with named makers went, maker by maker (rulebook 8.13): what helps it to choose whom it asks next. */
import type { DeskId, Instant } from '../../ids.ts'
import { medianOf } from '../../pricing/deal-quality.ts'
import type { Moment } from './record.ts'
import type { Rfq } from '../model/rfq.ts'
import { rfqFor } from '../display/visibility.ts'

/** Counts of requests; the response time is that of the first quote that was shown. */
export type MakerHistory = {
  readonly desk: DeskId
  readonly asked: number
  readonly quoted: number
  readonly dealt: number
  readonly medianResponseMs: number | undefined
}

/** A request and its moments: at least when it was asked, and each maker's first quote. */
export type PastRequest = { readonly rfq: Rfq; readonly moments: readonly Moment[] }

type Ask = { readonly desk: DeskId; readonly responseMs: number | undefined; readonly hasDealt: boolean }

/** By name. Requests of others count nothing, and neither do those that were never sent. */
export function makerHistories(requests: readonly PastRequest[], viewer: DeskId): readonly MakerHistory[] {
  const asks = Map.groupBy(requests.flatMap((request) => asksOf(request, viewer)), ({ desk }) => desk) // prettier-ignore
  return [...asks].map(([desk, of]) => historyOf(desk, of)).sort((a, b) => (a.desk < b.desk ? -1 : 1))
}

function asksOf({ rfq, moments }: PastRequest, viewer: DeskId): readonly Ask[] {
  const seen = rfqFor(rfq, viewer)
  const asked = moments.find(({ kind }) => kind === 'ASKED')
  if (seen?.seat !== 'TAKER' || asked === undefined) return []
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

/** A maker that dealt has quoted, also where its quote was hidden until then or traded as it came. */
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
