/** The outcome of a maker's own past RFQs from named takers, taker by taker (rulebook 8.16). It contains only what the maker has seen. */
import type { DeskId, Instant } from '../../ids.ts'
import { display } from '../display/display.ts'
import type { Rfq } from '../model/rfq.ts'
import { rfqFor } from '../display/visibility.ts'

/** Numbers of RFQs. */
export type TakerHistory = {
  readonly desk: DeskId
  readonly asked: number
  readonly quoted: number
  readonly dealt: number
  /** Those that were quoted and traded: with the maker, or with another one. */
  readonly traded: number
  readonly lastDealtAt: Instant | undefined
}

/** An RFQ that has ended, and whether the maker placed a quote in it. */
export type PastAsk = { readonly rfq: Rfq; readonly hasQuoted: boolean }

type Ask = Omit<PastAsk, 'rfq'> & { readonly desk: DeskId; readonly dealtAt: Instant | undefined; readonly hasTraded: boolean }

/** By name. Anonymous RFQs are not counted, and neither are those in which the viewer is not a maker. */
export function takerHistories(requests: readonly PastAsk[], viewer: DeskId): readonly TakerHistory[] {
  const asks = Map.groupBy(requests.flatMap((request) => askOf(request, viewer)), ({ desk }) => desk) // prettier-ignore
  return [...asks].map(([desk, of]) => historyOf(desk, of)).sort((a, b) => (a.desk < b.desk ? -1 : 1))
}

function askOf({ rfq, hasQuoted }: PastAsk, viewer: DeskId): readonly Ask[] {
  const seen = rfqFor(rfq, viewer)
  if (seen?.role !== 'MAKER' || seen.taker === null || rfq.state !== 'CLOSED') return []
  const hasDealt = seen.filled + seen.pending > 0
  const { state, closedReason = null } = rfq
  const wentAway = display({ state, closedReason, role: 'MAKER', traded: seen.traded }) === 'Trd Away'
  // Trades that desks book themselves may still be open. The time of a rejection does not count.
  const dealtAt = hasDealt ? (seen.lastFilledAt ?? seen.lastTradeAt ?? rfq.lastUpdatedAt) : undefined
  return [{ desk: seen.taker, hasQuoted: hasQuoted || hasDealt, dealtAt, hasTraded: hasDealt || wentAway }]
}

function historyOf(desk: DeskId, asks: readonly Ask[]): TakerHistory {
  const quoted = asks.filter(({ hasQuoted }) => hasQuoted)
  const deals = asks.flatMap(({ dealtAt }) => dealtAt ?? [])
  return {
    desk,
    asked: asks.length,
    quoted: quoted.length,
    dealt: deals.length,
    traded: quoted.filter(({ hasTraded }) => hasTraded).length,
    lastDealtAt: deals.length === 0 ? undefined : (Math.max(...deals) as Instant),
  }
}
