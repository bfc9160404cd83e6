/**
 * The mark at the time of each of the desk's quotes, as this screen saw it. The wire does not report it, so a quote that the screen saw too late
 * has none. An unknown distance is shown as a dash, not as zero.
 */
import type { RfqRow } from '../row/rfq-rows.ts'

/** An order that is older than this when first seen was quoted at an unknown mark. */
const SEEN_WITHIN_MS = 5_000
const MOST = 2_000

export type MarkMemory = { readonly markBefore: (row: RfqRow, now: number) => number | undefined }

export function createMarkMemory(): MarkMemory {
  const marks = new Map<string, number | undefined>()
  const markAt = ({ key, at }: Moment, mark: number, now: number): number | undefined => {
    if (!marks.has(key)) {
      if (marks.size >= MOST) marks.delete(marks.keys().next().value!)
      marks.set(key, now - at <= SEEN_WITHIN_MS ? mark : undefined)
    }
    return marks.get(key)
  }
  return {
    markBefore: (row, now) => {
      const { mark } = row
      if (mark === undefined) return undefined
      const before = momentsOf(row).flatMap((moment) => markAt(moment, mark, now) ?? [])
      // If two sides were quoted at different times, the one from which the mark has moved further.
      return before.toSorted((a, b) => Math.abs(mark - b) - Math.abs(mark - a))[0]
    },
  }
}

type Moment = { readonly key: string; readonly at: number }

/** The times from which the mark is compared: of each live quote, or of the RFQ if there is none. */
function momentsOf({ id, rfq, own }: RfqRow): readonly Moment[] {
  const resting = [own.bids[0], own.asks[0]].filter((order) => order !== undefined)
  if (resting.length === 0) return [{ key: id, at: rfq.createdAt }]
  return resting.map((order) => ({ key: `${order.id} ${order.price}`, at: order.updatedAt ?? order.createdAt }))
}
