import type { GroupTradeView } from '@parley/contracts'

const SHOWN = 3
/** The book is what one looks at: what went well makes room for it soon, what was rejected has to be read. */
const SHOWN_FOR_MS = { COMPLETED: 60_000, REJECTED: 300_000, PENDING: Infinity } as const

/** What is at the venue, and what was lately settled or rejected; the newest first. */
export const latestTrades = (trades: readonly GroupTradeView[], now: number): readonly GroupTradeView[] =>
  trades
    .filter((trade) => now - (trade.filled_at ?? trade.executed_at) < SHOWN_FOR_MS[trade.status])
    .toSorted((a, b) => b.executed_at - a.executed_at || b.id - a.id)
    .slice(0, SHOWN)
