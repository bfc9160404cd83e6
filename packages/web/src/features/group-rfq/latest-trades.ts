import type { GroupTradeView } from '@parley/contracts'

const SHOWN = 4
const RECENT_MS = 15 * 60_000

/** What is at the venue, and what was settled or rejected in the last quarter of an hour; the newest first. */
export const latestTrades = (trades: readonly GroupTradeView[], now: number): readonly GroupTradeView[] =>
  trades
    .filter((trade) => trade.status === 'PENDING' || now - trade.executed_at < RECENT_MS)
    .toSorted((a, b) => b.executed_at - a.executed_at || b.id - a.id)
    .slice(0, SHOWN)
