/**
 * How many quotes a desk has placed or replaced since midnight UTC, and how often its quotes have traded (rulebook 11.13). The counts belong to this
 * process: a restart resets them, which is in the desk's favour.
 */
import type { DeskId, QuoteCounts, ShardEvent } from '@parley/core'
import type { MarketEngine } from '../shards/market-engine.ts'

export type QuoteCounter = { of(desk: DeskId): QuoteCounts; close(): void }

const DAY_MS = 86_400_000
const none: QuoteCounts = { quotes: 0, trades: 0 }

export function createQuoteCounter({
  engine,
  now,
}: {
  readonly engine: Pick<MarketEngine, 'onDecided'>
  readonly now: () => number
}): QuoteCounter {
  let day = 0
  const counts = new Map<DeskId, QuoteCounts>()
  const turnDay = (): void => {
    const today = Math.floor(now() / DAY_MS)
    if (today === day) return
    day = today
    counts.clear()
  }
  const add = (desk: DeskId, what: keyof QuoteCounts): void => {
    const before = counts.get(desk) ?? none
    counts.set(desk, { ...before, [what]: before[what] + 1 })
  }
  const close = engine.onDecided((decisions) => {
    turnDay()
    for (const { events } of decisions) for (const event of events) count(event, add)
  })
  return {
    of(desk) {
      turnDay()
      return counts.get(desk) ?? none
    },
    close,
  }
}

function count(event: ShardEvent, add: (desk: DeskId, what: keyof QuoteCounts) => void): void {
  if ((event.kind === 'OrderPlaced' || event.kind === 'OrderReplaced') && event.order.kind === 'QUOTE')
    add(event.order.actor.desk, 'quotes')
  if (event.kind !== 'TradeAgreed') return
  add(event.trade.maker, 'trades')
  if (event.trade.takerKind === 'QUOTE') add(event.trade.taker, 'trades')
}
