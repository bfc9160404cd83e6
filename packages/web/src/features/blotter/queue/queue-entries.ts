/** The rows of the queue with what a person has chosen and pressed in them. Pure; a row is the same object until something in it changes. */
import { remembering } from '../../../live/memo-by-object.ts'
import type { Chosen, QueueQuote } from './queue-prices.ts'
import { type Band, byUrgency } from '../row/maker-state.ts'
import type { QueueRow } from './queue-rows.ts'
import type { QueueOutcome } from './use-queue-sending.ts'

export type QueueEntry = QueueRow & {
  /** The quote that its press would send; undefined while it is not chosen. */
  readonly quote: QueueQuote | undefined
  readonly outcome: QueueOutcome | undefined
  /** A peg of this window moves its quote. */
  readonly isPegged: boolean
}

const made = remembering<QueueEntry>()

export type QueueWork = {
  readonly chosen: readonly Chosen[]
  readonly outcomes: ReadonlyMap<string, QueueOutcome>
  readonly pegged: ReadonlySet<string>
}

export function entriesOf(rows: readonly QueueRow[], { chosen, outcomes, pegged }: QueueWork): readonly QueueEntry[] {
  const quotes = new Map(chosen.map(({ queue, quote }) => [queue.id, quote]))
  return rows.map((row) => {
    const [quote, outcome] = [quotes.get(row.id), outcomes.get(row.id)]
    const isPegged = pegged.has(row.id)
    return made(row, [quote, outcome, isPegged], () => ({ ...row, quote, outcome, isPegged }))
  })
}

export type HeldRow = { readonly id: string; readonly band: Band }

/** The row that has the keyboard's focus stays in its band until the focus goes on, whatever a key has made of it. */
export function withHeldBand(rows: readonly QueueRow[], held: HeldRow | undefined): readonly QueueRow[] {
  const row = rows.find(({ id }) => id === held?.id)
  if (row === undefined || held === undefined || row.band === held.band) return rows
  return rows
    .map((one) => (one === row ? { ...row, band: held.band } : one))
    .toSorted((a, b) => byUrgency({ band: a.band, rfq: a.row.rfq }, { band: b.band, rfq: b.row.rfq }))
}
