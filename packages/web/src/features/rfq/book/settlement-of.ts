/** The venue's result for the quote sent last. Pure. */
import type { Trade } from '@parley/client'
import { rejectionText } from '../../../live/venue-rejection-text.ts'

export type Settlement =
  | { readonly state: 'SETTLING' }
  | { readonly state: 'FILLED'; readonly at: number }
  | { readonly state: 'REJECTED'; readonly at: number; readonly words: string }

/** One second of tolerance, because the server's clock is known only approximately. */
const CLOCK_MS = 1_000

const none: ReadonlySet<string> = new Set()

/**
 * The result of the desk's trades as taker since then, without those that existed before. One rejection is reported before everything else, and
 * Filled only when all are filled. Undefined without trades.
 */
export function settlementOf(
  trades: readonly Trade[],
  pressedAt: number | undefined,
  dealtBefore: ReadonlySet<string> = none,
): Settlement | undefined {
  if (pressedAt === undefined) return undefined
  const own = trades.filter(({ id, role, executedAt: at }) => role === 'TAKER' && at >= pressedAt - CLOCK_MS && !dealtBefore.has(id))
  const rejected = own.find((trade) => trade.state === 'REJECTED')
  if (rejected !== undefined) return { state: 'REJECTED', at: rejected.executedAt, words: rejectionText(rejected) }
  if (own.length === 0) return undefined
  if (own.some((trade) => trade.state === 'PENDING_SETTLEMENT')) return { state: 'SETTLING' }
  return { state: 'FILLED', at: Math.max(...own.map((trade) => trade.filledAt ?? trade.executedAt)) }
}
