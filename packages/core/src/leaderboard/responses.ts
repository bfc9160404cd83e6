/** The response of each maker to a closed RFQ (rulebook 20.4 to 20.6), read from the recorded entries of direct RFQs. */
import type { DeskId, Instant } from '../ids.ts'
import type { Rfq } from '../rfq/model/rfq.ts'
import type { Trade } from '../rfq/model/trade.ts'
import type { RecordEntry } from '../rfq/record/record.ts'
import { noImprovement, priceImprovements, type PriceImprovement } from './price-improvement.ts'

export type Response = PriceImprovement & {
  readonly desk: DeskId
  /** Undefined if it showed no quote, or if its quote was hidden or traded on arrival. */
  readonly firstQuoteMs: number | undefined
  readonly hasQuoted: boolean
  readonly hasDealt: boolean
}

/** Empty if the RFQ was never sent, or if its record is not known. */
export function responsesOf(rfq: Rfq, moments: readonly RecordEntry[], trades: readonly Trade[]): readonly Response[] {
  const asked = moments.find(({ kind }) => kind === 'ASKED')
  if (asked === undefined) return []
  const first = new Map<DeskId, Instant>()
  for (const moment of moments) if (moment.kind === 'QUOTE' && !first.has(moment.desk)) first.set(moment.desk, moment.at)
  const improvements = priceImprovements(rfq, moments, trades)
  return rfq.makers.map((desk) => {
    const quotedAt = first.get(desk)
    const hasDealt = rfq.makerTotals.some((totals) => totals.desk === desk && totals.filled > 0)
    return {
      desk,
      firstQuoteMs: quotedAt === undefined ? undefined : quotedAt - asked.at,
      hasQuoted: quotedAt !== undefined || hasDealt,
      hasDealt,
      ...(improvements.get(desk) ?? noImprovement),
    }
  })
}
