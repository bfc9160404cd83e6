import type { Trade } from '@parley/client'

const SHOWN = 3
/** The book is more important: successful trades make room for it soon, and rejected ones stay long enough to be read. */
const SHOWN_FOR_MS = { FILLED: 60_000, REJECTED: 300_000, PENDING_SETTLEMENT: Infinity } as const

/** Trades that are settling, and those that recently settled or were rejected, newest first. */
export const latestTrades = (trades: readonly Trade[], now: number): readonly Trade[] =>
  trades
    .filter((trade) => now - (trade.filledAt ?? trade.executedAt) < SHOWN_FOR_MS[trade.state])
    .toSorted((a, b) => b.executedAt - a.executedAt || (b.number ?? 0) - (a.number ?? 0))
    .slice(0, SHOWN)
