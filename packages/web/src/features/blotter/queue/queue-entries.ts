/** The rows of the queue with the user's selection and actions. Pure. A row is the same object until something in it changes. */
import { remembering } from '../../../live/memo-by-object.ts'
import type { Chosen, QueueQuote } from './queue-prices.ts'
import { type Band, byUrgency } from '../row/maker-state.ts'
import type { QueueRow } from './queue-rows.ts'
import type { QueueOutcome } from './use-queue-sending.ts'

export type QueueEntry = QueueRow & {
  /** The quote that the row would send. Undefined if it is not selected. */
  readonly quote: QueueQuote | undefined
  readonly outcome: QueueOutcome | undefined
  /** A peg in this window manages its quote. */
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

/** The row with the keyboard focus stays in its band until the focus moves, even if its state changes. */
export function withHeldBand(rows: readonly QueueRow[], held: HeldRow | undefined): readonly QueueRow[] {
  const row = rows.find(({ id }) => id === held?.id)
  if (row === undefined || held === undefined || row.band === held.band) return rows
  return rows
    .map((one) => (one === row ? { ...row, band: held.band } : one))
    .toSorted((a, b) => byUrgency({ band: a.band, rfq: a.row.rfq }, { band: b.band, rfq: b.row.rfq }))
}
